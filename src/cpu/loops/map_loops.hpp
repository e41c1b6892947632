// The loop of an operation over contiguous arrays, for every operation and type that its rule allows.
#pragma once

#include "cpu/loops/isa.hpp"
#include "cpu/loops/vector_math.hpp"
#include "ops/arithmetic.hpp"
#include "ops/comparison.hpp"
#include "ops/convert.hpp"
#include "ops/exponential.hpp"
#include "ops/integer.hpp"
#include "ops/rounding.hpp"
#include "ops/special.hpp"
#include "ops/trigonometry.hpp"

namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE {

/// out[i] = Op of x[i] …, i < n, for types that are computed as they are stored.
template <class Op, class R, class... A>
void apply_to_array(size_t n, R* out, const A*... x) {
  GPU_INDEPENDENT
  for (size_t i = 0; i < n; ++i) out[i] = ops::apply<Op>(x[i]...);
}

/// The same by the vector library where it has the function.
template <class Op, class R, class A, class... More>
void compute_array(size_t n, R* out, const A* x, const More*... more) {
  if constexpr (vector_function<Op, A>::exists && ops::same<R, A>) {
    call_vector_function<Op>(n, out, x, more...);
  } else {
    apply_to_array<Op>(n, out, x, more...);
  }
}

/// A block of an operand as the computation wants it: 16-bit floats become float, anything else is read where it lies.
template <class A>
struct widened {
  const A* block;
  widened(const A* x, size_t) : block(x) {}
};
template <class A>
  requires(ops::is_16bit_float<A>)
struct widened<A> {
  ops::f32 block[conversion_block];
  widened(const A* x, size_t n) {
    GPU_INDEPENDENT
    for (size_t i = 0; i < n; ++i) block[i] = ops::widen(x[i]);
  }
};

/// 16-bit floats: converted to float by blocks, computed, and a float result rounded back.
template <class Op, class H, class R, class... A>
void compute_in_float(size_t n, R* out, const widened<A>&... x) {
  if constexpr (ops::same<R, H>) {
    ops::f32 result[conversion_block];
    compute_array<Op>(n, result, +x.block...);
    GPU_INDEPENDENT
    for (size_t i = 0; i < n; ++i) out[i] = ops::narrow<H>(result[i]);
  } else {
    compute_array<Op>(n, out, +x.block...);
  }
}

template <class Op, class R, class... A>
void run_on_arrays(size_t n, R* out, const A*... x) {
  using H = ops::half_among<A...>;
  if constexpr (ops::same<H, void> || requires { Op::by_bits; }) {
    compute_array<Op>(n, out, x...);
  } else {
    for (size_t i = 0; i < n; i += conversion_block) {
      const size_t count = n - i < conversion_block ? n - i : conversion_block;
      compute_in_float<Op, H, R, A...>(count, out + i, widened<A>(x + i, count)...);
    }
  }
}

template <class Op, class A>
void unary_loop(const void* const* args, void* out, size_t n) {
  using R = decltype(ops::apply<Op>(A{}));
  run_on_arrays<Op>(n, static_cast<R*>(out), static_cast<const A*>(args[0]));
}
template <class Op, class A, class B>
void binary_loop(const void* const* args, void* out, size_t n) {
  using R = decltype(ops::apply<Op>(A{}, B{}));
  run_on_arrays<Op>(n, static_cast<R*>(out), static_cast<const A*>(args[0]), static_cast<const B*>(args[1]));
}
template <class Op, class A, class B, class C>
void ternary_loop(const void* const* args, void* out, size_t n) {
  using R = decltype(ops::apply<Op>(A{}, B{}, C{}));
  run_on_arrays<Op>(n, static_cast<R*>(out), static_cast<const A*>(args[0]), static_cast<const B*>(args[1]),
                    static_cast<const C*>(args[2]));
}

template <class From, class To>
void cast_loop(const void* const* args, void* out, size_t n) {
  const From* x = static_cast<const From*>(args[0]);
  To* y = static_cast<To*>(out);
  GPU_INDEPENDENT
  for (size_t i = 0; i < n; ++i) y[i] = ops::cast<To>(x[i]);
}

/// The compute types of each type rule (gpu/detail/type_rules.hpp), and what stands for the operands.
struct standard_rule {
  template <class Op, int Arity, class T>
  static constexpr map_loop loop() {
    if constexpr (Arity == 1)
      return unary_loop<Op, T>;
    else if constexpr (Arity == 2)
      return binary_loop<Op, T, T>;
    else
      return ternary_loop<Op, T, T, T>;
  }
};
template <class T>
inline constexpr bool is_inexact = ops::is_float<T> || ops::is_16bit_float<T> || ops::is_complex<T>;

#define GPU_RULE(name, condition)               \
  struct name##_rule : standard_rule {          \
    template <class T>                          \
    static constexpr bool computes = condition; \
  };
GPU_RULE(arithmetic, true)
GPU_RULE(numeric, (!ops::same<T, bool>))
GPU_RULE(integral, (!ops::same<T, bool>))
GPU_RULE(integral_real, (!ops::same<T, bool> && !ops::is_complex<T>))
GPU_RULE(integer, ops::is_int<T>)
GPU_RULE(divide, is_inexact<T>)
GPU_RULE(float_power, (ops::same<T, ops::f64> || ops::same<T, ops::c128>))
GPU_RULE(magnitude, true)
GPU_RULE(inexact, is_inexact<T>)
GPU_RULE(inexact_real, (is_inexact<T> && !ops::is_complex<T>))
GPU_RULE(rounding, !ops::is_complex<T>)
GPU_RULE(real_part, true)
GPU_RULE(angle, is_inexact<T>)
GPU_RULE(bitwise, (ops::is_int<T> || ops::same<T, bool>))
GPU_RULE(shift, ops::is_int<T>)
GPU_RULE(popcount, ops::is_int<T>)
GPU_RULE(compare, true)
GPU_RULE(logical, (ops::same<T, bool>))
GPU_RULE(predicate, true)
GPU_RULE(real_predicate, (is_inexact<T> && !ops::is_complex<T>))
#undef GPU_RULE

struct ldexp_rule {
  template <class T>
  static constexpr bool computes = is_inexact<T> && !ops::is_complex<T>;
  template <class Op, int, class T>
  static constexpr map_loop loop() {
    return binary_loop<Op, T, ops::i32>;
  }
};
struct select_rule {
  template <class T>
  static constexpr bool computes = true;
  template <class Op, int, class T>
  static constexpr map_loop loop() {
    return ternary_loop<Op, bool, T, T>;
  }
};

template <class Op, class Rule, int Arity, class T>
constexpr map_loop loop_of_op() {
  if constexpr (Rule::template computes<T>)
    return Rule::template loop<Op, Arity, T>();
  else
    return nullptr;
}

template <class From, class... To>
void add_casts(loop_table& table, type_list<To...>) {
  ((table.casts[type_number<From>][type_number<To>] = cast_loop<From, To>), ...);
}

/// The map loops that compute in T, and the casts from T.
template <class T>
void add_map_loops(loop_table& table) {
  int op = 0;
#define GPU_OP(name, arity, rule) table.ops[op++][type_number<T>] = loop_of_op<ops::name, rule##_rule, arity, T>();
#include <gpu/detail/op_table.def>
#undef GPU_OP
  add_casts<T>(table, all_types{});
}

}  // namespace gpu::cpu_backend::GPU_LOOPS_NAMESPACE
