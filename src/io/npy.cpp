#include "io/npy.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <gpu/error.hpp>

#include "io/file.hpp"
#include "io/memory_order.hpp"
#include "runtime/host_block.hpp"

namespace gpu::io {
namespace {

npy_header parse_header(const input_file& file) {
  std::array<unsigned char, npy_longest_preamble> start{};
  const std::size_t there = std::min(file.size(), start.size());
  file.read(start.data(), there, 0);
  const npy_text_range range = parse_npy_preamble(std::span(start).first(there));
  if (range.begin + range.length > file.size()) throw value_error("truncated within its header");
  std::string text(range.length, '\0');
  file.read(text.data(), text.size(), range.begin);
  npy_header header = parse_npy_text(text);
  header.data_offset = range.begin + range.length;
  const std::size_t behind = file.size() - header.data_offset;
  if (behind < header.data_bytes())
    throw value_error("truncated: shape " + to_string(header.dims) + " of " + dtype_name(header.type) + " needs " +
                      std::to_string(header.data_bytes()) + " bytes, the file has " + std::to_string(behind));
  return header;
}

// Host memory for a rearranged copy.
runtime::host_block scratch(std::size_t bytes) {
  return runtime::allocate_host_block(bytes, "to rearrange a .npy file");
}

// Files from elsewhere may hold any byte; a C++ bool only 0 or 1.
void normalise_bools(void* data, std::size_t count) noexcept {
  auto* const bytes = static_cast<unsigned char*>(data);
  std::transform(bytes, bytes + count, bytes, [](unsigned char b) { return static_cast<unsigned char>(b != 0); });
}

// Whether C and Fortran order differ.
bool order_matters(const shape& dims) {
  return std::count_if(dims.begin(), dims.end(), [](std::int64_t n) { return n != 1; }) > 1 && dims.count() != 0;
}

}  // namespace

npy_header read_npy_header(const std::string& path) {
  const input_file file(path);
  try {
    return parse_header(file);
  } catch (const value_error& bad) {
    throw_io_error("read", path, bad.what());
  }
}

void read_npy_data(const std::string& path, const npy_header& header, void* out) {
  const input_file file(path);
  const std::size_t bytes = header.data_bytes();
  const auto count = static_cast<std::size_t>(header.dims.count());
  if (header.fortran_order && order_matters(header.dims)) {
    const auto in_file_order = scratch(bytes);
    file.read(in_file_order.get(), bytes, header.data_offset);
    fortran_to_c(out, in_file_order.get(), header.dims, detail::item_size(header.type));
  } else {
    file.read(out, bytes, header.data_offset);
  }
  if (header.swapped) swap_bytes(out, count, header.type);
  if (header.type == dtype::bool_) normalise_bools(out, count);
}

void write_npy(const std::string& path, dtype type, const shape& dims, const void* data, bool fortran_order,
               bool durable) {
  const std::size_t item = detail::item_size(type);
  const std::size_t bytes = static_cast<std::size_t>(dims.count()) * item;
  const std::string header = make_npy_header(type, dims, fortran_order);
  runtime::host_block rearranged;
  if (fortran_order && order_matters(dims)) {
    rearranged = scratch(bytes);
    c_to_fortran(rearranged.get(), data, dims, item);
    data = rearranged.get();
  }
  output_file file(path);
  file.write(header.data(), header.size());
  file.write(data, bytes);
  file.commit(durable);
}

}  // namespace gpu::io
