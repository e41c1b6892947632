#!/usr/bin/env bash
# check_consumer.sh CMAKE BUILD_DIR CONSUMER_DIR COMPILER: installs the package and builds and runs a user's project with it.
set -euo pipefail

cmake=$1
build_dir=$2
consumer_dir=$3
compiler=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build_dir" --prefix "$work/prefix" --component library >/dev/null
"$cmake" -S "$consumer_dir" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=Release
"$cmake" --build "$work/build"
"$work/build/app"
