#include "plan/launch_trace.hpp"

#include "plan/names.hpp"
#include "plan/traffic.hpp"

namespace gpu::plan {

using runtime::trace::field;
using runtime::trace::topic;

void trace_launch(const kernel& k, gpu::device where, const std::string& how) {
  const traffic t = traffic_of(k);
  runtime::trace::write(topic::launch, full_name(k) + field("device", where.name()) + how +
                                           field("elements", static_cast<long long>(k.extent.count())) +
                                           field("read", static_cast<long long>(t.read)) +
                                           field("written", static_cast<long long>(t.written)));
}

void trace_launch(const gemm& g, gpu::device where) {
  const std::string size = std::to_string(g.m) + 'x' + std::to_string(g.k) + 'x' + std::to_string(g.n);
  runtime::trace::write(topic::launch, std::string("matmul") + field("device", where.name()) +
                                           field("library", where.type() == device_type::cuda ? "cuBLAS" : "OpenBLAS") +
                                           field("dtype", dtype_name(g.type)) + field("size", size) +
                                           field("batch", static_cast<long long>(g.batch.count())));
}

void trace_library_launch(const char* call, gpu::device where, std::int64_t elements) {
  runtime::trace::write(topic::launch,
                        call + field("device", where.name()) + field("elements", static_cast<long long>(elements)));
}

}  // namespace gpu::plan
