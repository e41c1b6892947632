// Slices from text: "1:5, ::-1, ...".
#include <charconv>
#include <cstring>
#include <string>
#include <vector>

#include <gpu/error.hpp>

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {
namespace {

class slice_reader {
 public:
  explicit slice_reader(const char* text) : text_(text), at_(text), end_(text + std::strlen(text)) {}

  std::vector<slice_item> read() {
    std::vector<slice_item> items;
    skip_blanks();
    while (at_ != end_) {
      items.push_back(item());
      skip_blanks();
      if (at_ == end_) break;
      expect(',');
      skip_blanks();
    }
    return items;
  }

 private:
  slice_item item() {
    if (take("...")) return ellipsis();
    if (take("None") || take("newaxis")) return newaxis();
    bound parts[3] = {placeholders::_, placeholders::_, placeholders::_};
    int part = 0;
    bool any = false, colon = false;
    while (true) {
      skip_blanks();
      if (starts_number()) {
        parts[part] = number();
        any = true;
      }
      skip_blanks();
      if (at_ == end_ || *at_ != ':') break;
      ++at_;
      colon = true;
      if (++part > 2) fail();
    }
    if (colon) return {slice_kind::range, parts[0], parts[1], parts[2].given ? parts[2].value : 1};
    if (!any) fail();
    return slice_item(parts[0].value);
  }
  bool starts_number() const { return at_ != end_ && (*at_ == '-' || *at_ == '+' || (*at_ >= '0' && *at_ <= '9')); }
  std::int64_t number() {
    if (*at_ == '+') ++at_;
    std::int64_t value = 0;
    const auto [stop, code] = std::from_chars(at_, end_, value);
    if (code != std::errc()) fail();
    at_ = stop;
    return value;
  }
  bool take(const char* word) {
    const std::size_t n = std::strlen(word);
    if (static_cast<std::size_t>(end_ - at_) < n || std::strncmp(at_, word, n) != 0) return false;
    at_ += n;
    return true;
  }
  void expect(char c) {
    if (*at_ != c) fail();
    ++at_;
  }
  void skip_blanks() {
    while (at_ != end_ && *at_ == ' ') ++at_;
  }
  [[noreturn]] void fail() const {
    throw value_error("not a slice: \"" + std::string(text_) + "\" at position " + std::to_string(at_ - text_) +
                      "; expected something like \"1:5, ::-1, ...\"");
  }

  const char* text_;
  const char* at_;
  const char* end_;
};

}  // namespace

std::vector<slice_item> parse_slices(const char* text) { return slice_reader(text).read(); }

}  // namespace detail
GPU_END_NAMESPACE
