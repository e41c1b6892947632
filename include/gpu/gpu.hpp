// gpu-ndarray: NumPy for C++ on the GPU. The one header that programs include.
#pragma once

#include <gpu/creation.hpp>
#include <gpu/device.hpp>
#include <gpu/dtype.hpp>
#include <gpu/error.hpp>
#include <gpu/explain.hpp>
#include <gpu/expr.hpp>
#include <gpu/io.hpp>
#include <gpu/linalg.hpp>
#include <gpu/logic.hpp>
#include <gpu/manipulation.hpp>
#include <gpu/math.hpp>
#include <gpu/ndarray.hpp>
#include <gpu/operators.hpp>
#include <gpu/random.hpp>
#include <gpu/reductions.hpp>
#include <gpu/selection.hpp>
#include <gpu/slice.hpp>
#include <gpu/ufunc.hpp>
#include <gpu/view.hpp>

#undef GPU_UNARY
#undef GPU_UNARY_AS
#undef GPU_BINARY
#undef GPU_BINARY_AS
#undef GPU_INPLACE_OPERATOR
#undef GPU_INPLACE_OPERATORS
