#!/usr/bin/env bash
# check_no_cuda_libraries.sh LIBRARY…: fails where a library needs a CUDA library to be loaded: the same binary has to run
# where there is no driver and no toolkit.
set -euo pipefail

for library in "$@"; do
  needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  [[ -n $needed ]] || { echo "$library: readelf shows no needed library"; exit 1; }
  if cuda=$(grep -E '^lib(cu|nv)' <<<"$needed"); then
    echo "$library needs: $cuda"
    exit 1
  fi
  echo "$library needs only: ${needed//$'\n'/ }"
done
