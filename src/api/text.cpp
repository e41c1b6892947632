// NumPy's text of arrays.
#include <ostream>
#include <string>
#include <string_view>

#include "api/readable.hpp"
#include "fmt/array_text.hpp"
#include "graph/view_map.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

fmt::host_view view_of(const handle& host) {
  const node& n = *host.get();
  return {data_of(host), n.type, n.dims, n.strides};
}

/// The printed block of a large array: of each axis that is cut, its two ends, copied to the host.
handle printed_edges(const handle& array, const shape& kept) {
  handle block = graph::new_array(kept, array.get()->type, array.get()->where);
  const int rank = kept.ndim();
  const shape& dims = array.get()->dims;
  for (int corner = 0; corner < (1 << rank); ++corner) {
    std::vector<slice_item> from, to;
    bool wanted = true;
    for (int k = 0; k < rank; ++k) {
      const bool second = ((corner >> k) & 1) != 0;
      const bool cut = kept[k] < dims[k];
      wanted = wanted && (cut || !second);
      const std::int64_t end = kept[k] / 2;
      from.push_back(!cut ? all() : second ? range(dims[k] - end, dims[k]) : range(0, end));
      to.push_back(!cut ? all() : second ? range(end, kept[k]) : range(0, end));
    }
    if (wanted) store(slice(block, to), slice(array, from));
  }
  return host_copy(block);
}

std::string text_of(const handle& a, std::string_view separator, bool as_str) {
  const handle array = api::as_array(a);
  const shape& dims = array.get()->dims;
  const fmt::print_options options;
  if (dims.ndim() == 0) {
    const handle host = host_copy(array);
    return as_str ? fmt::array_str(view_of(host), options) : fmt::array_to_string(view_of(host), options, separator);
  }
  const fmt::summary what = fmt::summary_edges(dims, options);
  if (!what.active) return fmt::array_to_string(view_of(host_copy(array)), options, separator);
  return fmt::edges_to_string(view_of(printed_edges(array, what.kept)), dims, options, separator);
}

}  // namespace

std::string to_text(const handle& a, const char* separator) { return text_of(a, separator, false); }

void print(std::ostream& out, const handle& a) { out << text_of(a, " ", true); }

}  // namespace detail
GPU_END_NAMESPACE
