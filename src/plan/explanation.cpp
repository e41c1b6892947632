#include "plan/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "cuda/inspect.hpp"
#include "plan/cut.hpp"
#include "plan/names.hpp"
#include "plan/operand_view.hpp"
#include "plan/program_text.hpp"

namespace gpu::plan {
namespace {

using cuda_backend::inspection;

std::string counted(std::int64_t n, const std::string& word) {
  return std::to_string(n) + ' ' + word + (n == 1 ? "" : "s");
}
std::string bytes_text(std::int64_t bytes) { return counted(bytes, "byte"); }

std::string share_text(std::int64_t part, std::int64_t whole) {
  std::array<char, 32> text{};
  const double share = whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

std::string grid_text(const inspection& i) {
  std::string text = "grid " + std::to_string(i.launch.blocks) + 'x' + std::to_string(i.launch.splits) + ", block " +
                     std::to_string(cuda_backend::block_threads) + ", " + counted(i.threads.lanes, "element") +
                     " a thread";
  if (i.threads.repeat > 1) text += ", " + std::to_string(i.threads.repeat) + " times";
  if (i.threads.how == cuda_backend::strategy::reduce_inner)
    text += ", " + counted(i.threads.group, "thread") + " a result";
  if (i.threads.wide) text += ", 64-bit indices";
  if (i.launch.partial_bytes > 0) text += ", scratch " + bytes_text(i.launch.partial_bytes);
  return text;
}

std::string launch_text(const inspection& i, gpu::device where) {
  constexpr std::array<const char*, 3> states = {"in memory", "in the disk cache", "not compiled yet"};
  switch (where.type()) {
    case device_type::cuda:
      if (i.by_library) return "by CUB";
      break;
    case device_type::cpu: return "block by block; on a GPU " + (i.by_library ? std::string("by CUB") : grid_text(i));
    case device_type::dry: break;
  }
  return (i.by_library ? "by CUB on a GPU; here " : "") + grid_text(i) + "; program " +
         states[static_cast<std::size_t>(i.program)];
}

/// Collects an explanation, kernel by kernel.
class writer {
 public:
  explicit writer(const std::vector<recorded_kernel>& kernels) : kernels_(kernels) {
    for (std::size_t i = 0; i < kernels.size(); ++i)
      for (const output& out : kernels[i].as_run.outputs)
        if (i + 1 < kernels.size())
          names_.add_temporary(out.to.data);
        else
          names_.add_result(out.to.data);
  }

  explanation take(const std::string& title, const std::string& note) {
    for (std::size_t i = 0; i < kernels_.size(); ++i) add_kernel(i);
    made_.text = title + totals() + body_ + (note.empty() ? "" : '\n' + note + '\n');
    return std::move(made_);
  }

 private:
  void add_kernel(std::size_t index);
  /// The operand's line; its name.
  std::string add_operand(const char* what, const operand_view& v);
  void add_line(const char* what, const std::string& text);
  void count_bytes(explained_kernel& e, const operand_view& v, const std::string& name, bool written);
  [[nodiscard]] std::string reason_of(std::size_t index) const;
  [[nodiscard]] std::string reader_of(std::size_t index) const;
  [[nodiscard]] std::string totals() const;

  const std::vector<recorded_kernel>& kernels_;
  storage_names names_;
  std::set<std::string> read_;  // operands that the floor has already
  explanation made_;
  std::string body_;
  std::string lines_;  // of the kernel at hand
};

void writer::add_line(const char* what, const std::string& text) {
  std::string head = std::string("     ") + what;
  head.resize(14, ' ');
  lines_ += head + text + '\n';
}

std::string writer::add_operand(const char* what, const operand_view& v) {
  std::string name = names_.name_of(v.data, v.part);
  add_line(what, name + "  " + dtype_name(v.type) + ' ' + to_string(v.part.dims) + "  " + v.look + "  " +
                     bytes_text(v.bytes));
  return name;
}

/// The floor has the expression's own operands once, and its result.
void writer::count_bytes(explained_kernel& e, const operand_view& v, const std::string& name, bool written) {
  (written ? e.bytes_written : e.bytes_read) += v.bytes;
  made_.bytes_moved += v.bytes;
  if (names_.is_temporary(v.data)) {
    if (!written) return;
    ++made_.temporaries;
    made_.temporary_bytes += v.bytes;
  } else if (written || read_.insert(name).second) {
    e.floor_bytes += v.bytes;
    made_.floor_bytes += v.bytes;
  }
}

/// The first kernel that reads what kernel `index` writes.
std::string writer::reader_of(std::size_t index) const {
  const runtime::storage_ref& written = kernels_[index].as_run.outputs.front().to.data;
  for (std::size_t i = index + 1; i < kernels_.size(); ++i)
    for (const operand& in : kernels_[i].as_run.inputs)
      if (in.data == written)
        return std::string("a ") + (kernels_[i].as_run.kind == kernel_kind::map ? "map" : "reduction") + ", kernel " +
               std::to_string(i + 1) + ',';
  return "another kernel";
}

std::string writer::reason_of(std::size_t index) const {
  switch (kernels_[index].why) {
    case reason::result: return {};
    case reason::read_by_another: return "computed first: " + reader_of(index) + " reads its result";
    case reason::not_in_place:
      return "computed first: only a destination of the same dtype and shape that is not masked, indexed or read takes "
             "a reduction in place";
    case reason::too_large:
      return "computed first: the largest part of what does not fit one kernel (" + std::to_string(largest_node_count) +
             " nodes, " + std::to_string(largest_leaf_count) + " operands, " + std::to_string(largest_parameter_bytes) +
             " bytes of parameters)";
    case reason::overlap:
      return "computed first: the destination shares memory with an operand, other than element by element";
    case reason::pass_off: return "computed first: the pass that would fuse it is off (GPU_PASSES_OFF)";
    case reason::other_device: break;
  }
  return "computed on " + kernels_[index].where.name() +
         ", where its operands are: one value, which is then a parameter";
}

void writer::add_kernel(std::size_t index) {
  const recorded_kernel& r = kernels_[index];
  const inspection i = cuda_backend::inspect(r.as_run, r.where);
  const bool by_library = i.by_library && r.where.type() == device_type::cuda;
  explained_kernel e;
  e.kind = by_library ? "library call" : r.as_run.kind == kernel_kind::map ? "map" : "reduce";
  e.name = full_name(r.as_run);
  e.reason = reason_of(index);
  if (!e.reason.empty()) add_line("why", e.reason);
  const shape extent = by_own_axes(r.as_given.extent, r.reduced);
  add_line("over", to_string(extent) + " walked as " + to_string(r.as_run.extent) + ", on " + r.where.name());

  operand_names names;
  names.inputs.resize(r.as_given.inputs.size());
  for (const std::size_t slot : reading_order(r.as_given)) {
    const operand_view v = input_view(r, slot, i.threads);
    names.inputs[slot] = add_operand("reads", v);
    count_bytes(e, v, names.inputs[slot], false);
  }
  for (std::size_t slot = 0; slot < r.as_given.outputs.size(); ++slot) {
    const operand_view v = output_view(r, slot, i.threads);
    names.outputs.push_back(add_operand("writes", v));
    count_bytes(e, v, names.outputs.back(), true);
  }
  const std::int64_t moved = e.bytes_read + e.bytes_written;
  add_line("floor", share_text(e.floor_bytes, moved) + " of " + bytes_text(moved));
  add_line("launch", launch_text(i, r.where));

  e.computes = formula_of(r.as_given, names, r.reduced, extent.ndim());
  body_ += "\n  " + std::to_string(index + 1) + "  " + e.kind + "  " + e.computes + '\n' + lines_;
  lines_.clear();
  made_.kernels.push_back(std::move(e));
}

std::string writer::totals() const {
  if (kernels_.empty()) return "nothing to run\n";
  std::string text = counted(static_cast<std::int64_t>(kernels_.size()), "kernel");
  if (made_.temporaries > 0)
    text += ", " + (made_.temporaries == 1 ? "1 temporary" : std::to_string(made_.temporaries) + " temporaries") +
            " of " + bytes_text(made_.temporary_bytes);
  return text + "; " + bytes_text(made_.bytes_moved) + " moved, floor " + bytes_text(made_.floor_bytes) + " (" +
         share_text(made_.floor_bytes, made_.bytes_moved) + ")\n";
}

}  // namespace

explanation explain_kernels(const std::vector<recorded_kernel>& kernels, const std::string& title,
                            const std::string& note) {
  return writer(kernels).take(title, note);
}

}  // namespace gpu::plan
