// What every generated kernel stands on: parameter words, division by multiplication, loads and stores of a thread's lanes,
// the error slot. Read by the run-time compiler after the op bodies; includes nothing.
#pragma once

namespace gpu {
namespace ops {
namespace device {

/// An integer or address in a parameter word.
template <class T>
__device__ __forceinline__ T word(const u64& w) {
  return static_cast<T>(w);
}
template <class T>
__device__ __forceinline__ T* pointer(const u64& w) {
  return reinterpret_cast<T*>(w);
}
/// An element held in two parameter words.
template <class T>
__device__ __forceinline__ T scalar(const u64& w) {
  return *reinterpret_cast<const T*>(&w);
}

/// n / d for n < 2^31 (n < 2^63), where d is given as the multiplier and shift of src/cuda/divisor.hpp.
__device__ __forceinline__ u32 divide(u32 n, const u64& multiplier, const u64& shift) {
  return (__umulhi(n, static_cast<u32>(multiplier)) + n) >> static_cast<u32>(shift);
}
__device__ __forceinline__ u64 divide(u64 n, const u64& multiplier, const u64& shift) {
  return (__umul64hi(n, multiplier) + n) >> static_cast<u32>(shift);
}

/// The machine's word types, by bytes.
template <int Bytes>
struct raw_type;
template <>
struct raw_type<1> {
  using type = u8;
};
template <>
struct raw_type<2> {
  using type = u16;
};
template <>
struct raw_type<4> {
  using type = u32;
};
template <>
struct raw_type<8> {
  using type = uint2;
};
template <>
struct raw_type<16> {
  using type = uint4;
};

/// N elements moved as one machine word.
template <class T, int N>
union packed {
  typename raw_type<N * static_cast<int>(sizeof(T))>::type raw;
  T lanes[N];
};

/// One element. ReadOnly: nothing in this kernel writes the storage.
template <bool ReadOnly, class T>
__device__ __forceinline__ T load(const T* from) {
  using raw = typename raw_type<sizeof(T)>::type;
  packed<T, 1> p;
  if constexpr (ReadOnly) p.raw = __ldg(reinterpret_cast<const raw*>(from));
  else p.raw = *reinterpret_cast<const raw*>(from);
  return p.lanes[0];
}

/// One complex element whose address is aligned to its parts only.
template <bool ReadOnly, class T>
__device__ __forceinline__ cplx<T> load_parts(const cplx<T>* from) {
  const T* parts = reinterpret_cast<const T*>(from);
  return {load<ReadOnly>(parts), load<ReadOnly>(parts + 1)};
}
template <class T>
__device__ __forceinline__ void store_parts(cplx<T>* to, cplx<T> x) {
  T* parts = reinterpret_cast<T*>(to);
  parts[0] = x.re;
  parts[1] = x.im;
}

/// V elements in one access.
template <bool ReadOnly, class T, int V>
__device__ __forceinline__ void load_vector(const T* from, T (&x)[V]) {
  using raw = typename raw_type<V * static_cast<int>(sizeof(T))>::type;
  packed<T, V> p;
  if constexpr (ReadOnly) p.raw = __ldg(reinterpret_cast<const raw*>(from));
  else p.raw = *reinterpret_cast<const raw*>(from);
#pragma unroll
  for (int j = 0; j < V; ++j) x[j] = p.lanes[j];
}
template <class T, int V>
__device__ __forceinline__ void store_vector(T* to, const T (&x)[V]) {
  packed<T, V> p;
#pragma unroll
  for (int j = 0; j < V; ++j) p.lanes[j] = x[j];
  *reinterpret_cast<decltype(p.raw)*>(to) = p.raw;
}

/// Lanes low to high - 1, `stride` elements apart; the others become zero.
template <bool ReadOnly, class T, int V, class Index>
__device__ __forceinline__ void load_lanes(const T* from, Index stride, int low, int high, T (&x)[V]) {
#pragma unroll
  for (int j = 0; j < V; ++j) {
    x[j] = T{};
    if (j >= low && j < high) x[j] = load<ReadOnly>(from + j * stride);
  }
}
template <bool ReadOnly, class T, int V, class Index>
__device__ __forceinline__ void load_lanes_in_parts(const T* from, Index stride, int low, int high, T (&x)[V]) {
#pragma unroll
  for (int j = 0; j < V; ++j) {
    x[j] = T{};
    if (j >= low && j < high) x[j] = load_parts<ReadOnly>(from + j * stride);
  }
}

/// Where the first bad index is written; laid out as runtime::device_error_slot.
struct error_slot {
  u32 state;
  i32 axis;
  i64 index;
  i64 length;
  u64 operation;
};

/// Writes a bad index into the slot, if it is the first.
[[maybe_unused]] static __device__ __noinline__ void report(error_slot* slot, u64 operation, i32 axis, i64 index, i64 length) {
  if (atomicCAS_system(&slot->state, 0U, 1U) != 0U) return;
  slot->axis = axis;
  slot->index = index;
  slot->length = length;
  slot->operation = operation;
  __threadfence_system();
  atomicExch_system(&slot->state, 2U);
}

/// Makes `order` the owner's if no higher one is.
__device__ __forceinline__ void claim(u32* owner, u32 order) { atomicMax(owner, order); }
__device__ __forceinline__ void claim(u64* owner, u64 order) {
  atomicMax(reinterpret_cast<unsigned long long*>(owner), static_cast<unsigned long long>(order));
}

/// Whether `index` lies in [-length, length); if so, adds the element offset it stands for.
__device__ __forceinline__ bool resolve(i64 index, i64 length, i64 stride, i64& offset) {
  if (index < -length || index >= length) return false;
  offset += (index < 0 ? index + length : index) * stride;
  return true;
}

}  // namespace device
}  // namespace ops
}  // namespace gpu
