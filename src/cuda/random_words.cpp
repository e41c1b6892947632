#include "cuda/random_words.hpp"

#include "cuda/curand.hpp"

namespace gpu::cuda_backend {

void generate_words(std::uint64_t seed, std::uint64_t first_word, std::uint32_t* words, std::size_t count,
                    gpu::device where) {
  const curand_generator generator(where.index());
  GPU_CURAND(curandSetPseudoRandomGeneratorSeed, generator.get(), seed);
  GPU_CURAND(curandSetGeneratorOffset, generator.get(), first_word);
  GPU_CURAND(curandGenerate, generator.get(), words, count);
}

}  // namespace gpu::cuda_backend
