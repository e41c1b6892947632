// Handwritten digits, grouped without being told what they are: principal components by orthogonal iteration, then k-means.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include <gpu/gpu.hpp>

namespace digits {

using gpu::all, gpu::newaxis, gpu::range, gpu::placeholders::_;
using floats = gpu::ndarray<float>;
using integers = gpu::ndarray<std::int64_t>;

/// Each column less its mean, over its standard deviation. A pixel that is the same in all images becomes 0.
inline floats standardise(const floats& samples) {
  const floats spread = gpu::stddev(samples, 0);
  return (samples - gpu::mean(samples, 0)) / gpu::where(spread > 0, spread, 1);
}

/// How the columns of standardised samples vary together.
inline floats covariance(const floats& samples) { return gpu::matmul(samples.T(), samples) / samples.shape(0); }

/// Gram and Schmidt: each column made perpendicular to those before it, and of length 1.
inline void orthonormalise(floats& columns) {
  for (int j = 0; j < columns.shape(1); ++j) {
    auto column = columns(all(), j);
    const auto done = columns(all(), range(_, j));
    if (j > 0) column -= gpu::matmul(done, gpu::matmul(done.T(), column));
    column /= gpu::sqrt(gpu::sum(gpu::square(column)));
  }
}

/// The directions in which the samples vary most, one a column, and the share of all variance along each.
struct components {
  floats directions;
  floats explained;
};

/// The leading eigenvectors of a covariance matrix, by orthogonal iteration from random directions. Each time, the error
/// shrinks by the ratio of neighbouring eigenvalues: at most 0.94 for the first nine of the digits, so 150 times are plenty.
inline components leading_components(const floats& matrix, std::int64_t count, gpu::random::generator& rng,
                                     int iterations = 150) {
  floats directions = rng.standard_normal<float>({matrix.shape(0), count});
  orthonormalise(directions);
  for (int i = 0; i < iterations; ++i) {
    directions = gpu::matmul(matrix, directions);
    orthonormalise(directions);
  }
  const floats variances = gpu::sum(directions * gpu::matmul(matrix, directions), 0);
  const auto total = gpu::sum(matrix * gpu::eye<float>(matrix.shape(0)));
  return {std::move(directions), variances / total};
}

/// Squared distances of each point (a row) to each centre (a row): (points, centres). One kernel, nothing in between stored.
inline gpu::expr<float> squared_distances(const floats& points, const gpu::operand<float>& centres) {
  return gpu::sum(gpu::square(points(all(), newaxis(), all()) - centres), 2);
}

/// Which cluster each point is in, as a matrix of zeros and ones: (points, k).
inline floats membership(const integers& labels, std::int64_t k) {
  return gpu::astype<float>(labels(all(), newaxis()) == gpu::arange<std::int64_t>(k));
}

/// The mean of each cluster's rows: (k, columns).
inline floats cluster_means(const floats& rows, const integers& labels, std::int64_t k) {
  const floats member = membership(labels, k);
  const auto sizes = gpu::sum(member, 0, {.keepdims = true}).T();
  return gpu::matmul(member.T(), rows) / gpu::maximum(sizes, 1);  // an empty cluster's centre is the origin
}

/// k-means++: each next centre is a point, drawn with a probability proportional to its squared distance from the nearest
/// centre so far. Of exponential variates with these rates, the first to arrive.
inline floats seed_centres(const floats& points, std::int64_t k, gpu::random::generator& rng) {
  const std::int64_t n = points.shape(0);
  floats centres = gpu::empty<float>({k, points.shape(1)});
  centres(0) = points(rng.integers(0, n));
  for (int j = 1; j < k; ++j) {
    const auto rates = gpu::min(squared_distances(points, centres(range(_, j))), 1);
    const auto arrivals = -gpu::log(rng.random<float>({n})) / rates;
    centres(j) = points(gpu::argmin(arrivals));
  }
  return centres;
}

/// A cluster for each point, and the sum of the squared distances to the clusters' centres.
struct clustering {
  integers labels;
  float inertia = std::numeric_limits<float>::infinity();
};

/// Lloyd's iteration: points go to the nearest centre, centres to the mean of their points, until no point moves.
inline clustering settle(const floats& points, floats centres) {
  const std::int64_t k = centres.shape(0);
  integers labels = gpu::argmin(squared_distances(points, centres), 1);
  for (bool moved = true; moved;) {
    centres = cluster_means(points, labels, k);
    integers next = gpu::argmin(squared_distances(points, centres), 1);
    moved = !gpu::array_equal(next, labels);
    labels = std::move(next);
  }
  return {std::move(labels), gpu::sum(gpu::min(squared_distances(points, centres), 1))};
}

/// k-means: the best of several random starts.
inline clustering cluster(const floats& points, std::int64_t k, gpu::random::generator& rng, int starts = 8) {
  clustering best;
  for (int i = 0; i < starts; ++i) {
    clustering found = settle(points, seed_centres(points, k, rng));
    if (found.inertia < best.inertia) best = std::move(found);
  }
  return best;
}

/// The share of points whose digit is the most frequent one of their cluster.
inline float purity(const integers& labels, const integers& truth, std::int64_t k) {
  const floats table = gpu::matmul(membership(labels, k).T(), membership(truth, k));
  return gpu::sum(gpu::max(table, 1)) / labels.size();
}

}  // namespace digits
