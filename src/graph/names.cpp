// NumPy's text of dtypes and shapes.
#include <ostream>
#include <string>

#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>

GPU_BEGIN_NAMESPACE

const char* dtype_name(dtype d) noexcept {
  static constexpr const char* names[dtype_count] = {"bool",     "int8",    "int16",   "int32",     "int64",
                                                     "uint8",    "uint16",  "uint32",  "uint64",    "float16",
                                                     "bfloat16", "float32", "float64", "complex64", "complex128"};
  return names[static_cast<int>(d)];
}

std::string to_string(const shape& s) {
  std::string text = "(";
  for (int k = 0; k < s.ndim(); ++k) {
    if (k > 0) text += ", ";
    text += std::to_string(s[k]);
  }
  text += s.ndim() == 1 ? ",)" : ")";
  return text;
}

std::ostream& operator<<(std::ostream& out, const shape& s) { return out << to_string(s); }

GPU_END_NAMESPACE
