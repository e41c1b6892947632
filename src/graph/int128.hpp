// A 128-bit integer, in which every int64 and uint64 can be added and compared.
#pragma once

namespace gpu::graph {

__extension__ using int128 = __int128;

}  // namespace gpu::graph
