// Names for the arrays of an explanation.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "plan/kernel.hpp"

namespace gpu::plan {

/// Part of a storage as the expression sees it: lengths and strides by its own axes.
struct window {
  std::int64_t offset = 0;
  shape dims;
  shape strides;
  friend bool operator==(const window& a, const window& b) noexcept {
    return a.offset == b.offset && a.dims == b.dims && a.strides == b.strides;
  }
};

/// Arrays that were there are a, b, c, …, and different windows of one are a, a2, a3; temporaries are t1, t2, …; the last kernel
/// writes "result", if that is no array which was there.
class storage_names {
 public:
  /// Kernels write these: all but the last one's are temporaries.
  void add_temporary(const runtime::storage_ref& written);
  void add_result(const runtime::storage_ref& written);

  [[nodiscard]] std::string name_of(const runtime::storage_ref& data, const window& part);
  [[nodiscard]] bool is_temporary(const runtime::storage_ref& data) const;

 private:
  struct entry {
    std::string name;
    bool temporary = false;
    std::vector<window> windows;  // of an array that was there
  };
  static std::string letters(std::size_t number);

  std::unordered_map<const runtime::storage*, entry> entries_;
  std::size_t arrays_ = 0;
  std::size_t temporaries_ = 0;
};

}  // namespace gpu::plan
