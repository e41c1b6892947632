#include "fmt/layout.hpp"

#include <algorithm>
#include <cstddef>

#include <gpu/error.hpp>

namespace gpu::fmt {
namespace {

std::string_view without_trailing_spaces(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Writes the array recursively; `words_` are taken in order.
class writer {
 public:
  writer(std::span<const std::string> words, const shape& dims, const summary& what, std::string_view separator)
      : words_(words),
        dims_(dims),
        what_(what),
        separator_(separator),
        bare_separator_(without_trailing_spaces(separator)) {}

  // Axis `axis` and those below, `width` characters per line, lines after the first indented by `indent` characters.
  void write(int axis, std::size_t indent, std::ptrdiff_t width) {
    out_ += '[';
    if (axis + 1 == dims_.ndim())
      write_row(axis, indent, width);
    else
      write_blocks(axis, indent, width);
    out_ += ']';
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  // Whether "..." comes before element `i` of the kept ones.
  [[nodiscard]] bool gap_before(int axis, std::int64_t i) const noexcept {
    return what_.kept[axis] < dims_[axis] && i == what_.kept[axis] / 2;
  }

  void write_blocks(int axis, std::size_t indent, std::ptrdiff_t width) {
    std::string between(bare_separator_);
    between.append(static_cast<std::size_t>(dims_.ndim() - axis - 1), '\n');
    between.append(indent, ' ');
    for (std::int64_t i = 0; i < what_.kept[axis]; ++i) {
      if (gap_before(axis, i)) out_ += "..." + between;
      write(axis + 1, indent + 1, width - 1);
      if (i + 1 < what_.kept[axis]) out_ += between;
    }
  }

  void write_row(int axis, std::size_t indent, std::ptrdiff_t width) {
    // A line has to have room for the separator's visible part or the closing bracket.
    const auto room = width - static_cast<std::ptrdiff_t>(std::max<std::size_t>(bare_separator_.size(), 1));
    std::string line(indent, ' ');
    const std::size_t row_start = out_.size();
    for (std::int64_t i = 0; i < what_.kept[axis]; ++i) {
      if (gap_before(axis, i)) {
        extend(line, "...", room, indent);
        line += separator_;
      }
      extend(line, words_[next_++], room, indent);
      if (i + 1 < what_.kept[axis]) line += separator_;
    }
    out_ += line;
    out_.erase(row_start, indent);  // the bracket is already at the row's place
  }

  // Appends `word` to the line, on a new line where it does not fit and that helps.
  void extend(std::string& line, std::string_view word, std::ptrdiff_t room, std::size_t indent) {
    if (static_cast<std::ptrdiff_t>(line.size() + word.size()) > room && line.size() > indent) {
      out_ += without_trailing_spaces(line);
      out_ += '\n';
      line.assign(indent, ' ');
    }
    line += word;
  }

  std::span<const std::string> words_;
  const shape& dims_;
  const summary& what_;
  std::string_view separator_;
  std::string_view bare_separator_;
  std::size_t next_ = 0;
  std::string out_;
};

void check(const print_options& options) {
  if (options.precision < 0)
    throw value_error("print_options: precision " + std::to_string(options.precision) + " is negative");
  if (options.edgeitems < 1)
    throw value_error("print_options: edgeitems " + std::to_string(options.edgeitems) + " is not positive");
}

}  // namespace

summary summary_edges(const shape& dims, const print_options& options) {
  check(options);
  summary result{dims.count() > options.threshold, dims};
  if (!result.active) return result;
  for (int axis = 0; axis < dims.ndim(); ++axis)
    result.kept[axis] = std::min<std::int64_t>(dims[axis], 2 * static_cast<std::int64_t>(options.edgeitems));
  return result;
}

std::string lay_out(std::span<const std::string> words, const shape& dims, const summary& what,
                    const print_options& options, std::string_view separator) {
  writer w(words, dims, what, separator);
  w.write(0, 1, options.linewidth);
  return w.take();
}

}  // namespace gpu::fmt
