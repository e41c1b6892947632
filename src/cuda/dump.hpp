// Generated kernels written to a folder for people to read (GPU_DUMP_KERNELS). Nothing here throws for a folder or file that
// cannot be written: the first time, that is a warning on stderr.
#pragma once

#include <string>

namespace gpu::cuda_backend {

/// The folder that GPU_DUMP_KERNELS named when the first kernel was made; empty where none is wanted.
[[nodiscard]] const std::string& dump_folder();

/// Writes <folder>/<name>_<hash of the source>.cu; makes the folder if it is missing. The path without ".cu", or nothing where
/// nothing was written.
std::string dump_source(const std::string& folder, const std::string& name, const std::string& source);

/// Writes what the source was compiled to beside it: `path` with .cubin, or .ptx where it is text. An empty path does nothing.
void dump_image(const std::string& path, const std::string& image);

}  // namespace gpu::cuda_backend
