// Reductions. Inner (the last reduced axis is contiguous): a group of 1, 4, 32 or 256 threads folds one output's groups of lanes,
// where outputs are few several blocks share one. Outer (the last kept axis is contiguous): 32 threads side by side own the
// lanes' outputs, 8 such rows of a block and, where columns are few, several blocks share the reduced axes. Blocks that share
// leave partial results; the last one to finish combines them in order, so that one launch is enough.
#include "cuda/generate.hpp"
#include "cuda/point_writer.hpp"

namespace gpu::cuda_backend {
namespace {

bool has_positions(const plan::kernel& k) noexcept {
  return k.combine == plan::reducer::argmin || k.combine == plan::reducer::argmax;
}

/// Whether the order of additions changes the rounding error.
bool is_cascaded(const plan::kernel& k) noexcept {
  return (k.combine == plan::reducer::sum || k.combine == plan::reducer::prod) && k.accumulate >= dtype::float16;
}

const char* reducer_text(plan::reducer r) noexcept {
  constexpr const char* names[] = {"sum", "prod", "min", "max", "all", "any", "argmin", "argmax"};
  return names[static_cast<int>(r)];
}

/// Writes one reduction.
class reduction_writer {
 public:
  reduction_writer(const plan::kernel& k, const layout& l, const param_map& map)
      : k_(k), l_(l), map_(map), points_(k, l, map), kept_(l.rank - k.reduced_axes) {}

  [[nodiscard]] std::string inner() const;
  [[nodiscard]] std::string outer() const;

 private:
  [[nodiscard]] std::string unsigned_word(int which) const {
    return cat("device::word<uidx>(", point_writer::word(map_.reduction + which), ")");
  }
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string range() const;
  [[nodiscard]] std::string lambda(std::string_view name, bool whole) const;
  [[nodiscard]] std::string edges() const;
  [[nodiscard]] std::string inner_fold() const;
  [[nodiscard]] std::string output_pointer() const;
  [[nodiscard]] std::string partials() const {
    return cat("  fold::state* partial = device::pointer<fold::state>(",
               point_writer::word(map_.reduction + cuda_backend::partials),
               ");\n  u32* const ticket = device::pointer<u32>(", point_writer::word(map_.reduction + tickets),
               ") + blockIdx.x;\n");
  }
  [[nodiscard]] std::string result_type() const { return type_name(k_.outputs[0].to.type); }
  [[nodiscard]] std::string outer_stores() const;

