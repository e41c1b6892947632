// Files: reading at known sizes, and writing that leaves either the old file or the whole new one. Every call passes the
// call seam; failures throw io_error with the path and the system's reason.
#pragma once

#include <cstddef>
#include <string>

namespace gpu::io {

/// Throws io_error: "cannot <verb> '<path>': <reason>".
[[noreturn]] void throw_io_error(const char* verb, const std::string& path, const std::string& reason);
/// The same where `call` just failed: the reason is the call and errno's text.
[[noreturn]] void throw_failed_call(const char* verb, const std::string& path, const char* call);

/// A file descriptor, closed in the end.
class descriptor {
 public:
  explicit descriptor(int fd) noexcept : fd_(fd) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor();
  [[nodiscard]] int get() const noexcept { return fd_; }
  /// Closes it now: false, with errno, where the system reports that something written was lost.
  [[nodiscard]] bool close() noexcept;

 private:
  int fd_;  // -1 once closed
};

/// A regular file open for reading.
class input_file {
 public:
  explicit input_file(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Its size in bytes when it was opened.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Reads the `bytes` bytes at `offset`; throws io_error where the file ends before.
  void read(void* to, std::size_t bytes, std::size_t offset) const;

 private:
  std::string path_;
  descriptor fd_;
  std::size_t size_;
};

/// A new file that takes the place of `path` with `commit` and vanishes without it. Whoever reads `path` meanwhile sees
/// the old file. Symbolic links are followed, the permissions of an old file are kept.
class output_file {
 public:
  explicit output_file(const std::string& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  void write(const void* from, std::size_t bytes);
  /// Puts the file in place; `durable`: after it has reached the disk.
  void commit(bool durable);

 private:
  struct replaced_file {
    std::string name;  // links resolved
    unsigned mode;     // 0: there is none yet
  };
  output_file(const std::string& path, const replaced_file& old);
  static replaced_file replaced_by(const std::string& path);

  std::string path_;       // as the user gave it: for messages
  std::string target_;     // links resolved
  std::string temporary_;  // empty once committed
  descriptor fd_;
};

}  // namespace gpu::io
