// Arrays from and to .npy files.
#include <string>

#include <gpu/error.hpp>

#include "api/readable.hpp"
#include "graph/build.hpp"
#include "io/npy.hpp"
#include "plan/planner.hpp"

GPU_BEGIN_NAMESPACE
namespace detail {

handle load_npy(const std::string& path, dtype type) {
  const io::npy_header header = io::read_npy_header(path);
  if (!same_kind(header.type, type))
    throw value_error(path + " holds " + dtype_name(header.type) + ", which does not convert to " + dtype_name(type) +
                      " by same_kind");
  const handle host = graph::new_array(header.dims, header.type, cpu());
  io::read_npy_data(path, header, host.get()->data->data);
  handle array = default_device() == cpu() ? host : to_device(host, default_device());
  if (header.type == type) return array;
  return plan::evaluate(*graph::make_cast(array, type).get());
}

void save_npy(const std::string& path, const handle& a) {
  const handle array = api::as_array(a);
  const node& n = *array.get();
  const bool fortran = !graph::is_dense(n.dims, n.strides) && graph::is_dense(n.dims, n.strides, true);
  io::write_npy(path, n.type, n.dims, data_of(host_copy(array)), fortran);
}

}  // namespace detail
GPU_END_NAMESPACE
