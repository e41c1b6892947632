#include "cuda/disk_cache.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "runtime/call_seam.hpp"
#include "runtime/counters.hpp"
#include "runtime/immortal.hpp"

namespace gpu::cuda_backend {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view magic = "gpu-ndarray kernel 1\n";
constexpr const char* suffix = ".kernel";

/// What a file holds: magic, the three numbers, key, image.
struct file_head {
  std::uint64_t key_bytes;
  std::uint64_t image_bytes;
  std::uint64_t checksum;  // of key and image
};

std::uint64_t checksum_of(std::string_view key, std::string_view image) noexcept { return fnv1a(image, fnv1a(key)); }

/// Whether no test wants this file operation to fail.
bool allowed(const char* operation) noexcept { return runtime::seam::enter(runtime::seam::kind::file, operation); }

std::optional<std::string> read_file(const std::string& path) {
  if (!allowed("cache open")) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in || !allowed("cache read")) return std::nullopt;
  std::ostringstream content;
  content << in.rdbuf();
  return std::move(content).str();
}

/// The image in `content`, if it is whole and belongs to `key`.
std::optional<std::string> image_in(std::string_view content, std::string_view key) {
  if (content.substr(0, magic.size()) != magic) return std::nullopt;
  content.remove_prefix(magic.size());
  file_head head{};
  if (content.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, content.data(), sizeof head);
  content.remove_prefix(sizeof head);
  if (head.key_bytes != key.size() || content.size() < key.size() || content.size() - key.size() != head.image_bytes)
    return std::nullopt;
  const std::string_view image = content.substr(key.size());
  if (content.substr(0, key.size()) != key || checksum_of(key, image) != head.checksum) return std::nullopt;
  return std::string(image);
}

std::string unique_suffix() {
  static std::atomic<unsigned> count{0};
  return ".tmp" + std::to_string(getpid()) + "_" + std::to_string(count.fetch_add(1));
}

bool write_file(const std::string& path, std::string_view key, std::string_view image) {
  if (!allowed("cache write")) return false;
  const file_head head{key.size(), image.size(), checksum_of(key, image)};
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << magic;
  out.write(reinterpret_cast<const char*>(&head), sizeof head);
  out << key << image;
  out.close();
  return out.good();
}

std::string folder_from_environment() {
  const auto value = [](const char* name) -> std::string {
    const char* text = std::getenv(name);
    return text != nullptr ? text : "";
  };
  if (std::string own = value("GPU_CACHE_DIR"); !own.empty()) return own;
  if (const std::string xdg = value("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/gpu_ndarray";
  if (const std::string home = value("HOME"); !home.empty()) return home + "/.cache/gpu_ndarray";
  return {};
}

}  // namespace

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed) noexcept {
  std::uint64_t hash = seed;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

std::string hex(std::uint64_t n) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; n >>= 4U) text[i] = "0123456789abcdef"[n & 15U];
  return text;
}

disk_cache::disk_cache(std::string folder, std::size_t limit_bytes)
    : folder_(std::move(folder)), limit_bytes_(limit_bytes), usable_(!folder_.empty() && make_folder()) {}

bool disk_cache::make_folder() {
  std::error_code problem;
  if (!fs::is_directory(folder_, problem)) {
    fs::create_directories(fs::path(folder_).parent_path(), problem);
    const bool made = allowed("cache mkdir") && mkdir(folder_.c_str(), S_IRWXU) == 0;
    if (!made && !fs::is_directory(folder_, problem)) {
      warn("cannot make the folder");
      return false;
    }
  }
  return true;
}

void disk_cache::warn(const std::string& problem) {
  static std::once_flag once;
  std::call_once(once, [&] {
    std::cerr << "gpu: the kernel cache in " << folder_ << " is of no use (" << problem
              << "): kernels are compiled anew\n";
  });
}

std::string disk_cache::file_of(const std::string& key) const {
  return folder_ + '/' + hex(fnv1a(key)) + hex(fnv1a(key, 0x9e3779b97f4a7c15ULL)) + suffix;
}

std::optional<std::string> disk_cache::read(const std::string& key) {
  if (!usable_) return std::nullopt;
  const std::string path = file_of(key);
  const std::optional<std::string> content = read_file(path);
  if (!content) return std::nullopt;
  std::optional<std::string> image = image_in(*content, key);
  if (!image) {
    runtime::counters().disk_rejects.add();
    warn("a damaged file: " + path);
    return std::nullopt;
  }
  runtime::counters().disk_hits.add();
  std::error_code ignored;
  if (allowed("cache touch"))
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // the time of last use, for trim
  return image;
}

bool disk_cache::holds(const std::string& key) const {
  std::error_code problem;
  return usable_ && fs::exists(file_of(key), problem);
}

void disk_cache::write(const std::string& key, const std::string& image) {
  if (!usable_) return;
  const std::string path = file_of(key);
  const std::string temporary = path + unique_suffix();
  std::error_code problem;
  bool written = write_file(temporary, key, image) && allowed("cache rename");
  if (written) {
    fs::rename(temporary, path, problem);
    written = !problem;
  }
  if (!written) {
    runtime::seam::announce(runtime::seam::kind::file, "cache remove");
    fs::remove(temporary, problem);
    warn("cannot write " + path);
    return;
  }
  trim();
}

void disk_cache::trim() const {
  struct entry {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<entry> entries;
  std::uintmax_t total = 0;
  std::error_code problem;
  if (!allowed("cache list")) return;
  for (fs::directory_iterator it(folder_, problem), end; !problem && it != end; it.increment(problem)) {
    std::error_code gone;  // other processes remove files too
    const auto bytes = it->file_size(gone);
    const auto used = it->last_write_time(gone);
    if (gone) continue;
    entries.push_back({used, bytes, it->path()});
    total += bytes;
  }
  if (total <= limit_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const entry& a, const entry& b) { return a.used < b.used; });
  for (const entry& e : entries) {
    if (total <= limit_bytes_ / 4 * 3) break;  // some room, so that not every write trims
    runtime::seam::announce(runtime::seam::kind::file, "cache remove");
    fs::remove(e.path, problem);
    total -= e.bytes;
  }
}

namespace {

std::atomic<disk_cache*> replacement{nullptr};

}  // namespace

void replace_process_disk_cache(disk_cache* cache) noexcept { replacement.store(cache); }

disk_cache& process_disk_cache() {
  if (disk_cache* const other = replacement.load()) return *other;
  static runtime::immortal<disk_cache> cache(folder_from_environment());
  return *cache;
}

}  // namespace gpu::cuda_backend
