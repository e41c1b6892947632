#include "registry.hpp"

namespace conformance {

registry all_functions() {
  registry r;
  add_unary_math(r);
  add_arithmetic(r);
  add_binary_math(r);
  add_comparisons(r);
  add_bits(r);
  add_selection(r);
  add_reductions(r);
  add_creation(r);
  add_indexing(r);
  add_manipulation(r);
  add_linear_algebra(r);
  add_dtypes_and_text(r);
  return r;
}

}  // namespace conformance
