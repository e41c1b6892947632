// CUB's algorithms called by hand on device memory, float32. Scratch memory is made by the first call and kept. All work is
// queued on the legacy default stream.
#pragma once

#include <cstddef>
#include <cstdint>

namespace by_hand {

/// Memory that one algorithm works in; as large as its largest request.
class scratch {
 public:
  scratch() = default;
  ~scratch();
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  [[nodiscard]] void* of_size(std::size_t bytes);

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

void sum(scratch& memory, const float* x, float* result, std::int64_t n);
void argmax(scratch& memory, const float* x, float* value, std::int64_t* index, std::int64_t n);
void cumsum(scratch& memory, const float* x, float* result, std::int64_t n);
void sort(scratch& memory, const float* x, float* result, std::int64_t n);
/// Indices that sort x: int64, as NumPy's; `order` holds 0, 1, … n - 1.
void argsort(scratch& memory, const float* x, float* keys, const std::int64_t* order, std::int64_t* result,
             std::int64_t n);
/// 0, 1, … n - 1.
void iota(std::int64_t* x, std::int64_t n);
/// The elements above `threshold`; their number is left on the device and returned, which waits.
std::int64_t select_above(scratch& memory, const float* x, float threshold, float* result, std::int64_t* count,
                          std::int64_t n);

}  // namespace by_hand
