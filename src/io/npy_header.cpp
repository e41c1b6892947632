#include "io/npy_header.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include <gpu/error.hpp>

namespace gpu::io {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_text = 10000;  // NumPy's max_header_size
constexpr std::size_t alignment = 64;        // NumPy's ARRAY_ALIGN: elements begin at a multiple
constexpr std::size_t growth_digits = 21;    // NumPy leaves room for the first length to grow to 2^64

constexpr char native_order = std::endian::native == std::endian::little ? '<' : '>';

// NumPy's kind and size of each dtype, without the byte order. bfloat16 has none: ml_dtypes stores it as raw 2 bytes.
constexpr std::array<std::pair<std::string_view, dtype>, dtype_count> type_codes{{
    {"b1", dtype::bool_},
    {"i1", dtype::int8},
    {"i2", dtype::int16},
    {"i4", dtype::int32},
    {"i8", dtype::int64},
    {"u1", dtype::uint8},
    {"u2", dtype::uint16},
    {"u4", dtype::uint32},
    {"u8", dtype::uint64},
    {"f2", dtype::float16},
    {"V2", dtype::bfloat16},
    {"f4", dtype::float32},
    {"f8", dtype::float64},
    {"c8", dtype::complex64},
    {"c16", dtype::complex128},
}};

[[noreturn]] void refuse(const std::string& why) { throw value_error(why); }

void set_type(npy_header& header, std::string_view descr) {
  char order = '=';
  std::string_view code = descr;
  if (!code.empty() && std::string_view("<>|=").find(code[0]) != std::string_view::npos) {
    order = code[0];
    code.remove_prefix(1);
  }
  const auto* const found =
      std::find_if(type_codes.begin(), type_codes.end(), [&](const auto& c) { return c.first == code; });
  if (found == type_codes.end()) refuse("dtype '" + std::string(descr) + "' has no counterpart here");
  header.type = found->second;
  header.swapped = (order == '<' || order == '>') && order != native_order && detail::item_size(header.type) > 1;
}

// The header's dict literal: {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }, keys in any order.
class dict_parser {
 public:
  explicit dict_parser(std::string_view text) : text_(text) {}

  npy_header parse() {
    expect('{');
    while (!take('}')) {
      entry();
      if (take('}')) break;
      expect(',');
    }
    skip_spaces();
    if (at_ != text_.size()) fail("text after the dict");
    if (!seen_descr_ || !seen_order_ || !seen_shape_) refuse("header lacks 'descr', 'fortran_order' or 'shape'");
    check_size();
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    refuse("malformed header: " + why + " at character " + std::to_string(at_));
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  bool take(char c) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool take(std::string_view word) {
    skip_spaces();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail(std::string("'") + c + "' expected");
  }

  std::string_view quoted() {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"' && !take('"')) fail("string expected");
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail("string without end");
    const std::string_view content = text_.substr(at_, end - at_);
    at_ = end + 1;
    return content;
  }

  void entry() {
    const std::string_view key = quoted();
    expect(':');
    if (key == "descr")
      descr();
    else if (key == "fortran_order")
      order();
    else if (key == "shape")
      dims();
    else
      fail("unknown key '" + std::string(key) + "'");
  }

  void once(bool& seen) const {
    if (seen) fail("repeated key");
    seen = true;
  }

  void descr() {
    once(seen_descr_);
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '[') refuse("structured dtypes have no counterpart here");
    set_type(header_, quoted());
  }

  void order() {
    once(seen_order_);
    if (take("True"))
      header_.fortran_order = true;
    else if (!take("False"))
      fail("True or False expected");
  }

  void dims() {
    once(seen_shape_);
    expect('(');
    bool comma = true;  // whether an element may come: at the start, and after each comma
    while (!take(')')) {
      if (!comma) fail("',' expected");
      if (header_.dims.ndim() == max_rank) refuse("more than " + std::to_string(max_rank) + " axes");
      header_.dims.push_back(length());
      comma = take(',');
    }
    if (header_.dims.ndim() == 1 && !comma) fail("a tuple of one needs a ','");
  }

  std::int64_t length() {
    skip_spaces();
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (failure == std::errc::result_out_of_range) fail("length over 64 bits");
    if (failure != std::errc{}) fail("length expected");
    if (value < 0) refuse("negative length " + std::to_string(value));
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote "3L"
    return value;
  }

  // Also where one length is 0: the product of the others serves as strides.
  void check_size() const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    auto bytes = static_cast<std::int64_t>(detail::item_size(header_.type));
    for (const std::int64_t n : header_.dims) {
      if (n == 0) continue;
      if (bytes > most / n) refuse("shape " + to_string(header_.dims) + " is larger than any memory");
      bytes *= n;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  npy_header header_;
  bool seen_descr_ = false;
  bool seen_order_ = false;
  bool seen_shape_ = false;
};

std::string descr_of(dtype type) {
  const auto* const found =
      std::find_if(type_codes.begin(), type_codes.end(), [&](const auto& c) { return c.second == type; });
  return (detail::item_size(type) == 1 ? '|' : native_order) + std::string(found->first);
}

// NumPy pads so that the first length (the last in Fortran order) can be overwritten by a longer number.
std::size_t growth_room(const shape& dims, bool fortran_order) {
  if (dims.ndim() == 0) return 0;
  const std::size_t digits = std::to_string(dims[fortran_order ? dims.ndim() - 1 : 0]).size();
  return growth_digits - std::min(digits, growth_digits);
}

}  // namespace

npy_text_range parse_npy_preamble(std::span<const unsigned char> start) {
  const bool magic_there = start.size() >= magic.size() + 2 &&
                           std::equal(magic.begin(), magic.end(), start.begin(),
                                      [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; });
  if (!magic_there) refuse("not a .npy file");
  const unsigned major = start[6];
  const unsigned minor = start[7];
  if (major < 1 || major > 3 || minor != 0)
    refuse("format version " + std::to_string(major) + "." + std::to_string(minor) + " is not known");
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t begin = magic.size() + 2 + length_bytes;
  if (start.size() < begin) refuse("truncated before its header");
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= static_cast<std::size_t>(start[8 + i]) << (8 * i);
  if (length > longest_text) refuse("header of " + std::to_string(length) + " bytes is too long");
  return {begin, length};
}

npy_header parse_npy_text(std::string_view text) { return dict_parser(text).parse(); }

std::string make_npy_header(dtype type, const shape& dims, bool fortran_order) {
  std::string text = "{'descr': '" + descr_of(type) + "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                     ", 'shape': " + to_string(dims) + ", }";
  text.append(growth_room(dims, fortran_order), ' ');
  constexpr std::size_t preamble = 10;
  const std::size_t total = (preamble + text.size() + 1 + alignment - 1) / alignment * alignment;
  text.append(total - preamble - text.size() - 1, ' ');
  text += '\n';
  std::string header(magic);
  header += '\1';
  header += '\0';
  header += static_cast<char>(text.size() & 0xffU);
  header += static_cast<char>(text.size() >> 8U);
  return header + text;
}

}  // namespace gpu::io
