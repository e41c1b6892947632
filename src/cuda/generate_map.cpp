// Maps: one thread takes the lanes of one group, a block 256 groups; no thread loops over groups. (Measured: a grid-stride
// loop costs 7 % of the bandwidth, scalar accesses 20 to 40 %.) Where a group is a single element, a thread takes up to four,
// a block's width apart.
#include "cuda/generate.hpp"
#include "cuda/point_writer.hpp"

namespace gpu::cuda_backend {
namespace {

std::string entry_head(const char* name) {
  return cat("extern \"C\" __global__ void __launch_bounds__(", block_threads, ") ", name,
             "(const __grid_constant__ params p) {\n");
}

std::string thread_point(const layout& l, const param_map& map) {
  return decompose(l, map, 0, l.rank, l.rank - 1, "unit") + lane_bounds(l, map);
}

/// `body`, which is about the group of lanes `unit`, for each of the thread's groups.
std::string for_each_unit(const layout& l, const param_map& map, const std::string& body) {
  const std::string units = cat("device::word<uidx>(", point_writer::word(map.units), ")");
  const std::string first = cat("static_cast<uidx>(blockIdx.x) * ", block_threads * l.repeat, "u + threadIdx.x");
  if (l.repeat == 1) return cat("  const uidx unit = ", first, ";\n  if (unit >= ", units, ") return;\n", body);
  const std::string loop = cat("#pragma unroll\n    for (int i = 0; i < ", l.repeat, "; ++i)");
  const std::string unit = cat("first + i * ", block_threads, "u");
  return cat("  const auto point = [&](uidx unit) {\n", body, "  };\n  const uidx first = ", first, ";\n  if (first + ",
             block_threads * (l.repeat - 1), "u < ", units, ") {\n", loop, " point(", unit, ");\n  } else {\n", loop,
             "\n      if (", unit, " < ", units, ") point(", unit, ");\n  }\n");
}

bool stored_whole(const plan::kernel& k, const layout& l, std::size_t i) {
  return l.outputs[i].lanes == access::vector && !k.outputs[i].masked && k.outputs[i].to.indexed.empty();
}

/// The word of the owner of element b<i>[at].
std::string owner_text(const plan::output& out, const param_map& map, std::size_t i) {
  return cat("device::pointer<uidx>(", point_writer::word(map.scatter + 2), ") + ((b", i, " - device::pointer<",
             type_name(out.to.type), ">(", point_writer::word(map.scatter + 3), ")) + at)");
}

/// The point's number in C order, plus 1.
std::string order_text(const layout& l) { return cat("(unit * ", l.lanes, "u + j + 1u)"); }

std::string output_address(const plan::output& out, const layout& l, const param_map& map, std::size_t i,
                           const point_writer& points) {
  return cat("  [[maybe_unused]] ", type_name(out.to.type), "* const b", i, " = ",
             points.address(out.to, map.outputs[i], false, l.rank), ";\n");
}

/// The end of a lane of the main kernel: keeps a value for the vector store, or stores it at once. (Loads of all lanes are
/// done by then but those through indices, which the planner never lets overlap an output.)
std::string lane_tail(const plan::kernel& k, const layout& l, const param_map& map, const point_writer& points) {
  std::string text;
  for (std::size_t i = 0; i < k.outputs.size(); ++i) {
    const plan::output& out = k.outputs[i];
    if (out.to.indexed.empty()) {
      text += cat("    y", i, "[j] = v", out.value, ";\n");
      if (out.masked) text += cat("    m", i, "[j] = active && v", out.mask, ";\n");
      continue;
    }
    text +=
        cat("    {\n      bool ok = active", out.masked ? cat(" && v", out.mask) : std::string(),
            ";\n      i64 at = static_cast<i64>(j * ", points.stride_text(map.outputs[i], l.outputs[i].lanes), ");\n",
            points.resolve(out.to, map.outputs[i], "ok", "at"),
            picks_last_writer(k) ? cat("      if (ok) ok = *(", owner_text(out, map, i), ") == ", order_text(l), ";\n")
                                 : std::string(),
            "      if (ok) ",
            l.outputs[i].parts ? cat("device::store_parts(b", i, " + at, v", out.value, ")")
                               : cat("b", i, "[at] = v", out.value),
            ";\n    }\n");
  }
  return text;
}

std::string store_lanes(const plan::kernel& k, const layout& l, const param_map& map, std::size_t i,
                        const point_writer& points) {
  const std::string inside = k.outputs[i].masked ? cat("m", i, "[j]")
                             : l.exact           ? "true"
                                                 : "(full || (j >= low && j < high))";
  const std::string at = cat("b", i, " + j * ", points.stride_text(map.outputs[i], l.outputs[i].lanes));
  const std::string store =
      l.outputs[i].parts ? cat("device::store_parts(", at, ", y", i, "[j])") : cat("*(", at, ") = y", i, "[j]");
  return cat("#pragma unroll\n  for (int j = 0; j < ", l.lanes, "; ++j)\n    if (", inside, ") ", store, ";\n");
}

std::string stores(const plan::kernel& k, const layout& l, const param_map& map, const point_writer& points) {
  std::string text;
  for (std::size_t i = 0; i < k.outputs.size(); ++i) {
    if (!k.outputs[i].to.indexed.empty()) continue;
    if (!stored_whole(k, l, i))
      text += store_lanes(k, l, map, i, points);
    else if (l.exact)
      text += cat("  device::store_vector(b", i, ", y", i, ");\n");
    else
      text += cat("  if (full) {\n  device::store_vector(b", i, ", y", i, ");\n  } else {\n",
                  store_lanes(k, l, map, i, points), "  }\n");
  }
  return text;
}

std::string output_declarations(const plan::kernel& k, const layout& l, const param_map& map,
                                const point_writer& points) {
  std::string text;
  for (std::size_t i = 0; i < k.outputs.size(); ++i) {
    const plan::output& out = k.outputs[i];
    text += output_address(out, l, map, i, points);
    if (!out.to.indexed.empty()) continue;
    text += cat("  ", type_name(out.to.type), " y", i, "[", l.lanes, "];\n");
    if (out.masked) text += cat("  bool m", i, "[", l.lanes, "];\n");
  }
  return text;
}

std::set<int> stored_values(const plan::kernel& k) {
  std::set<int> wanted;
  for (const plan::output& out : k.outputs) {
    wanted.insert(out.value);
    if (out.masked) wanted.insert(out.mask);
    for (const plan::indexed_axis& axis : out.to.indexed) wanted.insert(axis.value);
  }
  return wanted;
}

std::string main_kernel(const plan::kernel& k, const layout& l, const param_map& map) {
  const point_writer points(k, l, map);
  std::string text = entry_head(main_entry);
  if (needs_check(k))
    text += cat("  if (*device::pointer<const u64>(", point_writer::word(map.scatter + 1),
                ") == ", point_writer::word(map.scatter), ") return;  // a bad index: nothing is written\n");
  const std::string body = thread_point(l, map) + output_declarations(k, l, map, points) + points.loads() +
                           points.lane_loop(stored_values(k), lane_tail(k, l, map, points)) + stores(k, l, map, points);
  return text + for_each_unit(l, map, body) + "}\n";
}

/// The kernel that looks at every index of a scatter before anything is written.
std::string check_kernel(const plan::kernel& k, const layout& l, const param_map& map) {
  const point_writer points(k, l, map);
  std::set<int> wanted;
  std::string addresses;
  std::string tail;
  for (std::size_t i = 0; i < k.outputs.size(); ++i) {
    const plan::output& out = k.outputs[i];
    if (out.to.indexed.empty()) continue;
    if (out.masked) wanted.insert(out.mask);
    for (const plan::indexed_axis& axis : out.to.indexed) wanted.insert(axis.value);
    const std::string in_question = out.masked ? cat("active && v", out.mask) : "active";
    addresses += output_address(out, l, map, i, points);
    tail += cat("    {\n      bool ok = ", in_question, ";\n      i64 at = static_cast<i64>(j * ",
                points.stride_text(map.outputs[i], l.outputs[i].lanes), ");\n",
                points.resolve(out.to, map.outputs[i], "ok", "at"),
                picks_last_writer(k)
                    ? cat("      if (ok) device::claim(", owner_text(out, map, i), ", ", order_text(l), ");\n")
                    : std::string(),
                "      if (!ok && ", in_question, ") *device::pointer<u64>(", point_writer::word(map.scatter + 1),
                ") = ", point_writer::word(map.scatter), ";\n    }\n");
  }
  return cat(entry_head(check_entry),
             for_each_unit(l, map, thread_point(l, map) + addresses + points.loads() + points.lane_loop(wanted, tail)),
             "}\n");
}

}  // namespace

std::string generate_map(const plan::kernel& k, const layout& l, const param_map& map) {
  return (needs_check(k) ? check_kernel(k, l, map) + "\n" : std::string()) + main_kernel(k, l, map);
}

}  // namespace gpu::cuda_backend
