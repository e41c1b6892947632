// Reading and writing NumPy's .npy files from and to host memory.
//
// Every dtype keeps its NumPy type code; bfloat16, which NumPy lacks, is '<V2' as the Python package ml_dtypes writes it,
// and two-byte void data is read as bfloat16.
#pragma once

#include <string>

#include "io/npy_header.hpp"

namespace gpu::io {

/// Reads and checks the header of the file `path`, including that the file is as long as the header promises, so that
/// the caller may allocate `data_bytes()`. Throws io_error with path and reason.
[[nodiscard]] npy_header read_npy_header(const std::string& path);

/// Reads the elements of the file whose header is `header` into `out`, `header.data_bytes()` bytes: in C order, in this
/// machine's byte order, whatever the file's. Throws io_error where the file cannot be read or has become shorter.
void read_npy_data(const std::string& path, const npy_header& header, void* out);

/// Writes an array of shape `dims` whose elements lie at `data` in C order; in the file they are in Fortran order if
/// `fortran_order`. The file appears whole or not at all; with `durable` it has reached the disk on return. Throws
/// io_error, and an older file at `path` is then as it was.
void write_npy(const std::string& path, dtype type, const shape& dims, const void* data, bool fortran_order = false,
               bool durable = false);

}  // namespace gpu::io
