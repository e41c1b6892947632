// Rows of the fault sweep: values read on the host, mirrors, comparisons, text, files, devices.
#include <gpu/testing.hpp>

#include <sstream>
#include <string>
#include <vector>

#include "fault_sweep.hpp"

namespace faults {
namespace {

using gpu::range;
constexpr row::trait quiet = row::trait::quiet;
constexpr row::trait files = row::trait::files;

template <class Iterator>
std::vector<float> taken(Iterator from, Iterator to) {
  std::vector<float> list;
  for (; from != to; ++from) list.push_back(*from);
  return list;
}

const std::vector<row>& values() {
  static const std::vector<row> rows = {
      {"operand::operator E", [](operands& o) { return result(static_cast<float>(gpu::sum(o.f))); }},
      {"operand::item", [](operands& o) { return result((o.one * 2).item()); }},
      {"operand::to_vector", [](operands& o) { return result((o.f + o.row).to_vector()); }},
      {"operand::to_vector of a window", [](operands& o) { return result(o.window.to_vector()); }},
      {"operand::to_vector of bool", [](operands& o) { return result(o.b.to_vector()); }},
      {"operand::begin", [](operands& o) { return result(taken(o.window.begin(), o.window.end())); }},
      {"operand::end", [](operands& o) { return result(o.f.end() - o.f.end() == 0); }, quiet},
      {"operand::shape", [](operands& o) { return result(gpu::to_string((o.f + o.row).shape())); }, quiet},
      {"operand::ndim", [](operands& o) { return result(o.f.ndim()); }, quiet},
      {"operand::dimension", [](operands& o) { return result(o.f.dimension()); }, quiet},
      {"operand::size", [](operands& o) { return result(o.f.size()); }, quiet},
      {"operand::nbytes", [](operands& o) { return result(o.z.nbytes()); }, quiet},
      {"operand::itemsize", [](operands&) { return result(gpu::ndarray<float>::itemsize()); }, quiet},
      {"operand::dtype", [](operands& o) { return result(std::string(gpu::dtype_name(o.h.dtype()))); }, quiet},
      {"operand::device", [](operands& o) { return result(o.f.device() == gpu::default_device()); }, quiet},
  };
  return rows;
}

const std::vector<row>& mirrors() {
  static const std::vector<row> rows = {
      {"ndarray::host",
       [](operands& o) {
         auto m = o.fortran.host();
         return result(m(1, -1));
       }},
      {"host_mirror::~host_mirror",
       [](operands& o) {
         {
           auto m = o.fortran.host();
           m(0, 0) = 100;
         }
         return result(o.fortran);
       }},
      {"host_mirror::host_mirror moves",
       [](operands& o) {
         {
           auto m = o.fortran.host();
           auto taken_over = std::move(m);
           taken_over(0, 0) = 100;
         }
         return result(o.fortran);
       }},
      {"host_mirror::flush",
       [](operands& o) {
         auto m = o.row.host();
         m(2) = -7;
         m.flush();
         return result(o.row);
       }},
      {"host_mirror::operator()",
       [](operands& o) {
         auto m = o.row.host();
         return result(m(3));
       }},
      {"host_mirror::shape",
       [](operands& o) {
         auto m = o.row.host();
         return result(gpu::to_string(m.shape()));
       }},
      {"host_mirror::size",
       [](operands& o) {
         auto m = o.row.host();
         return result(m.size());
       }},
      {"host_mirror::data",
       [](operands& o) {
         auto m = o.row.host();
         return result(m.data()[1]);
       }},
      {"host_mirror::begin",
       [](operands& o) {
         auto m = o.row.host();
         return result(taken(m.begin(), m.end()));
       }},
      {"host_mirror::end",
       [](operands& o) {
         auto m = o.row.host();
         return result(m.end() - m.begin() == m.size());
       }},
  };
  return rows;
}

const std::vector<row>& comparisons() {
  static const std::vector<row> rows = {
      {"allclose", [](operands& o) { return result(gpu::allclose(o.f, o.f + 1e-9)); }},
      {"array_equal", [](operands& o) { return result(gpu::array_equal(o.f, o.g, true)); }},
      {"testing::allclose", [](operands& o) { return result(gpu::testing::allclose(o.f, o.g).message()); }},
      {"testing::array_equal", [](operands& o) { return result(gpu::testing::array_equal(o.f, o.fortran).message()); }},
      {"testing::counters",
       [](operands&) { return result((gpu::testing::counters() - gpu::testing::counters()).launches == 0); }, quiet},
      {"testing::counted", [](operands& o) { return result(gpu::testing::counted([&] { o.target += 1; }).launches); }},
  };
  return rows;
}

const std::vector<row>& texts() {
  static const std::vector<row> rows = {
      {"to_string", [](operands& o) { return result(gpu::to_string(o.f)); }},
      {"to_string of an expression", [](operands& o) { return result(gpu::to_string(o.f + o.row)); }},
      {"to_string of a large array",
       [](operands&) {
         return result(gpu::to_string(gpu::arange<float>(3000).reshape({3, 1000})));
       }},
      {"array2string", [](operands& o) { return result(gpu::array2string(o.z, ", ")); }},
      {"operator<< to a stream",
       [](operands& o) {
         std::ostringstream out;
         out << o.i.T();
         return result(out.str());
       }},
  };
  return rows;
}

const std::vector<row>& file_functions() {
  static const std::vector<row> rows = {
      {"load_npy", [](operands&) { return result(gpu::load_npy<float>(scratch_folder() + "/in.npy")); }, files},
      {"load_npy in Fortran order",
       [](operands&) { return result(gpu::load_npy<float>(scratch_folder() + "/fortran.npy")); }, files},
      {"load_npy converts", [](operands&) { return result(gpu::load_npy<double>(scratch_folder() + "/in.npy")); },
       files},
      {"save_npy",
       [](operands& o) {
         gpu::save_npy(scratch_folder() + "/out.npy", o.f + o.row);
         return result(true);
       },
       files},
      {"save_npy to a new file, in Fortran order",
       [](operands& o) {
         gpu::save_npy(scratch_folder() + "/new.npy", o.fortran);
         return result(true);
       },
       files},
  };
  return rows;
}

const std::vector<row>& devices() {
  static const std::vector<row> rows = {
      {"synchronize",
       [](operands&) {
         gpu::synchronize();
         return result(true);
       },
       gpu::default_device().type() == gpu::device_type::cuda ? row::trait::none : quiet},
      {"default_device", [](operands&) { return result(gpu::default_device().name()); }, quiet},
      {"set_default_device",
       [](operands&) {
         gpu::set_default_device(gpu::default_device());
         return result(true);
       },
       quiet},
      {"explain",
       [](operands& o) {
         const gpu::explanation of_value = gpu::explain(gpu::sum(o.f * o.row, 0) + 1);
         const gpu::explanation of_store = gpu::explain(o.window, o.window + 1);
         return result(std::vector<std::size_t>{of_value.kernels.size(), of_store.kernels.size()});
       },
       quiet},
      {"cpu", [](operands&) { return result(gpu::cpu().name()); }, quiet},
      {"cuda", [](operands&) { return result(gpu::cuda(1).name()); }, quiet},
      {"cuda_device_count", [](operands&) { return result(gpu::cuda_device_count()); }, quiet},
      {"num_threads", [](operands&) { return result(gpu::num_threads() > 0); }, quiet},
      {"set_num_threads",
       [](operands&) {
         gpu::set_num_threads(gpu::num_threads());
         return result(true);
       },
       quiet},
  };
  return rows;
}

}  // namespace

std::vector<row> host_rows() {
  std::vector<row> rows;
  for (const auto* list : {&values(), &mirrors(), &comparisons(), &texts(), &file_functions(), &devices()})
    rows.insert(rows.end(), list->begin(), list->end());
  for (row& r : rows)  // every mirror is written back by its destructor
    if (r.name == "host_mirror::flush")
      r.is = row::trait::writes_and_defers;
    else if (r.name.starts_with("host_mirror::") || r.name == "ndarray::host")
      r.is = row::trait::defers;
  return rows;
}

}  // namespace faults
