#include "measure.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include <unistd.h>
#include <gpu/counters.hpp>

#include "cubin.hpp"
#include "statements.hpp"

namespace golden {
namespace fs = std::filesystem;
namespace {

// Sizes of one class: the same alignment and way to walk, so that the second needs no other kernel.
constexpr std::int64_t first_size = 64;
constexpr std::int64_t second_size = 96;

const golden::statement& statement_of(const std::string& name) {
  for (const statement& s : statements())
    if (s.name == name) return s;
  throw std::runtime_error("golden: no statement is called " + name);
}

/// A folder that goes when this does.
class temporary_folder {
 public:
  temporary_folder() : path_((fs::temp_directory_path() / "golden_XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("golden: cannot make a folder " + path_);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("golden: cannot start " + command);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  if (pclose(pipe) != 0) throw std::runtime_error("golden: failed: " + command + '\n' + output);
  return output;
}

std::string content_of(const fs::path& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return content.str();
}

/// The kernels in a folder of GPU_DUMP_KERNELS, by name: sizes of their sources, figures of their code.
void add_kernels(const fs::path& folder, measured& m) {
  std::vector<fs::path> sources;
  if (fs::exists(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".cu") sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    m.figures.figures[7].push_back(static_cast<long>(content_of(source).size()));
    fs::path image = source;
    const cubin c = read_cubin(content_of(image.replace_extension(".cubin")));
    m.compiler = c.compiler;
    for (const kernel_code& k : c.kernels) {
      m.kernel_names.push_back(source.stem().string() + '/' + k.name);
      m.figures.figures[8].push_back(k.instructions);
      m.figures.figures[9].push_back(k.registers);
      m.figures.figures[10].push_back(k.local_bytes);
    }
  }
}

}  // namespace

int measure_here(const std::string& name) {
  const statement& s = statement_of(name);
  const std::function<void()> first = s.prepare(first_size);
  const std::function<void()> second = s.prepare(second_size);
  const gpu::testing::counter_values once = gpu::testing::counted(first);
  const gpu::testing::counter_values again = gpu::testing::counted(second);
  std::cout << once.launches << ' ' << once.library_calls << ' ' << once.waits << ' ' << once.allocations << ' '
            << once.bytes_allocated << ' ' << once.kernels_compiled << ' ' << again.kernels_compiled << '\n';
  return 0;
}

measured measure(const std::string& name) {
  const temporary_folder folder;
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const std::string command = "env -u GPU_TRACE -u GPU_SYNC -u GPU_DRY_ARCH GPU_DEVICE=dry GPU_CACHE_DIR='" +
                              folder.path() + "/cache' GPU_DUMP_KERNELS='" + folder.path() + "/kernels' '" + program +
                              "' --statement " + name;
  measured m;
  m.figures.statement = name;
  std::istringstream counts(output_of(command));
  for (std::size_t i = 0; i < 7; ++i) {
    long n = 0;
    if (!(counts >> n)) throw std::runtime_error("golden: " + name + " printed no counts");
    m.figures.figures[i] = {n};
  }
  add_kernels(folder.path() + "/kernels", m);
  return m;
}

}  // namespace golden
