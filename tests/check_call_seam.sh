#!/usr/bin/env bash
# check_call_seam.sh SOURCES: fails where a source calls CUDA, its libraries, the file system or an allocator of user-sized
# memory without passing the call seam (src/runtime/call_seam.hpp), so that no test could make the call fail.
set -euo pipefail

# Not made to fail: they word an error, end with the process, or are asked once, when a library is opened.
exempt='cuGetErrorName|cuGetErrorString|nvrtcGetErrorString|cublasGetStatusString|cudaGetErrorString|cudaGetLastError|cuInit|cuDeviceGetCount'

# library_calls FILE…: calls by name. Through the seam's macros a name is followed by a comma.
library_calls() {
  awk -v exempt="($exempt)[(]" '
    { line = $0; sub(/\/\/.*/, "", line) }
    line ~ /(^|[^A-Za-z0-9_])(cu[A-Z]|cuda[A-Z]|nvrtc[A-Z]|cublas[A-Z]|curand[A-Z])[A-Za-z0-9_]*\(/ &&
      line !~ exempt && previous !~ /seam::announce\(/ { print FILENAME ":" FNR ": " $0 }
    { previous = line }' "$@"
}

# file_calls FILE…: of the system, and of the standard library. A trace that nobody can read stops no program: stderr is exempt.
file_calls() {
  awk '
    { line = $0; sub(/\/\/.*/, "", line); around = before previous line }
    line ~ /(^|[^A-Za-z0-9_])(::(open|openat|close|read|pread|write|pwrite|fsync|stat|fstat|lstat|fchmod|unlink|rename|mkdir|mmap|ftruncate)|fopen|mkdir|mmap|std::rename|std::remove|fs::(rename|remove|remove_all|last_write_time|resize_file|copy_file|directory_iterator))[ a-z]*\(/ &&
      around !~ /file_call\(|allowed\(|seam::(announce|enter)\(/ && line !~ /STDERR_FILENO/ { print FILENAME ":" FNR ": " $0 }
    line ~ /std::(basic_)?[io]?fstream/ && around !~ /allowed\(|seam::enter\(/ { print FILENAME ":" FNR ": " $0 }
    { before = previous; previous = line }' "$@"
}

# allocations FILE…: host memory by the block.
allocations() {
  awk '
    { line = $0; sub(/\/\/.*/, "", line) }
    line ~ /(aligned_alloc|posix_memalign|malloc|calloc)[ ]*\(|::operator new\(|new \(std::nothrow\)/ &&
      FILENAME !~ /(runtime\/host_allocator|runtime\/host_block|cpu\/scratch)\.cpp$/ { print FILENAME ":" FNR ": " $0 }' "$@"
}

violations() {
  library_calls "$@"
  file_calls "$@"
  allocations "$@"
}

# The check finds what it is for, and nothing else.
sample=$(mktemp --suffix=.cpp)
trap 'rm -f "$sample"' EXIT
cat >"$sample" <<'EOF'
  driver().cuLaunchKernel(function);
  cublas().cublasCreate(&handle);
  const int fd = ::open(path, 0);
  std::ofstream out(path);

  void* block = std::malloc(bytes);
  GPU_DRIVER(cuLaunchKernel, function);
  table.cuGetErrorName(code, &name);
  const int got = file_call("read", [&] { return ::read(fd, to, n); });
  runtime::seam::announce(kind::file, "close");
  ::close(fd);
EOF
found=$(violations "$sample" | wc -l)
((found == 5)) || { echo "the check itself is wrong: it finds $found of 5"; violations "$sample"; exit 1; }

mapfile -t files < <(find "$1" \( -name '*.cpp' -o -name '*.hpp' -o -name '*.cu' -o -name '*.cuh' \) | sort)
list=$(violations "${files[@]}")
[[ -z $list ]] || { echo "not through the call seam:"; echo "$list"; exit 1; }
echo "${#files[@]} sources: every call passes the call seam"
