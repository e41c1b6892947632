// Entry points of <gpu/testing.hpp>. They compare on the host, element by element, and wait; the text says how the sides differ
// and is empty where they do not.
#pragma once

#include <string>

#include <gpu/detail/entry.hpp>

GPU_BEGIN_NAMESPACE
namespace detail {

/// |a - b| <= atol + rtol * |b|.
GPU_API std::string compare_close(const handle& a, const handle& b, double rtol, double atol, bool equal_nan);
/// a == b; nan equals nan.
GPU_API std::string compare_equal(const handle& a, const handle& b);

}  // namespace detail
GPU_END_NAMESPACE
