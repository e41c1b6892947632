// Random draws: graph nodes that own their words of a Philox stream.
#include <gpu/error.hpp>
#include <gpu/random.hpp>

#include "graph/build.hpp"
#include "graph/int128.hpp"
#include "graph/scalars.hpp"
#include "plan/library.hpp"
#include "random/entropy_seed.hpp"
#include "random/words.hpp"

GPU_BEGIN_NAMESPACE
namespace random {
namespace {

using detail::handle;
using detail::node;
using detail::op_id;
using detail::weak_scalar;

plan::draw draw_of(plan::distribution kind, dtype type, std::uint64_t seed) {
  plan::draw d;
  d.kind = kind;
  d.type = type;
  d.seed = seed;
  return d;
}

/// A draw of `dims` numbers; takes its words from the stream. Callers that could fail after it give it a copy of the position.
handle draw_node(plan::draw spec, const shape& dims, std::uint64_t& next_word) {
  for (const std::int64_t d : dims)
    if (d < 0) throw value_error("negative dimensions are not allowed: " + to_string(dims));
  node* n = graph::new_node(detail::node_kind::draw, spec.type, dims);
  handle h(n);
  spec.first_word = next_word;
  spec.strides = graph::dense_strides(dims);
  n->draw = std::make_unique<plan::draw>(std::move(spec));
  n->where = default_device();
  n->has_device = true;
  next_word += rng::words_of_draw(n->draw->kind, n->draw->type, static_cast<std::uint64_t>(dims.count()));
  return h;
}

/// An integer bound as a 128-bit number, so that every int64 and uint64 compares.
graph::int128 whole(const weak_scalar& s) {
  if (s.kind == detail::scalar_kind::floating || s.kind == detail::scalar_kind::complex) {
    if (!(s.re > -0x1p65 && s.re < 0x1p65)) throw value_error("integers: a bound is out of range");
    return static_cast<graph::int128>(s.re);
  }
  return s.is_unsigned ? static_cast<graph::int128>(static_cast<std::uint64_t>(s.bits))
                       : static_cast<graph::int128>(s.bits);
}

/// Smallest and largest value of an integer dtype.
struct limits {
  graph::int128 low, high;
};
limits limits_of(dtype d) {
  if (detail::is_bool(d)) return {0, 1};
  const auto bits = static_cast<int>(8 * detail::item_size(d));
  if (detail::is_unsigned_integer(d)) return {0, (static_cast<graph::int128>(1) << bits) - 1};
  return {-(static_cast<graph::int128>(1) << (bits - 1)), (static_cast<graph::int128>(1) << (bits - 1)) - 1};
}

/// base * scale + shift in the draw's dtype.
handle scaled(const handle& base, const weak_scalar& scale, const weak_scalar& shift) {
  return graph::make_map(op_id::add, graph::make_map(op_id::multiply, base, scale), shift);
}

/// The first `length` bytes of a dense array, sharing its memory.
handle bytes_of(const node& numbers, std::int64_t length) {
  node* n = graph::new_node(detail::node_kind::array, dtype::uint8, {length});
  handle h(n);
  n->data = numbers.data;
  n->strides = graph::dense_strides(n->dims);
  n->where = numbers.where;
  n->has_device = true;
  return h;
}

}  // namespace

generator::generator(std::uint64_t seed) : seed_(seed) {}

handle generator::draw_random(const shape& dims, dtype type) {
  return draw_node(draw_of(plan::distribution::random, type, seed_), dims, next_word_);
}

handle generator::draw_uniform(const weak_scalar& low, const weak_scalar& high, const shape& dims, dtype type) {
  const double a = graph::convert(low, dtype::float64).as<double>(),
               b = graph::convert(high, dtype::float64).as<double>();
  if (!(b - a < 1e308) || !(b - a > -1e308)) throw value_error("uniform: high - low overflows");
  std::uint64_t next = next_word_;
  handle h =
      scaled(draw_node(draw_of(plan::distribution::random, type, seed_), dims, next), weak_scalar::of(b - a), low);
  next_word_ = next;
  return h;
}

handle generator::draw_normal(const shape& dims, dtype type) {
  return draw_node(draw_of(plan::distribution::normal, type, seed_), dims, next_word_);
}

handle generator::draw_normal(const weak_scalar& loc, const weak_scalar& scale, const shape& dims, dtype type) {
  if (graph::convert(scale, dtype::float64).as<double>() < 0) throw value_error("normal: scale < 0");
  std::uint64_t next = next_word_;
  handle h = scaled(draw_node(draw_of(plan::distribution::normal, type, seed_), dims, next), scale, loc);
  next_word_ = next;
  return h;
}

handle generator::draw_integers(const weak_scalar& low, const weak_scalar& high, const shape& dims, dtype type,
                                bool endpoint) {
  const graph::int128 first = whole(low), last = whole(high) - (endpoint ? 0 : 1);
  if (last < first) throw value_error("integers: low >= high");
  const limits l = limits_of(type);
  if (first < l.low || last > l.high)
    throw value_error(std::string("integers: the interval does not fit ") + dtype_name(type));
  plan::draw d = draw_of(plan::distribution::integers, dtype::int64, seed_);
  d.low = static_cast<std::int64_t>(first);
  d.range = static_cast<std::uint64_t>(last - first + 1);
  std::uint64_t next = next_word_;
  handle h = graph::make_cast(draw_node(d, dims, next), type);
  next_word_ = next;
  return h;
}

handle generator::draw_bytes(std::int64_t length) {
  if (length < 0) throw value_error("bytes: negative lengths are not allowed: " + std::to_string(length));
  const plan::draw d =
      draw_of(plan::distribution::integers, dtype::int64, seed_);  // every number: its words, unchanged
  std::uint64_t next = next_word_;
  const handle words = plan::random_words(draw_node(d, {length / 8 + (length % 8 != 0 ? 1 : 0)}, next));
  handle h = bytes_of(*words.get(), length);
  next_word_ = next;
  return h;
}

generator default_rng(std::uint64_t seed) { return generator(seed); }

generator default_rng() { return generator(rng::entropy_seed()); }

}  // namespace random
GPU_END_NAMESPACE
