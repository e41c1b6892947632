#include "plan/identity.hpp"

#include <cstring>

#include "graph/body_type.hpp"
#include "graph/scalars.hpp"
#include "graph/visit_dtype.hpp"
#include "ops/reducers.hpp"

namespace gpu::plan {
namespace {

template <class Reducer>
graph::scalar_value identity(dtype d) {
  return graph::visit_dtype(d, [d](auto tag) {
    using E = typename decltype(tag)::type;
    const auto value = Reducer::template identity<graph::body_t<E>>();
    graph::scalar_value s;
    s.type = d;
    std::memcpy(s.bytes.data(), &value, sizeof value);
    return s;
  });
}

graph::scalar_value identity_in(reducer combine, dtype d) {
  switch (combine) {
    case reducer::prod: return identity<ops::reduce::prod>(d);
    case reducer::min: return identity<ops::reduce::min>(d);
    case reducer::max: return identity<ops::reduce::max>(d);
    case reducer::all: return identity<ops::reduce::all>(d);
    case reducer::any: return identity<ops::reduce::any>(d);
    case reducer::sum:
    case reducer::argmin:  // empty argmin and argmax are refused before
    case reducer::argmax: break;
  }
  return identity<ops::reduce::sum>(d);
}

}  // namespace

graph::scalar_value identity_of(reducer combine, dtype accumulate, dtype result) {
  return graph::convert(identity_in(combine, accumulate), result);
}

}  // namespace gpu::plan
