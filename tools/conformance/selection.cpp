// where, clip, casts, comparisons with a tolerance, comparisons of whole arrays.
#include "dispatch.hpp"

namespace conformance {
namespace {

template <class To>
constexpr auto cast_to = [](const auto& x) -> decltype(gpu::astype<To>(x)) { return gpu::astype<To>(x); };

/// where(condition, x, y)
outcome where(const arguments& a) {
  return with_operand(a[1], [&](const auto& x) {
    return with_operand(
        a[2], [&](const auto& y) { return call(GPU_CALL(gpu::where), a[0].array().as<bool>().read(), x, y); });
  });
}

/// clip(x, low, high): two scalars of one kind, or two arrays of one dtype.
outcome clip(const arguments& a) {
  return with_array(a[0], [&](const auto& x) {
    return with_operand(a[1], [&]<class Low>(const Low& low) -> outcome {
      if constexpr (gpu::scalar<Low>) {
        return call(GPU_CALL(gpu::clip), x, low, std::get<Low>(a[2].number()));
      } else {
        if (a[2].array().type() != Low::dtype()) throw not_callable();
        return call(GPU_CALL(gpu::clip), x, low, a[2].array().as<typename Low::value_type>().read());
      }
    });
  });
}

outcome astype(const arguments& a) {
  const gpu::dtype to = parse_dtype(a.required("dtype").text());
  return with_array(a[0], [&](const auto& x) {
    return with_element(to, [&]<class To>(std::type_identity<To>) { return call(cast_to<To>, x); });
  });
}

}  // namespace

void add_selection(registry& r) {
  r.add("where", where);
  r.add("clip", clip);
  r.add("astype", astype);
  r.add("isclose", binary(GPU_CALL(gpu::isclose)));
  r.add("allclose", binary(GPU_CALL(gpu::allclose)));
  r.add("array_equal", binary(GPU_CALL(gpu::array_equal)));
}

}  // namespace conformance