  const plan::kernel& k_;
  const layout& l_;
  const param_map& map_;
  point_writer points_;
  int kept_;
};

std::string reduction_writer::head() const {
  return cat("using fold = device::", has_positions(k_) ? "position_fold" : "plain_fold",
             "<reduce::", reducer_text(k_.combine), ", ", type_name(k_.accumulate),
             ">;\n\nextern \"C\" __global__ void __launch_bounds__(", block_threads, ") ", main_entry,
             "(const __grid_constant__ params p) {\n");
}

/// The units of this block's split.
std::string reduction_writer::range() const {
  return cat("  const uidx all = ", unsigned_word(reduced_units),
             ";\n  const uidx begin = static_cast<uidx>(blockIdx.y) * ", unsigned_word(units_a_split),
             ";\n  const uidx end = begin + ", unsigned_word(units_a_split), " < all ? begin + ",
             unsigned_word(units_a_split), " : all;\n");
}

/// `name`(unit, states): the states of the lanes of a unit of the reduced axes, at this thread's kept coordinates. `whole`: the
/// unit is known to lie inside, though the rows as such need guards.
std::string reduction_writer::lambda(std::string_view name, bool whole) const {
  const bool is_inner = l_.how == strategy::reduce_inner;
  layout body = l_;
  body.exact = l_.exact || whole;
  const point_writer points(k_, body, map_);
  std::string text = cat("  const auto ", name, " = [&](uidx unit, fold::state (&s)[", l_.lanes, "]) {\n");
  text += decompose(l_, map_, kept_, l_.rank, is_inner ? l_.lane_axis : -1, "unit");
  if (is_inner) text += lane_bounds(body, map_);
  std::string at = "0";
  if (has_positions(k_)) {
    text += cat("  i64 first = ", is_inner ? "0" : "static_cast<i64>(unit)", ";\n");
    for (int axis = kept_; is_inner && axis < l_.rank; ++axis)
      text +=
          cat("  first = first * device::word<i64>(", point_writer::word(map_.axes + 3 * axis), ") + c", axis, ";\n");
    at = is_inner ? "first + j" : "first";
  }
  const int value = k_.outputs[0].value;
  return cat(text, points.loads(),
             points.lane_loop({value}, cat("    s[j] = active ? fold::of(v", value, ", ", at, ") : fold::empty();\n")),
             "  };\n");
}

/// The groups of lanes at a row's ends that are not whole; the first thread of the first split takes them.
std::string reduction_writer::edges() const {
  const std::string length = cat("device::word<uidx>(", point_writer::word(map_.axes + 3 * l_.lane_axis), ")");
  const std::string shift = cat("device::word<uidx>(", point_writer::word(map_.shift), ")");
  return cat(
      "  if (lane == 0 && blockIdx.y == 0) {\n    fold::state s[", l_.lanes,
      "];\n    const uidx tail = ", unsigned_word(interior_end), ";\n    if (", shift,
      " != 0) {\n      edge(0, s);\n      total = fold::join(total, device::tree<fold>(s));\n    }\n    if (tail * ",
      l_.lanes, " < ", length, " + ", shift, " && (tail != 0 || ", shift,
      " == 0)) {\n      edge(tail, s);\n      total = fold::join(total, device::tree<fold>(s));\n    }\n  }\n");
}

std::string reduction_writer::output_pointer() const {
  return cat("  ", result_type(), "* const b0 = ", points_.address(k_.outputs[0].to, map_.outputs[0], false, kept_),
             ";\n");
}

/// Every thread's `total` over its units.
std::string reduction_writer::inner_fold() const {
  const std::string call = cat("  fold::state total = device::fold_units<fold, ", is_cascaded(k_) ? "true" : "false",
                               ", ", l_.lanes, ", group>(");
  if (l_.exact) return lambda("point", false) + call + "begin, end, lane, point);\n";
  return cat("  const uidx first_whole = ", unsigned_word(interior_begin),
             ", last_whole = ", unsigned_word(interior_end), ";\n", lambda("edge", false), lambda("point", true), call,
             "begin < first_whole ? first_whole : begin, end < last_whole ? end : last_whole, lane, point);\n",
             edges());
}

std::string reduction_writer::inner() const {
  std::string text = head();
  text += cat("  constexpr int group = ", l_.group, ";\n  const uidx out = static_cast<uidx>(blockIdx.x) * (",
              block_threads,
              " / group) + threadIdx.x / group;\n  const uidx lane = threadIdx.x % group;\n  const bool inside = out < "
              "device::word<uidx>(",
              point_writer::word(map_.units), ");\n");
  if (kept_ > 0)
    text += "  const uidx kept_unit = inside ? out : 0;\n" + decompose(l_, map_, 0, kept_, -1, "kept_unit");
  text += range() + inner_fold() + output_pointer();
  const std::string result = cat("fold::result<", result_type(), ">(total)");
  const std::string store =
      l_.outputs[0].parts ? cat("device::store_parts(b0, ", result, ");\n") : cat("*b0 = ", result, ";\n");
  if (l_.group < block_threads)
    return cat(text, "  total = device::join_lanes<fold, group>(total);\n  if (inside && lane == 0) ", store, "}\n");
  return cat(text, "  total = device::join_block<fold>(total);\n  if (gridDim.y == 1) {\n    if (threadIdx.x == 0) ",
             store, "    return;\n  }\n", partials(),
             "  partial += static_cast<i64>(out) * gridDim.y;\n  if (threadIdx.x == 0) device::store_partial(partial + "
             "blockIdx.y, total);\n"
             "  if (!device::arrives_last(ticket, gridDim.y)) return;\n  total = fold::empty();\n"
             "  for (u32 i = threadIdx.x; i < gridDim.y; i += ",
             block_threads,
             ") total = fold::join(total, device::load_partial(partial + i));\n"
             "  total = device::join_block<fold>(total);\n  if (threadIdx.x == 0) ",
             store, "}\n");
}

std::string reduction_writer::outer_stores() const {
  std::string text = cat("  if (threadIdx.x >= 32 || !inside) return;\n  ", result_type(), " y0[", l_.lanes,
                         "];\n#pragma unroll\n  for (int j = 0; j < ", l_.lanes, "; ++j) y0[j] = fold::result<",
                         result_type(), ">(total[j]);\n");
  const std::string at = cat("b0 + j * ", points_.stride_text(map_.outputs[0], l_.outputs[0].lanes));
  const std::string lanes =
      cat("#pragma unroll\n  for (int j = 0; j < ", l_.lanes, "; ++j)\n    if (j >= low && j < high) ",
          l_.outputs[0].parts ? cat("device::store_parts(", at, ", y0[j])") : cat("*(", at, ") = y0[j]"), ";\n");
  if (l_.outputs[0].lanes != access::vector) return text + lanes;
  return cat(text, "  if (full) {\n  device::store_vector(b0, y0);\n  } else {\n", lanes, "  }\n");
}

std::string reduction_writer::outer() const {
  std::string text = head();
  text +=
      cat("  const uidx column = static_cast<uidx>(blockIdx.x) * 32 + threadIdx.x % 32;\n"
          "  const bool inside = column < device::word<uidx>(",
          point_writer::word(map_.units), ");\n  const uidx kept_unit = inside ? column : 0;\n");
  text += decompose(l_, map_, 0, kept_, l_.lane_axis, "kept_unit");
  text += lane_bounds(l_, map_);
  text += range();
  text += lambda("point", false);
  text += cat("  fold::state total[", l_.lanes, "];\n  device::fold_columns<fold, ", is_cascaded(k_) ? "true" : "false",
              ", ", l_.lanes, ", 8>(begin, end, static_cast<uidx>(threadIdx.x / 32), point, total);\n");
  const std::string join = cat("#pragma unroll\n  for (int j = 0; j < ", l_.lanes,
                               "; ++j) total[j] = device::join_columns<fold>(total[j]);\n");
  text += join + output_pointer();
  text += "  if (gridDim.y > 1) {\n" + partials();
  text += cat("  const i64 row = static_cast<i64>(gridDim.x) * 32 * ", l_.lanes, ", mine = static_cast<i64>(column) * ",
              l_.lanes, ";\n  if (threadIdx.x < 32)\n    for (int j = 0; j < ", l_.lanes,
              "; ++j) device::store_partial(partial + blockIdx.y * row + mine + j, total[j]);\n  if "
              "(!device::arrives_last(ticket, "
              "gridDim.y)) return;\n"
              "#pragma unroll\n  for (int j = 0; j < ",
              l_.lanes,
              "; ++j) {\n    total[j] = fold::empty();\n    for (u32 i = threadIdx.x / 32; i < gridDim.y; i += 8)\n"
              "      total[j] = fold::join(total[j], device::load_partial(partial + i * row + mine + j));\n  }\n",
              join, "  }\n");
  return text + outer_stores() + "}\n";
}

}  // namespace

std::string generate_reduction(const plan::kernel& k, const layout& l, const param_map& map) {
  const reduction_writer writer(k, l, map);
  return l.how == strategy::reduce_inner ? writer.inner() : writer.outer();
}

}  // namespace gpu::cuda_backend
