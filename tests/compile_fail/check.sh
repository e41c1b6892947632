#!/bin/sh
# Usage: check.sh COMPILER INCLUDE_DIR CASES
# Compiles each statement of the cases by itself. Each must be refused, with a first line that says why.
set -u
compiler=$1 include=$2 cases=$3
case $(basename "$compiler") in
  clang*) column=3 ;;
  *) column=2 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/head.hpp" <<'END'
#include <gpu/gpu.hpp>
using F = gpu::ndarray<float>;
using I = gpu::ndarray<int>;
extern F a, b;
extern const F c;
extern I i, k;
extern gpu::ndarray<unsigned char> u;
extern gpu::ndarray<std::complex<float>> z;
extern gpu::ndarray<bool> m;
END
compile() { "$compiler" -std=c++20 -fsyntax-only -I "$include" -I "$folder" "$@"; }

# the frame itself compiles, with a statement that is right
printf '#include "head.hpp"\nvoid f() { b = a + c; }\n' > "$folder/right.cpp"
if ! compile "$folder/right.cpp"; then
  echo "the frame of the cases does not compile"
  exit 1
fi

failed=0 tried=0
while IFS= read -r line; do
  case $line in '#'* | '') continue ;; esac
  statement=$(printf '%s\n' "$line" | awk -F ' [|] ' '{print $1}')
  pattern=$(printf '%s\n' "$line" | awk -F ' [|] ' -v c="$column" '{print $c}')
  tried=$((tried + 1))
  printf '#include "head.hpp"\nvoid f() { %s }\n' "$statement" > "$folder/case.cpp"
  if LC_ALL=C compile "$folder/case.cpp" > "$folder/out" 2>&1; then
    echo "compiles, and should not: $statement"
    failed=$((failed + 1))
    continue
  fi
  first=$(grep -m 1 'error:' "$folder/out")
  if ! printf '%s\n' "$first" | grep -Eq -- "$pattern"; then
    echo "refused, but not as expected: $statement"
    echo "  $first"
    failed=$((failed + 1))
  fi
done < "$cases"
echo "$tried statements, $failed not refused as they should be"
[ "$failed" -eq 0 ] && [ "$tried" -gt 0 ]
