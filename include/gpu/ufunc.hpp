// User functions: element-wise functions that a program defines itself, in C++, for the CPU and the GPU at once.
// docs/user_functions.md says what a body may use.
#pragma once

#include <gpu/detail/user_function.hpp>
#include <gpu/detail/user_loop.hpp>
#include <gpu/detail/user_names.hpp>
#include <gpu/expr.hpp>

GPU_BEGIN_NAMESPACE

/// Compiles every user function of the program for the GPU with the run-time compiler; needs no GPU and no driver. For
/// tests: what a body may use on the GPU is otherwise found out at its first use there. Throws jit_error with each function
/// that does not compile, the compiler's message and the user's line; jit_error too where the compiler cannot be opened.
GPU_API void check_user_functions();

namespace detail {

/// Whether an argument of type A may stand for a parameter of type P: arrays, views, selections and expressions by
/// NumPy's same_kind, scalars where they leave the parameter's type as it is.
template <class A, class P>
constexpr bool fits_user_parameter() {
  using E = typename operand_element<A>::type;
  if constexpr (!std::is_void_v<E>)
    return same_kind(dtype_of<E>, dtype_of<P>);
  else if constexpr (scalar<A>)
    return promote_weak(dtype_of<P>, kind_of<A>) == dtype_of<P>;
  else
    return false;
}

template <class A>
inline constexpr bool is_user_argument = scalar<A> || !std::is_void_v<typename operand_element<A>::type>;

template <class A>
arg to_user_argument(const A& a) {
  if constexpr (scalar<A>)
    return weak_scalar::of(a);
  else
    return access::get(a);
}

template <class P>
inline constexpr bool is_value_parameter =
    !std::is_pointer_v<P> && (!std::is_reference_v<P> || std::is_const_v<std::remove_reference_t<P>>);

/// dtype of a type that a static_assert has found to be an element type; of any other, none that matters.
template <class E>
constexpr dtype checked_dtype() {
  if constexpr (element<E>)
    return dtype_of<E>;
  else
    return dtype::bool_;
}

template <auto*>
struct instantiated {};

/// A user function: Body is the closure of its body, Text gives its text, P are its parameters' types without const and
/// reference.
template <class Body, class Text, class R, class... P>
class ufunc {
  static_assert(sizeof...(P) > 0, "GPU_UFUNC: a user function needs at least one parameter");
  static_assert(sizeof...(P) <= max_user_parameters, "GPU_UFUNC: a user function has at most 6 parameters");
  static_assert(
      (element<P> && ...),
      "GPU_UFUNC: a parameter must be bool, a fixed-width integer, gpu::float16, gpu::bfloat16, float, double or "
      "std::complex of these two");
  static_assert(!std::is_void_v<R>, "GPU_UFUNC: the body returns nothing");
  static_assert(
      std::is_void_v<R> || element<R>,
      "GPU_UFUNC: the body must return bool, a fixed-width integer, gpu::float16, gpu::bfloat16, float, double "
      "or std::complex of these two");

 public:
  /// Of operands: a lazy expression that fuses like a built-in function. Of scalars alone: the value, computed at once.
  template <class... A>
  [[nodiscard]] constexpr auto operator()(const A&... arguments) const {
    static_assert(sizeof...(A) == sizeof...(P),
                  "GPU_UFUNC: called with another number of arguments than the function has parameters");
    if constexpr (sizeof...(A) == sizeof...(P)) return apply(arguments...);
  }

 private:
  template <class... A>
  static constexpr auto apply(const A&... arguments) {
    static_assert((is_user_argument<A> && ...),
                  "GPU_UFUNC: an argument is neither an array, view, selection or expression nor a number");
    static_assert((!is_user_argument<A> || ...) || (fits_user_parameter<A, P>() && ...),
                  "GPU_UFUNC: an argument does not convert to its parameter's type by same_kind: use gpu::astype");
    if constexpr (!(fits_user_parameter<A, P>() && ...)) {
      return;
    } else if constexpr ((scalar<A> && ...)) {
      return Body{}(static_cast<P>(arguments)...);
    } else {
      const arg list[] = {to_user_argument(arguments)...};
      return access::make<expr<R>>(map_user(record_, std::span<const arg>(list, sizeof...(A))));
    }
  }

  static constexpr user_function make_record() {
    return {Text{}(), run_user_loop<Body, R, P...>, checked_dtype<R>(), sizeof...(P), {checked_dtype<P>()...}};
  }
  static inline constinit user_function record_ = make_record();
  static inline const user_registration registration_{record_};
  using registered = instantiated<&registration_>;  // also where nothing calls the function
};

/// The ufunc of a closure's call operator.
template <class Body, class Text, class Call>
struct ufunc_of;
template <class Body, class Text, class R, class... P>
struct ufunc_of<Body, Text, R (Body::*)(P...) const> {
  static_assert((is_value_parameter<P> && ...), "GPU_UFUNC: a parameter must be a value or a reference to const");
  using type = ufunc<Body, Text, std::remove_cvref_t<R>, std::remove_cvref_t<P>...>;
};
template <class Body, class Text, class R, class... P>
struct ufunc_of<Body, Text, R (Body::*)(P...) const noexcept> : ufunc_of<Body, Text, R (Body::*)(P...) const> {};

template <class Body, class Text>
constexpr auto define_ufunc(Body /*unused*/, Text /*unused*/) {
  constexpr bool has_types = requires { &Body::operator(); };
  static_assert(has_types, "GPU_UFUNC: every parameter needs a type; auto will not do");
  if constexpr (has_types) return typename ufunc_of<Body, Text, decltype(&Body::operator())>::type();
}

}  // namespace detail
GPU_END_NAMESPACE

/// Defines a function of arrays by what it does to elements:
///
///   GPU_UFUNC(cube_or, (float x, float y), { return x > 0 ? x * x * x : y; })
///   gpu::ndarray<float> r = gpu::sqrt(cube_or(a, 5)) + b;        // one kernel
///
/// `name` then takes arrays, views, expressions and scalars as built-in functions do: they broadcast (shape_error where they
/// cannot), convert to the parameters' types by NumPy's same_kind (a compile error where they do not), and the call gives an
/// expr of the type that the body returns: lazy, fused with what is around it, never waiting. Of scalars alone the call gives
/// the value. One to six parameters of element types; a result type may follow them, `(float x) -> double`.
///
/// The body is C++ that is compiled twice: here for the CPU, and as text for the GPU, when a kernel with it is first needed
/// (jit_error where it does not compile there; check_user_functions() finds that out beforehand). It sees its parameters, the
/// <cmath> functions, std::complex, other user functions and macros; nothing else of the program. Recursion and local
/// variables of the place of definition do not compile.
///
/// At namespace, class or block scope; in headers too: each translation unit has its own.
#define GPU_UFUNC(name, parameters, ...)                                                                               \
  [[maybe_unused]] static constexpr auto name = ::gpu::detail::define_ufunc(                                           \
      [] parameters {                                                                                                  \
        using namespace ::gpu::detail::user_names;                                                                     \
        __VA_ARGS__                                                                                                    \
      },                                                                                                               \
      [] {                                                                                                             \
        return ::gpu::detail::user_text{GPU_UFUNC_TEXT(name), GPU_UFUNC_TEXT(parameters), GPU_UFUNC_TEXT(__VA_ARGS__), \
                                        __FILE__, __LINE__};                                                           \
      });
#define GPU_UFUNC_TEXT(...) #__VA_ARGS__  // a macro of its own: its arguments have been expanded
