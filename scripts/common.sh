# Shared by the scripts of this folder, which source it: packages, the CUDA Toolkit, configuring.
# shellcheck shell=bash

set -euo pipefail

# The scripts work from the project's folder, wherever they are called from.
project_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$project_dir"

minimum_cmake=3.25
minimum_cuda=12.8
wheel_toolkit=$project_dir/.cuda/toolkit

say() { printf '%s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

jobs() { nproc 2>/dev/null || echo 2; }

# at_least VERSION MINIMUM: true where VERSION is that or later.
at_least() { [[ $(printf '%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# --- packages ------------------------------------------------------------------------------------------------------------

# package_here NAME: true where dpkg has it installed.
package_here() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# missing_packages GROUP…: those of packages.txt's groups that are not installed.
missing_packages() {
  local group name wanted
  while read -r group name; do
    for wanted in "$@"; do
      if [[ $group == "$wanted" ]] && ! package_here "$name"; then echo "$name"; fi
    done
  done < <(grep -v '^#' scripts/packages.txt)
}

# install_packages GROUP…: with apt where that may be done without asking, else says what is missing and ends.
install_packages() {
  command -v dpkg-query >/dev/null || return 0  # another distribution: CMake says what it does not find
  local missing sudo=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then sudo=(sudo -n); fi
  if ! command -v apt-get >/dev/null || ! "${sudo[@]}" true 2>/dev/null; then
    fail "these packages are missing, and this user may not install them:
  sudo apt-get install ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install: ${missing[*]}"
}

check_cmake() {
  local version
  version=$(cmake --version | sed -n 's/^cmake version \([0-9.]*\).*/\1/p')
  at_least "$version" "$minimum_cmake" || fail "CMake $minimum_cmake or later is needed; $(command -v cmake) is $version"
}

# --- the CUDA Toolkit ----------------------------------------------------------------------------------------------------

# toolkit_version FOLDER: "13.0", or nothing where the folder holds no working nvcc.
toolkit_version() {
  if [[ -x $1/bin/nvcc ]]; then
    "$1/bin/nvcc" --version 2>/dev/null | sed -n 's/^.*release \([0-9.]*\),.*/\1/p' || true
  fi
}

# toolkit_candidates: folders in which a toolkit may be, best first. GPU_HIDE_SYSTEM_CUDA=1 leaves out all but our own,
# which is how the way through the wheels is tried on a machine that has a toolkit.
toolkit_candidates() {
  if [[ -z ${GPU_HIDE_SYSTEM_CUDA:-} ]]; then
    if [[ -n ${CUDAToolkit_ROOT:-} ]]; then echo "$CUDAToolkit_ROOT"; fi
    local nvcc
    if nvcc=$(command -v nvcc); then dirname "$(dirname "$(readlink -f "$nvcc")")"; fi
    echo /usr/local/cuda
    printf '%s\n' /usr/local/cuda-* | sort -rV
    printf '%s\n' "${CUDA_HOME:-}" "${CUDA_PATH:-}" /opt/cuda /opt/cuda-* /usr/lib/cuda /usr/lib/nvidia-cuda-toolkit /usr
  fi
  echo "$wheel_toolkit"
}

# find_toolkit: sets toolkit and toolkit_release, or returns 1. Ones that are too old are named once and passed over.
find_toolkit() {
  local folder real version
  local -A seen=()
  while read -r folder; do
    [[ -d $folder ]] || continue
    real=$(readlink -f "$folder")
    [[ -z ${seen[$real]:-} ]] || continue
    seen[$real]=1
    version=$(toolkit_version "$folder")
    [[ -n $version ]] || continue
    if at_least "$version" "$minimum_cuda"; then
      toolkit=$folder
      toolkit_release=$version
      return 0
    fi
    say "CUDA Toolkit $version in $folder is passed over: $minimum_cuda or later is needed"
  done < <(toolkit_candidates)
  return 1
}

# link_plain_names FOLDER: libname.so beside libname.so.13, which wheels leave out and linkers ask for.
link_plain_names() {
  local library plain
  for library in "$1"/lib*.so.*; do
    plain=${library%%.so.*}.so
    if [[ ! -e $plain ]]; then ln -s "$(basename "$library")" "$plain"; fi
  done
}

# fetch_toolkit: the toolkit from NVIDIA's wheels, laid out in .cuda/ as an installed one is. Complete or not there at all.
fetch_toolkit() {
  say "no CUDA Toolkit $minimum_cuda or later: fetching NVIDIA's wheels into .cuda/ (about 1 GB unpacked)"
  if ! python3 -m pip --version >/dev/null 2>&1; then install_packages wheels; fi
  rm -rf .cuda/new .cuda/toolkit
  mkdir -p .cuda
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-deps --only-binary :all: \
    --target .cuda/new --requirement scripts/cuda-wheels.txt || fail "pip could not fetch scripts/cuda-wheels.txt"
  local root=.cuda/new/nvidia/cu13
  [[ -x $root/bin/nvcc ]] || fail "the wheels hold no $root/bin/nvcc"
  if [[ ! -e $root/lib64 ]]; then ln -s lib "$root/lib64"; fi
  link_plain_names "$root/lib"
  mv "$root" .cuda/toolkit
  rm -rf .cuda/new
}

# need_toolkit: finds a toolkit or fetches one.
need_toolkit() {
  if ! find_toolkit; then
    fetch_toolkit
    find_toolkit || fail "the toolkit in $wheel_toolkit does not run"
  fi
  say "CUDA Toolkit $toolkit_release in $toolkit"
}

# --- building ------------------------------------------------------------------------------------------------------------

# has_gpu: true where the kernel shows an NVIDIA GPU.
has_gpu() { compgen -G '/dev/nvidia[0-9]*' >/dev/null; }

# configure PRESET [-B FOLDER] [OPTION…]: with the toolkit that was found. Where CMake is given another CUDA compiler than a
# folder was configured with, be it only another path to the same one, it drops that folder's cache and with it the options
# of the very call. So the path that is there is kept, and a folder of really another compiler starts afresh.
configure() {
  local preset=$1 folder=build/$1 compiler=$toolkit/bin/nvcc before
  shift
  if [[ ${1:-} == -B ]]; then folder=$2; fi
  before=$(sed -n 's/^set(CMAKE_CUDA_COMPILER "\(.*\)")$/\1/p' "$folder"/CMakeFiles/*/CMakeCUDACompiler.cmake 2>/dev/null |
    head -n 1 || true)
  if [[ $before -ef $compiler ]]; then
    compiler=$before
  elif [[ -n $before ]]; then
    rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
  fi
  cmake --preset "$preset" -DCUDAToolkit_ROOT="$toolkit" -DCMAKE_CUDA_COMPILER="$compiler" "$@"
}
