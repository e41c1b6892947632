// Host memory. A freed block is kept in a list of its size class, so that a loop which makes and drops arrays neither calls
// the system nor faults its pages in again.
#include <array>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "runtime/allocator.hpp"
#include "runtime/call_seam.hpp"

namespace gpu::runtime {
namespace {

constexpr std::size_t alignment = 256;
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t huge_from = 2 * huge_page;  // below this a huge page would waste more than it saves
constexpr int steps_per_doubling = 8;             // so that a class wastes at most an eighth
constexpr int class_count = 64 * steps_per_doubling;

struct size_class {
  int index;
  std::size_t bytes;
};

/// The smallest class that holds `bytes`: eight evenly spaced sizes from each power of two to the next.
size_class class_of(std::size_t bytes) noexcept {
  if (bytes <= alignment * steps_per_doubling) {
    const std::size_t units = (bytes + alignment - 1) / alignment;
    return {static_cast<int>(units), units * alignment};
  }
  const int doubling = static_cast<int>(std::bit_width(bytes - 1)) - 1;
  const std::size_t step = (std::size_t{1} << doubling) / steps_per_doubling;
  const std::size_t steps = (bytes - (std::size_t{1} << doubling) + step - 1) / step;
  return {doubling * steps_per_doubling + static_cast<int>(steps), (std::size_t{1} << doubling) + steps * step};
}

std::size_t physical_pages(int which) noexcept {
  const long pages = sysconf(which);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : 0;
}

class host_allocator final : public allocator {
 public:
  host_allocator() : limit_(physical_pages(_SC_PHYS_PAGES) / 4) {}
  ~host_allocator() override { host_allocator::release_cached(); }

  block allocate(std::size_t bytes) override {
    const size_class c = class_of(bytes);
    if (void* kept = take(c)) return {kept, block_source::kept};
    return {from_system(c.bytes), block_source::system};
  }

  void deallocate(void* data, std::size_t bytes) noexcept override {
    if (!keep(data, class_of(bytes))) std::free(data);
  }

  void release_cached() noexcept override {
    const std::lock_guard lock(mutex_);
    for (auto& list : lists_) {
      for (void* data : list) std::free(data);
      list.clear();
    }
    kept_bytes_ = 0;
  }

  memory available() const noexcept override {
    return {physical_pages(_SC_AVPHYS_PAGES), physical_pages(_SC_PHYS_PAGES)};
  }

 private:
  std::vector<void*>& list_of(size_class c) noexcept { return lists_[static_cast<std::size_t>(c.index)]; }

  void* take(size_class c) {
    const std::lock_guard lock(mutex_);
    auto& list = list_of(c);
    if (list.empty()) return nullptr;
    void* data = list.back();
    list.pop_back();
    kept_bytes_ -= c.bytes;
    return data;
  }

  bool keep(void* data, size_class c) noexcept {
    const std::lock_guard lock(mutex_);
    if (kept_bytes_ + c.bytes > limit_) return false;
    try {
      list_of(c).push_back(data);
    } catch (...) {
      return false;
    }
    kept_bytes_ += c.bytes;
    return true;
  }

  static void* from_system(std::size_t bytes) noexcept {
    if (!seam::enter(seam::kind::allocation, "aligned_alloc")) return nullptr;
    const std::size_t align = bytes >= huge_from ? huge_page : alignment;
    const std::size_t rounded = (bytes + align - 1) / align * align;
    if (rounded < bytes) return nullptr;
    void* data = std::aligned_alloc(align, rounded);
    if (data != nullptr && align == huge_page) madvise(data, rounded, MADV_HUGEPAGE);  // advice: a refusal is no error
    return data;
  }

  const std::size_t limit_;
  std::mutex mutex_;
  std::array<std::vector<void*>, class_count> lists_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace

std::unique_ptr<allocator> make_host_allocator() { return std::make_unique<host_allocator>(); }

}  // namespace gpu::runtime
