// Words of a Philox stream in bulk, by cuRAND.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpu/device.hpp>

namespace gpu::cuda_backend {

/// words[k] = word `first_word + k` of the seed's stream (docs/random.md) for k below `count`, on `where`; does not wait.
/// Throws device_error where cuRAND is not there.
void generate_words(std::uint64_t seed, std::uint64_t first_word, std::uint32_t* words, std::size_t count,
                    gpu::device where);

}  // namespace gpu::cuda_backend
