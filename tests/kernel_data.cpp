#include "kernel_data.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <gpu/dtype.hpp>

namespace kernel_data {
namespace {

using gpu::dtype;
namespace plan = gpu::plan;
using engine = std::mt19937;

/// f(T{}) for the C++ type of a dtype's parts.
template <class F>
void visit_part(dtype type, F f) {
  switch (type) {
    case dtype::bool_: return f(bool{});
    case dtype::int8: return f(std::int8_t{});
    case dtype::int16: return f(std::int16_t{});
    case dtype::int32: return f(std::int32_t{});
    case dtype::int64: return f(std::int64_t{});
    case dtype::uint8: return f(std::uint8_t{});
    case dtype::uint16: return f(std::uint16_t{});
    case dtype::uint32: return f(std::uint32_t{});
    case dtype::uint64: return f(std::uint64_t{});
    case dtype::float16: return f(gpu::float16{});
    case dtype::bfloat16: return f(gpu::bfloat16{});
    case dtype::float32:
    case dtype::complex64: return f(float{});
    case dtype::float64:
    case dtype::complex128: return f(double{});
  }
}

template <class T>
T any_bits(engine& random) {
  std::uint32_t words[2] = {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
  T x;
  std::memcpy(&x, words, sizeof(T));
  return x;
}

template <class T>
constexpr bool is_floating = !std::is_integral_v<T>;

template <class T>
T special(engine& random) {
  if constexpr (is_floating<T>) {
    const double list[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()};
    return static_cast<T>(static_cast<float>(list[random() % std::size(list)]));
  } else {
    return random() % 2 == 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
  }
}

/// A number of `how` as a float, which every floating type takes.
float plain(numbers how, engine& random) {
  const auto fraction = static_cast<float>(random() % 4096) / 4096;
  switch (how) {
    case numbers::small_integers: return static_cast<float>(static_cast<int>(random() % 17) - 8);
    case numbers::signs_and_twos: {
      const float size = random() % 64 != 0 ? 1.0F : random() % 2 == 0 ? 2.0F : 0.5F;
      return random() % 2 == 0 ? size : -size;
    }
    case numbers::fractions: return fraction;
    case numbers::near_one: return 0.99F + fraction * 0.02F;
    case numbers::any: break;
  }
  return fraction * 200 - 100;
}

template <class T>
T number(numbers how, engine& random) {
  if (how == numbers::any && random() % 4 == 0) return random() % 2 == 0 ? any_bits<T>(random) : special<T>(random);
  if (how == numbers::small_integers && random() % 4096 == 0) return special<T>(random);
  if constexpr (is_floating<T>)
    return static_cast<T>(plain(how, random));
  else if (how == numbers::small_integers)
    return static_cast<T>(random() % 17);
  else
    return any_bits<T>(random);
}

template <>
bool number<bool>(numbers how, engine& random) {
  if (how == numbers::any) return random() % 2 == 0;
  return (random() % 512 == 0) != (how == numbers::small_integers);
}

void fill_storage(const plan::operand& o, numbers how, engine& random) {
  visit_part(o.type, [&]<class T>(T) {
    auto* bytes = static_cast<std::byte*>(o.data->data);
    for (std::size_t at = 0; at + sizeof(T) <= o.data->bytes; at += sizeof(T)) {
      const T x = number<T>(how, random);
      std::memcpy(bytes + at, &x, sizeof(T));
    }
  });
}

void fill_indices(const plan::operand& o, std::int64_t length, engine& random) {
  visit_part(o.type, [&]<class T>(T) {
    if constexpr (!std::is_integral_v<T>) {
      throw std::invalid_argument("indices are integers");
    } else {
      auto* bytes = static_cast<std::byte*>(o.data->data);
      for (std::size_t at = 0; at + sizeof(T) <= o.data->bytes; at += sizeof(T)) {
        const auto index =
            static_cast<T>(static_cast<std::int64_t>(random() % (2 * static_cast<std::uint64_t>(length))) - length);
        std::memcpy(bytes + at, &index, sizeof(T));
      }
    }
  });
}

/// Fills the operands that hold the indices of `o`, loaded or loaded and cast.
void fill_indices_of(const plan::kernel& k, const plan::operand& o, engine& random) {
  for (const plan::indexed_axis& axis : o.indexed) {
    plan::value v = k.values[axis.value];
    if (v.kind == plan::value_kind::cast) v = k.values[v.args[0]];
    if (v.kind == plan::value_kind::load) fill_indices(k.inputs[v.slot], axis.length, random);
  }
}

template <class T>
double as_double(T x) {
  if constexpr (std::is_same_v<T, gpu::float16> || std::is_same_v<T, gpu::bfloat16>)
    return static_cast<double>(static_cast<float>(x));
  else
    return static_cast<double>(x);
}

template <class T>
bool same_bits(const T& a, const T& b) {
  using bytes = std::array<std::byte, sizeof(T)>;
  return std::bit_cast<bytes>(a) == std::bit_cast<bytes>(b);
}

template <class T>
bool agree(T a, T b, const tolerance& allowed) {
  if (same_bits(a, b)) return true;
  const double x = as_double(a);
  const double y = as_double(b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (allowed.absolute == 0 && allowed.relative == 0) return false;
  return std::abs(x - y) <= allowed.absolute + allowed.relative * std::abs(y);
}

/// All numbers of an operand's storage.
template <class T>
std::vector<T> parts_of(const plan::operand& o) {
  std::vector<T> parts(o.data->bytes / sizeof(T));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    T x;
    std::memcpy(&x, static_cast<const std::byte*>(o.data->data) + i * sizeof(T), sizeof(T));
    parts[i] = x;
  }
  return parts;
}

template <class T>
bool is_nan(T re, T im) {
  return std::isnan(as_double(re)) || std::isnan(as_double(im));
}

}  // namespace

void fill(const plan::kernel& k, numbers how, std::uint32_t seed) {
  engine random(seed);
  for (const plan::output& out : k.outputs) fill_storage(out.to, numbers::any, random);
  for (const plan::operand& in : k.inputs) fill_storage(in, how, random);
  for (const plan::operand& in : k.inputs) fill_indices_of(k, in, random);
  for (const plan::output& out : k.outputs) fill_indices_of(k, out.to, random);
}

std::int64_t differing(const plan::operand& a, const plan::operand& b, const tolerance& allowed) {
  std::int64_t count = 0;
  visit_part(a.type, [&]<class T>(T) {
    const std::vector<T> one = parts_of<T>(a);
    const std::vector<T> other = parts_of<T>(b);
    const std::size_t group = gpu::detail::is_complex(a.type) && allowed.nan_as_a_whole ? 2 : 1;
    for (std::size_t at = 0; at + group <= one.size(); at += group) {
      if (group == 2 && is_nan<T>(one[at], one[at + 1]) && is_nan<T>(other[at], other[at + 1])) continue;
      for (std::size_t i = at; i < at + group; ++i) count += agree<T>(one[i], other[i], allowed) ? 0 : 1;
    }
  });
  return count;
}

double epsilon_of(dtype type) {
  switch (type) {
    case dtype::bfloat16: return 0x1p-7;
    case dtype::float16: return 0x1p-10;
    case dtype::float32:
    case dtype::complex64: return 0x1p-23;
    default: return 0x1p-52;
  }
}

}  // namespace kernel_data
