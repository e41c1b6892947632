// Compiled kernels on disk, shared by processes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpu::cuda_backend {

/// Files of one folder, each named by the hash of its key and holding key, image and a checksum. All calls are safe from many
/// threads and processes. Nothing here throws for a folder or file that is damaged or can't be used: that costs a
/// compilation, and the first time a warning on stderr.
class disk_cache {
 public:
  /// An empty folder name means no cache.
  explicit disk_cache(std::string folder, std::size_t limit_bytes = default_limit);

  /// The image stored under exactly this key.
  [[nodiscard]] std::optional<std::string> read(const std::string& key);
  /// Whether there is a file for this key. Does not open it.
  [[nodiscard]] bool holds(const std::string& key) const;
  /// Stores an image: written beside and renamed into place. Removes the longest unused files beyond the limit.
  void write(const std::string& key, const std::string& image);
  /// Where the image of `key` is or would be.
  [[nodiscard]] std::string file_of(const std::string& key) const;

  static constexpr std::size_t default_limit = std::size_t{256} << 20;

 private:
  void warn(const std::string& problem);
  bool make_folder();
  void trim() const;

  std::string folder_;
  std::size_t limit_bytes_;
  bool usable_ = false;
};

/// The process's cache: in $GPU_CACHE_DIR, else $XDG_CACHE_HOME/gpu_ndarray, else ~/.cache/gpu_ndarray.
[[nodiscard]] disk_cache& process_disk_cache();
/// For tests: `cache` stands in for the process's from now on; null ends that.
void replace_process_disk_cache(disk_cache* cache) noexcept;

/// 64 bits of FNV-1a, begun from `seed`.
[[nodiscard]] std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325ULL) noexcept;
[[nodiscard]] std::string hex(std::uint64_t n);

}  // namespace gpu::cuda_backend
