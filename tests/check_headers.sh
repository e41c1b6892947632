#!/usr/bin/env bash
# check_headers.sh COMPILER INCLUDE_DIR: each public header compiles alone and without a warning. Headers of gpu/interop/
# stand on another library and are left out where it is not installed.
set -euo pipefail

compiler=$1
include_dir=$2
source_file=$(mktemp --suffix=.cpp)
trap 'rm -f "$source_file"' EXIT
checked=0
failed=0
while read -r header; do
  # Twice: a header without an include guard fails too.
  printf '#include <%s>\n#include <%s>\nint main() {}\n' "$header" "$header" >"$source_file"
  if [[ $header == gpu/interop/xtensor* ]] && ! "$compiler" -std=c++20 -fsyntax-only -x c++ - <<<"
      #if !__has_include(<xtensor/xarray.hpp>) && !__has_include(<xtensor/containers/xarray.hpp>)
      #error
      #endif" 2>/dev/null; then
    echo "$header: xtensor is not installed"
    continue
  fi
  if ! "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror \
      -I "$include_dir" "$source_file"; then
    echo "$header does not stand alone"
    failed=$((failed + 1))
  fi
  checked=$((checked + 1))
done < <(cd "$include_dir" && find gpu -name '*.hpp' | sort)
echo "$checked headers checked with $compiler, $failed failed"
((checked > 0 && failed == 0))
