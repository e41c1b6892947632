#!/usr/bin/env bash
# check_golden.sh GOLDEN FILE: no statement costs more than FILE says; and the comparison itself fails where one does, or
# where a statement has no row.
set -euo pipefail

golden=$1
file=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$golden" --write "$folder/now.tsv"
"$golden" --compare "$file" "$folder/now.tsv"

# must_fail NAME AWK_PROGRAM: the file, changed so that this machine's figures are worse than it says, is refused.
must_fail() {
  awk -F'\t' -v OFS='\t' "$2" "$folder/now.tsv" >"$folder/$1.tsv"
  if "$golden" --compare "$folder/$1.tsv" "$folder/now.tsv" >"$folder/$1.txt"; then
    echo "golden does not see: $1"
    cat "$folder/$1.txt"
    exit 1
  fi
}
must_fail "one more launch" '$1 == "softmax" { $2 = $2 - 1 } { print }'
must_fail "one more kernel" '$1 == "softmax" { sub(/,[0-9]+$/, "", $9) } { print }'
must_fail "more instructions" '$1 == "add" { $10 = $10 - 1 } { print }'
must_fail "a new statement" '$1 != "add" { print }'

# Another compiler's code is not compared, its counts are.
sed 's/^# compiler .*/# compiler V0.0.0/' "$folder/more instructions.tsv" >"$folder/other.tsv"
"$golden" --compare "$folder/other.tsv" "$folder/now.tsv" | grep -q '^skipped: instructions'
