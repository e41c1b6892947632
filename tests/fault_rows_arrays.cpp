// Rows of the fault sweep: making arrays, assigning, views, selections, copies.
#include <vector>

#include "fault_sweep.hpp"

namespace faults {
namespace {

using gpu::all, gpu::ellipsis, gpu::newaxis, gpu::range, gpu::shape;
using gpu::placeholders::_;
using F = gpu::ndarray<float>;
using V = gpu::ndview<float>;
constexpr row::trait quiet = row::trait::quiet;

void add(std::vector<row>& to, const std::vector<row>& more) { to.insert(to.end(), more.begin(), more.end()); }

const std::vector<row>& creation() {
  static const std::vector<row> rows = {
      {"empty",
       [](operands&) {
         auto a = gpu::empty<float>({3, 2}, gpu::layout::f);
         a.fill(1);
         return result(a);
       }},
      {"zeros",
       [](operands&) {
         return result(gpu::zeros<double>({3, 2}));
       }},
      {"ones", [](operands&) { return result(gpu::ones<std::int8_t>({7})); }},
      {"full",
       [](operands&) {
         return result(gpu::full<float>({2, 3}, 1.5));
       }},
      {"empty_like", [](operands& o) { return result(gpu::to_string(gpu::empty_like(o.f).shape())); }},
      {"zeros_like", [](operands& o) { return result(gpu::zeros_like(o.z)); }},
      {"ones_like", [](operands& o) { return result(gpu::ones_like(o.b)); }},
      {"full_like", [](operands& o) { return result(gpu::full_like(o.f(o.index), 2)); }},
      {"arange", [](operands&) { return result(gpu::arange<float>(0, 3, 0.25)); }},
      {"arange of integers", [](operands&) { return result(gpu::arange<std::int32_t>(9)); }},
      {"linspace", [](operands&) { return result(gpu::linspace(0, 1, 11)); }},
      {"linspace of integers", [](operands&) { return result(gpu::linspace<std::int64_t>(0, 9, 4)); }},
      {"eye", [](operands&) { return result(gpu::eye(3, 4, 1)); }},
      {"identity", [](operands&) { return result(gpu::identity<float>(3)); }},
      {"copy", [](operands& o) { return result(gpu::copy(o.f.T())); }},
      {"copy of an expression", [](operands& o) { return result(gpu::copy(o.f + gpu::sum(o.g, 0))); }},
      {"asarray", [](operands& o) { return result(gpu::asarray(o.window)); }},
      {"adopt",
       [](operands&) {
         static float memory[4] = {1, 2, 3, 4};
         const auto a = gpu::adopt(memory, {2, 2}, gpu::cpu());
         return result(gpu::to_string(a.shape()));
       },
       quiet},
  };
  return rows;
}

const std::vector<row>& arrays() {
  static const std::vector<row> rows = {
      {"ndarray::ndarray", [](operands& o) { return result(F(o.f)); }},
      {"ndarray::ndarray of a shape",
       [](operands&) {
         return result(F(shape{2, 3}, 4));
       }},
      {"ndarray::ndarray of host memory",
       [](operands&) {
         return result(F(std::vector<float>{1, 2, 3}));
       }},
      {"ndarray::ndarray of braces",
       [](operands&) {
         return result(F{{1, 2}, {3, 4}});
       }},
      {"ndarray::ndarray converts", [](operands& o) { return result(F(o.d * 2)); }},
      {"ndarray::operator= in its own memory",
       [](operands& o) {
         o.one = o.one * 2 + 1;
         return result(o.one);
       }},
      {"ndarray::operator= of a copy",
       [](operands& o) {
         o.target = o.f;
         return result(o.target);
       }},
      {"ndarray::operator= of another shape",
       [](operands& o) {
         o.target_i = gpu::astype<std::int32_t>(gpu::sum(o.f, 0) * 100);
         return result(o.target_i);
       }},
      {"ndarray::operator= of a reduction in place",
       [](operands& o) {
         o.row = gpu::sum(o.f, 0);
         return result(o.row);
       }},
      {"ndarray::operator= of several kernels",
       [](operands& o) {
         o.one = gpu::sum(o.f - gpu::mean(o.f, 0)) + gpu::max(o.g) + o.one;
         return result(o.one);
       }},
      {"ndarray::operator= of braces",
       [](operands& o) {
         o.target = {{1, 2}, {3, 4}};
         return result(o.target);
       }},
      {"ndarray::strides", [](operands& o) { return result(gpu::to_string(o.f.strides())); }, quiet},
      {"ndarray::is_contiguous", [](operands& o) { return result(o.fortran.is_contiguous()); }, quiet},
      {"ndarray::data", [](operands& o) { return result(o.f.data() != nullptr); }, quiet},
      {"ndarray::operator()", [](operands& o) { return result(gpu::to_string(o.f(1, range(_, _, 2)).shape())); },
       quiet},
      {"ndarray::operator() by text", [](operands& o) { return result(gpu::to_string(o.f("::2, 1").shape())); }, quiet},
      {"ndarray::operator() by indices", [](operands& o) { return result(std::as_const(o.f)(o.index, range(1, _))); }},
      {"ndarray::operator() by a mask", [](operands& o) { return result(std::as_const(o.f)(o.f > 0.5F)); }},
      {"ndarray::at", [](operands& o) { return result(gpu::to_string(o.f.at(1, -1).shape())); }, quiet},
      {"ndarray::T", [](operands& o) { return result(gpu::to_string(o.f.T().shape())); }, quiet},
      {"ndarray::transpose",
       [](operands& o) {
         return result(gpu::to_string(o.f.transpose({1, 0}).shape()));
       },
       quiet},
      {"ndarray::swapaxes", [](operands& o) { return result(gpu::to_string(o.f.swapaxes(0, 1).shape())); }, quiet},
      {"ndarray::reshape shares",
       [](operands& o) {
         return result(gpu::to_string(o.f.reshape({5, 6}).shape()));
       },
       quiet},
      {"ndarray::reshape copies",
       [](operands& o) {
         return result(o.fortran.reshape({3, 10}));
       }},
      {"ndarray::ravel", [](operands& o) { return result(o.fortran.ravel()); }},
      {"ndarray::squeeze", [](operands& o) { return result(gpu::to_string(o.one.squeeze().shape())); }, quiet},
      {"ndarray::copy", [](operands& o) { return result(o.fortran.copy()); }},
      {"ndarray::flatten", [](operands& o) { return result(o.fortran.flatten()); }},
      {"ndarray::to", [](operands& o) { return result(o.fortran.to(gpu::cpu())); }},
      {"ndarray::to the default device", [](operands& o) { return result(o.f.to(gpu::default_device())); }},
      {"ndarray::fill",
       [](operands& o) {
         o.target.fill(7);
         return result(o.target);
       }},
      {"swap",
       [](operands& o) {
         swap(o.f, o.g);
         swap(o.f, o.g);
         return result(gpu::to_string(o.f.shape()));
       },
       quiet},
  };
  return rows;
}

const std::vector<row>& windows() {
  static const std::vector<row> rows = {
      {"ndview::ndview", [](operands& o) { return result(gpu::to_string(V(o.f).shape())); }, quiet},
      {"ndview::operator=",
       [](operands& o) {
         o.window = o.f(all(), range(_, _, 2)) * 2;
         return result(o.target);
       }},
      {"ndview::operator= of a window",
       [](operands& o) {
         o.window = V(o.g(all(), range(2, _)));
         return result(o.target);
       }},
      {"ndview::operator= where both overlap",
       [](operands& o) {
         o.target(range(1, _)) = o.target(range(_, -1)) + o.target(range(_, 0, -1));
         return result(o.target);
       }},
      {"ndview::operator= of a number",
       [](operands& o) {
         o.window = 3;
         return result(o.target);
       }},
      {"ndview::operator= of braces",
       [](operands& o) {
         o.window = {1, 2, 3};
         return result(o.target);
       }},
      {"ndview::operator= of a reduction",
       [](operands& o) {
         o.target(0) = gpu::sum(o.f, 0);
         return result(o.target);
       }},
      {"ndview::rebind",
       [](operands& o) {
         V v = o.window;
         v.rebind(o.f.T());
         return result(gpu::to_string(v.shape()));
       },
       quiet},
      {"ndview::strides", [](operands& o) { return result(gpu::to_string(o.window.strides())); }, quiet},
      {"ndview::is_contiguous", [](operands& o) { return result(o.window.is_contiguous()); }, quiet},
      {"ndview::data", [](operands& o) { return result(o.window.data() != nullptr); }, quiet},
      {"ndview::operator()", [](operands& o) { return result(gpu::to_string(o.window(0).shape())); }, quiet},
      {"ndview::operator() by indices", [](operands& o) { return result(o.window(o.index)); }},
      {"ndview::at", [](operands& o) { return result(gpu::to_string(o.window.at(1, 1).shape())); }, quiet},
      {"ndview::T", [](operands& o) { return result(gpu::to_string(o.window.T().shape())); }, quiet},
      {"ndview::transpose", [](operands& o) { return result(gpu::to_string(o.window.transpose().shape())); }, quiet},
      {"ndview::swapaxes", [](operands& o) { return result(gpu::to_string(o.window.swapaxes(0, 1).shape())); }, quiet},
      {"ndview::reshape copies", [](operands& o) { return result(o.window.reshape({-1})); }},
      {"ndview::ravel", [](operands& o) { return result(o.window.ravel()); }},
      {"ndview::squeeze", [](operands& o) { return result(gpu::to_string(o.window.squeeze().shape())); }, quiet},
      {"ndview::copy", [](operands& o) { return result(o.window.copy()); }},
      {"ndview::flatten", [](operands& o) { return result(o.window.flatten()); }},
      {"ndview::to", [](operands& o) { return result(o.window.to(gpu::cpu())); }},
      {"ndview::fill",
       [](operands& o) {
         o.window.fill(5);
         return result(o.target);
       }},
  };
  return rows;
}

const std::vector<row>& selections() {
  static const std::vector<row> rows = {
      {"selection::operator= by a mask, one value",
       [](operands& o) {
         o.target(o.b) = -1;
         return result(o.target);
       }},
      {"selection::operator= by a mask, values",
       [](operands& o) {
         o.target(o.b) = o.f(o.b) * 2;
         return result(o.target);
       }},
      {"selection::operator= by a mask expression",
       [](operands& o) {
         o.target(o.f > 0.5F && o.g < 1.5F) = gpu::mean(o.f);
         return result(o.target);
       }},
      {"selection::operator= by indices, one named twice",
       [](operands& o) {
         o.target(o.index) = o.f(range(0, 4));
         return result(o.target);
       }},
      {"selection::operator= by computed indices and a slice",
       [](operands& o) {
         o.target(5 - o.index, range(_, _, 2)) = o.f(range(0, 4), range(2, _));
         return result(o.target);
       }},
      {"selection::operator= of itself",
       [](operands& o) {
         o.target(o.index) = o.target(range(2, _)) + 1;
         return result(o.target);
       }},
      {"selection::operator= of braces",
       [](operands& o) {
         o.row(gpu::ndarray<int>{0, 3}) = {8, 9};
         return result(o.row);
       }},
      {"selection::operator= of a selection",
       [](operands& o) {
         o.target(o.index) = o.g(o.index);
         return result(o.target);
       }},
      {"selection::selection",
       [](operands& o) {
         const auto chosen = o.f(o.index);
         return result(gpu::selection<float>(chosen));
       }},
      {"operand::shape of a selection by a mask", [](operands& o) { return result(gpu::to_string(o.f(o.b).shape())); }},
  };
  return rows;
}

const std::vector<row>& functions() {
  static const std::vector<row> rows = {
      {"transpose",
       [](operands& o) {
         return result(gpu::to_string(gpu::transpose(o.f, {1, 0}).shape()));
       },
       quiet},
      {"transpose of an expression", [](operands& o) { return result(gpu::transpose(o.f + o.row)); }},
      {"permute_dims",
       [](operands& o) {
         return result(gpu::to_string(gpu::permute_dims(o.f, {1, 0}).shape()));
       },
       quiet},
      {"swapaxes", [](operands& o) { return result(gpu::to_string(gpu::swapaxes(o.f, 0, 1).shape())); }, quiet},
      {"moveaxis", [](operands& o) { return result(gpu::to_string(gpu::moveaxis(o.f, 0, 1).shape())); }, quiet},
      {"reshape copies", [](operands& o) { return result(gpu::reshape(o.fortran, {30})); }},
      {"reshape of an expression",
       [](operands& o) {
         return result(gpu::reshape(o.f * 2, {2, 15}));
       }},
      {"ravel", [](operands& o) { return result(gpu::ravel(o.fortran)); }},
      {"squeeze", [](operands& o) { return result(gpu::to_string(gpu::squeeze(o.one, 0).shape())); }, quiet},
      {"expand_dims", [](operands& o) { return result(gpu::to_string(gpu::expand_dims(o.f, 1).shape())); }, quiet},
      {"broadcast_to",
       [](operands& o) {
         return result(gpu::to_string(gpu::broadcast_to(o.row, {2, 5}).shape()));
       },
       quiet},
      {"broadcast_to of an expression",
       [](operands& o) {
         return result(gpu::broadcast_to(o.row * 2, {2, 5}));
       }},
      {"expr::expr of a selection", [](operands& o) { return result(gpu::expr<float>(o.f(o.b))); }},
      {"expr::operator()", [](operands& o) { return result((o.f + o.row)(range(1, 4), newaxis(), ellipsis())); }},
      {"expr::operator() by indices", [](operands& o) { return result((o.f + o.row)(o.index)); }},
      {"expr::T", [](operands& o) { return result((o.f + gpu::sum(o.g, 0)).T()); }},
  };
  return rows;
}

}  // namespace

std::vector<row> array_rows() {
  std::vector<row> rows;
  for (const auto* list : {&creation(), &arrays(), &windows(), &selections(), &functions()}) add(rows, *list);
  return rows;
}

}  // namespace faults
