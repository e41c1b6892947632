#include "io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <gpu/error.hpp>

#include "runtime/call_seam.hpp"

namespace gpu::io {
namespace {

std::string reason(int code) { return std::generic_category().message(code); }

// Makes a file call unless a test wants it to fail, and again where a signal interrupted it. -1 with errno on failure.
template <class Call>
auto file_call(const char* name, Call call) -> decltype(call()) {
  if (!runtime::seam::enter(runtime::seam::kind::file, name)) {
    errno = EIO;
    return -1;
  }
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

int open_for_reading(const std::string& path) {
  // Without O_NONBLOCK a named pipe would block here before it can be refused.
  const int fd = file_call("open", [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
  if (fd == -1) throw_failed_call("read", path, "open");
  return fd;
}

std::size_t size_of_regular(int fd, const std::string& path) {
  struct stat info {};
  if (file_call("fstat", [&] { return ::fstat(fd, &info); }) == -1) throw_failed_call("read", path, "fstat");
  if (!S_ISREG(info.st_mode)) throw_io_error("read", path, "not a regular file");
  return static_cast<std::size_t>(info.st_size);
}

std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> serial{0};
  return target + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(serial.fetch_add(1));
}

int create(const std::string& temporary, const std::string& path) {
  const int fd =
      file_call("create", [&] { return ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
  if (fd == -1) throw_failed_call("write", path, "create");
  return fd;
}

/// The file that a symbolic link leads to.
std::string link_target(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, failure);
  if (failure) throw_io_error("write", path, failure.message());
  return target.string();
}

}  // namespace

void throw_io_error(const char* verb, const std::string& path, const std::string& why) {
  throw io_error(std::string("cannot ") + verb + " '" + path + "': " + why);
}

void throw_failed_call(const char* verb, const std::string& path, const char* call) {
  const int code = errno;
  throw_io_error(verb, path, std::string(call) + " failed: " + reason(code));
}

descriptor::~descriptor() {
  if (fd_ == -1) return;
  runtime::seam::announce(runtime::seam::kind::file, "close");
  ::close(fd_);
}

bool descriptor::close() noexcept {
  // Not tried again after a signal: on Linux the descriptor is free by then. Whatever the outcome, it is closed.
  const bool allowed = runtime::seam::enter(runtime::seam::kind::file, "close");
  const bool closed = ::close(std::exchange(fd_, -1)) == 0 || errno == EINTR;
  if (!allowed) errno = EIO;
  return allowed && closed;
}

input_file::input_file(const std::string& path)
    : path_(path), fd_(open_for_reading(path)), size_(size_of_regular(fd_.get(), path)) {}

void input_file::read(void* to, std::size_t bytes, std::size_t offset) const {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = file_call("read", [&] { return ::pread(fd_.get(), at, bytes, static_cast<off_t>(offset)); });
    if (got == -1) throw_failed_call("read", path_, "read");
    if (got == 0)
      throw_io_error(
          "read", path_,
          "the file ends at byte " + std::to_string(offset) + ", " + std::to_string(bytes) + " bytes too early");
    at += got;
    offset += static_cast<std::size_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

// The file that `path` names now. Devices and directories must not be replaced by a file.
output_file::replaced_file output_file::replaced_by(const std::string& path) {
  struct stat old {};
  std::error_code failure;
  const bool link = std::filesystem::is_symlink(path, failure);
  const std::string name = link ? link_target(path) : path;
  if (file_call("stat", [&] { return ::stat(name.c_str(), &old); }) == -1) {
    if (errno != ENOENT) throw_failed_call("write", path, "stat");
    return {name, 0};
  }
  if (!S_ISREG(old.st_mode)) throw_io_error("write", path, "not a regular file");
  return {name, old.st_mode};
}

output_file::output_file(const std::string& path) : output_file(path, replaced_by(path)) {}

output_file::output_file(const std::string& path, const replaced_file& old)
    : path_(path), target_(old.name), temporary_(temporary_name(old.name)), fd_(create(temporary_, path)) {
  // Best effort: a file with other permissions is better than none.
  if (old.mode != 0) static_cast<void>(file_call("fchmod", [&] { return ::fchmod(fd_.get(), old.mode & 07777); }));
}

output_file::~output_file() {
  if (temporary_.empty()) return;
  runtime::seam::announce(runtime::seam::kind::file, "unlink");
  ::unlink(temporary_.c_str());
}

void output_file::write(const void* from, std::size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t put = file_call("write", [&] { return ::write(fd_.get(), at, bytes); });
    if (put == -1) throw_failed_call("write", path_, "write");
    at += put;
    bytes -= static_cast<std::size_t>(put);
  }
}

void output_file::commit(bool durable) {
  if (durable && file_call("fsync", [&] { return ::fsync(fd_.get()); }) == -1)
    throw_failed_call("write", path_, "fsync");
  if (!fd_.close()) throw_failed_call("write", path_, "close");
  if (file_call("rename", [&] { return std::rename(temporary_.c_str(), target_.c_str()); }) == -1)
    throw_failed_call("write", path_, "rename");
  temporary_.clear();
}

}  // namespace gpu::io
