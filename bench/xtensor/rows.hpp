// The rows of the benchmark as users of xtensor write them, under the names that they have in bench.
#pragma once

#include <gpu/interop/xtensor_cxx20.hpp>

#include <vector>

#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xrandom.hpp>
#include <xtensor/xtensor.hpp>

#include "harness.hpp"

namespace bench_xtensor {

using bench::row, bench::sizes, bench::timing;
using vector = xt::xtensor<float, 1>;
using matrix = xt::xtensor<float, 2>;

void add_elementwise_rows(std::vector<row>& rows, const sizes& size);
void add_reduction_rows(std::vector<row>& rows, const sizes& size);
void add_matrix_rows(std::vector<row>& rows, const sizes& size);
void add_selection_rows(std::vector<row>& rows, const sizes& size);
void add_host_rows(std::vector<row>& rows);

/// Uniform numbers in [0, 1).
inline vector uniform(std::size_t n) { return xt::random::rand<float>(std::array<std::size_t, 1>{n}); }
inline matrix uniform(std::size_t rows, std::size_t columns) {
  return xt::random::rand<float>(std::array<std::size_t, 2>{rows, columns});
}

inline void add(std::vector<row>& rows, const std::string& name, timing how, std::function<void()> statement,
                std::function<bool()> holds = {}) {
  rows.push_back({name, how, 0, "", std::move(statement), std::move(holds)});
}

}  // namespace bench_xtensor
