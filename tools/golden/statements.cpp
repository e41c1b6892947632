#include "statements.hpp"

#include <complex>
#include <string>
#include <utility>
#include <vector>

#include <gpu/gpu.hpp>

namespace golden {
namespace {

using gpu::all;
using gpu::newaxis;
using gpu::range;
using namespace gpu::placeholders;

template <class E>
using A = gpu::ndarray<E>;
using F = A<float>;
using run = std::function<void()>;

constexpr std::int64_t columns = 256;

/// Elements 0.5, 1.5, … again after 97 of them: written from the host, so that no kernel runs.
template <class E = float>
A<E> filled(const gpu::shape& dims) {
  std::vector<E> values(static_cast<std::size_t>(dims.count()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<E>(static_cast<float>(2 * (i % 97) + 1) / 2);
  return A<E>(dims, values.data());
}
F matrix(std::int64_t rows) { return filled({rows, columns}); }

A<bool> striped_mask(std::int64_t rows) {
  std::vector<char> values(static_cast<std::size_t>(rows * columns));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = i % 4 == 0 ? 1 : 0;  // a multiple of four elements, whatever the size
  return A<bool>(gpu::shape{rows, columns}, reinterpret_cast<const bool*>(values.data()));
}

/// Distinct rows, last ones first.
A<std::int64_t> some_rows(std::int64_t rows) {
  std::vector<std::int64_t> index;
  for (std::int64_t i = rows - 1; i > 0; i -= 2) index.push_back(i);
  return A<std::int64_t>(index);
}

/// A statement that gives a new array the value of an expression of some matrices.
template <class E, class X>
run gives(X&& expression) {
  return [expression = std::forward<X>(expression)] { const A<E> result = expression(); };
}

const statement list[] = {
    {"add", [](std::int64_t n) { return gives<float>([a = matrix(n), b = matrix(n)] { return a + b; }); }},
    {"sin_multiply_add",
     [](std::int64_t n) { return gives<float>([a = matrix(n), b = matrix(n)] { return gpu::sin(a) * b + 1; }); }},
    {"chain_of_five",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n), b = matrix(n), c = matrix(n)] { return ((a * b + c) * a - b) / (c + 2); });
     }},
    {"where",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n), b = matrix(n)] { return gpu::where(a > 0.5, a, -b); });
     }},
    {"clip", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return gpu::clip(a, 1, 50); }); }},
    {"broadcast_row",
     [](std::int64_t n) { return gives<float>([m = matrix(n), v = filled({columns})] { return m + v; }); }},
    {"broadcast_column",
     [](std::int64_t n) { return gives<float>([m = matrix(n), v = filled({n})] { return m + v(all(), newaxis()); }); }},
    {"outer_product",
     [](std::int64_t n) {
       return gives<float>([u = filled({n}), v = filled({columns})] { return u(all(), newaxis()) * v; });
     }},
    {"compare", [](std::int64_t n) { return gives<bool>([a = matrix(n), b = matrix(n)] { return a == b; }); }},
    {"integer_division",
     [](std::int64_t n) {
       return gives<std::int32_t>([a = filled<std::int32_t>({n, columns})] { return gpu::floor_divide(a, 7) + a % 7; });
     }},
    {"sum_all", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return gpu::sum(a); }); }},
    {"sum_axis_0", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return gpu::sum(a, 0); }); }},
    {"sum_axis_1", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return gpu::sum(a, 1); }); }},
    {"sum_of_squared_differences",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n), b = matrix(n)] { return gpu::sum((a - b) * (a - b)); });
     }},
    {"argmax", [](std::int64_t n) { return gives<std::int64_t>([a = matrix(n)] { return gpu::argmax(a, 1); }); }},
    {"any", [](std::int64_t n) { return gives<bool>([a = matrix(n)] { return gpu::any(a > 96, 1); }); }},
    {"variance", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return gpu::var(a, 1); }); }},
    {"standardise",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n)] { return (a - gpu::mean(a, 0)) / gpu::stddev(a, 0); });
     }},
    {"softmax",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n)] {
         const gpu::expr<float> e = gpu::exp(a - gpu::max(a, 1, {.keepdims = true}));
         return e / gpu::sum(e, 1, {.keepdims = true});
       });
     }},
    {"layernorm",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n), gain = filled({columns}), bias = filled({columns})] {
         const gpu::expr<float> centred = a - gpu::mean(a, 1, {.keepdims = true});
         return centred / gpu::sqrt(gpu::mean(centred * centred, 1, {.keepdims = true}) + 1e-5) * gain + bias;
       });
     }},
    {"stencil",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n)] {
         const auto in = range(1, -1);
         return 0.25 * (a(range(_, -2), in) + a(range(2, _), in) + a(in, range(_, -2)) + a(in, range(2, _))) -
                a(in, in);
       });
     }},
    {"stepped_slice",
     [](std::int64_t n) { return gives<float>([a = matrix(n)] { return a(all(), range(_, _, 2)) * 2; }); }},
    {"transposed_add",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n), b = filled({columns, n})] { return a + b.T(); });
     }},
    {"transposed_copy", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return F(a.T()); }); }},
    {"copy", [](std::int64_t n) { return gives<float>([a = matrix(n)] { return F(a); }); }},
    {"in_place", [](std::int64_t n) -> run { return [a = matrix(n), b = matrix(n)]() mutable { a += b * 2; }; }},
    {"fill_slice", [](std::int64_t n) -> run { return [a = matrix(n)]() mutable { a(range(2, -2)) = 0; }; }},
    {"overlapping_shift",
     [](std::int64_t n) -> run { return [a = matrix(n)]() mutable { a(range(1, _)) = a(range(_, -1)); }; }},
    {"reuse_of_a_name", [](std::int64_t n) -> run { return [a = matrix(n), b = matrix(n)]() mutable { a = b + 1; }; }},
    {"mask_read",
     [](std::int64_t n) -> run { return [a = matrix(n), m = striped_mask(n)]() mutable { const F r = a(m); }; }},
    {"mask_store", [](std::int64_t n) -> run { return [a = matrix(n), m = striped_mask(n)]() mutable { a(m) = 0; }; }},
    {"take_rows",
     [](std::int64_t n) -> run { return [a = matrix(n), i = some_rows(n)]() mutable { const F r = a(i); }; }},
    {"scatter_rows",
     [](std::int64_t n) -> run {
       return [a = matrix(n), i = some_rows(n), v = filled({n / 2, columns})]() mutable { a(i) = v; };
     }},
    {"matmul",
     [](std::int64_t n) -> run {
       return [a = matrix(n), b = filled({columns, 64})] { const F r = gpu::matmul(a, b); };
     }},
    {"matmul_bias_relu",
     [](std::int64_t n) {
       return gives<float>([a = matrix(n), w = filled({columns, 64}), b = filled({64})] {
         return gpu::maximum(gpu::matmul(a, w) + b, 0);
       });
     }},
    {"matmul_of_a_transpose",
     [](std::int64_t n) -> run { return [a = matrix(n)] { const F r = gpu::matmul(a.T(), a); }; }},
    {"inner_product",
     [](std::int64_t n) -> run { return [a = filled({n}), b = filled({n})] { const F r = gpu::matmul(a, b); }; }},
    {"random_uniform",
     [](std::int64_t n) -> run {
       return [n, g = gpu::random::default_rng(1)]() mutable { const F r = g.random<float>({n, columns}); };
     }},
    {"random_normal",
     [](std::int64_t n) -> run {
       return [n, g = gpu::random::default_rng(1)]() mutable { const F r = g.normal<float>(3, 2, {n, columns}); };
     }},
    {"cast_to_int",
     [](std::int64_t n) { return gives<std::int32_t>([a = matrix(n)] { return gpu::astype<std::int32_t>(a); }); }},
    {"half",
     [](std::int64_t n) {
       return gives<gpu::float16>([a = filled<gpu::float16>({n, columns})] { return a * a + 1; });
     }},
    {"bfloat16_sum",
     [](std::int64_t n) {
       return gives<gpu::bfloat16>([a = filled<gpu::bfloat16>({n, columns})] { return gpu::sum(a, 1); });
     }},
    {"double_exp",
     [](std::int64_t n) {
       return gives<double>([a = filled<double>({n, columns})] { return gpu::exp(-a); });
     }},
    {"complex_multiply",
     [](std::int64_t n) {
       return gives<std::complex<float>>([a = filled<std::complex<float>>({n, columns})] { return a * a; });
     }},
    {"arange", [](std::int64_t n) -> run { return [n] { const F r = gpu::arange<float>(n * columns); }; }},
    {"zeros", [](std::int64_t n) -> run { return [n] {
                                            const F r = gpu::zeros<float>({n, columns});
                                          }; }},
    {"read_an_element",
     [](std::int64_t n) -> run {
       return [a = matrix(n)] {
         const float x = a(3, 4);
         static_cast<void>(x);
       };
     }},
    {"read_a_sum",
     [](std::int64_t n) -> run {
       return [a = matrix(n)] {
         const float x = gpu::sum(a);
         static_cast<void>(x);
       };
     }},
    {"print", [](std::int64_t n) -> run { return [a = matrix(n)] { static_cast<void>(gpu::to_string(a)); }; }},
};

}  // namespace

std::span<const statement> statements() { return list; }

}  // namespace golden
