# Counts test cases in the output of `ctest -V`: prints "PASSED FAILED". A doctest program counts by its cases, a conformance
# run by its own closing line, any other test as one; a program that fails though none of its cases did counts one failure.

function number_before(word) { return match($0, "[0-9]+ " word) ? substr($0, RSTART, RLENGTH) + 0 : 0 }

/^[0-9]+: \[doctest\] test cases:/ || /^[0-9]+: [0-9]+ passed, [0-9]+ failed/ {
  id = $1 + 0
  counted[id] = 1
  passed += number_before("passed")
  case_failures[id] += number_before("failed")
  failed += number_before("failed")
}

/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  match($0, /#[0-9]+/)
  id = substr($0, RSTART + 1, RLENGTH - 1) + 0
  ok = /   Passed /
  if (!ok && !case_failures[id]) failed++
  if (ok && !counted[id]) passed++
}

END { print passed + 0, failed + 0 }
