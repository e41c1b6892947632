# Counts test cases in the output of `ctest -V`: prints "PASSED FAILED". A doctest program counts by its cases, a conformance
# run by its own closing line, any other test as one; a program that fails though none of its cases did counts one failure.
# What a test that ctest calls passed says of failures is meant: it runs a program that has to find faults.

function number_before(word) { return match($0, "[0-9]+ " word) ? substr($0, RSTART, RLENGTH) + 0 : 0 }

/^[0-9]+: \[doctest\] test cases:/ || /^[0-9]+: [0-9]+ passed, [0-9]+ failed/ {
  id = $1 + 0
  case_passes[id] += number_before("passed")
  case_failures[id] += number_before("failed")
}

/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  match($0, /#[0-9]+/)
  id = substr($0, RSTART + 1, RLENGTH - 1) + 0
  if (/   Passed /) {
    passed += case_passes[id] ? case_passes[id] : 1
  } else {
    passed += case_passes[id]
    failed += case_failures[id] ? case_failures[id] : 1
  }
}

END { print passed + 0, failed + 0 }
