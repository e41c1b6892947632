// Holds the library against NumPy: runs every case of a directory or file through the public API on one device.
//
//   conformance DIR|FILE [--device cpu|cuda|dry] [--filter fn] [--every N] [--emit FILE]
//
// --every N runs one case of N: what the dry device adds is the compilation of kernels, which neighbouring cases share.
// Exit status: 0 if no case failed and some passed, 1 if not, 2 for a bad command line or a device that is not there.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "run_case.hpp"

namespace {

using conformance::json;
using conformance::verdict;
namespace fs = std::filesystem;

constexpr int bad_usage = 2;

struct options {
  fs::path cases;
  std::optional<std::string> device;
  std::string only_function;
  long every = 1;
  fs::path emit_to;
};

struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

long positive_number(const std::string& text) {
  long n = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (problem != std::errc() || stop != text.data() + text.size() || n < 1)
    throw usage_error("\"" + text + "\" is no number from 1");
  return n;
}

options parse_command_line(const std::vector<std::string>& words) {
  options o;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const auto operand = [&]() -> const std::string& {
      if (k + 1 >= words.size()) throw usage_error(words[k] + " needs a value");
      return words[++k];
    };
    if (words[k] == "--device")
      o.device = operand();
    else if (words[k] == "--filter")
      o.only_function = operand();
    else if (words[k] == "--every")
      o.every = positive_number(operand());
    else if (words[k] == "--emit")
      o.emit_to = operand();
    else if (words[k].starts_with("-") || !o.cases.empty())
      throw usage_error("what is " + words[k] + "?");
    else
      o.cases = words[k];
  }
  if (!fs::exists(o.cases)) throw usage_error("a directory of .jsonl files, or one of them, is wanted");
  return o;
}

/// Makes the named device this thread's default; throws usage_error where it is not there.
gpu::device choose_device(const std::optional<std::string>& name) {
  const gpu::device chosen = name ? gpu::device(*name) : gpu::default_device();
  if (chosen.type() == gpu::device_type::cuda && chosen.index() >= gpu::cuda_device_count())
    throw usage_error("there is no device " + chosen.name());
  return chosen;
}

std::vector<fs::path> case_files(const fs::path& cases) {
  if (!fs::is_directory(cases)) return {cases};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(cases))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Counts of what was run, and the functions that were skipped.
struct tally {
  std::array<long, 3> by_verdict{};
  std::map<std::string, long> skipped_functions;

  [[nodiscard]] long of(verdict v) const { return by_verdict[static_cast<std::size_t>(v)]; }
};

class runner {
 public:
  runner(const options& o, bool compare_values)
      : functions_(conformance::all_functions()),
        only_function_(o.only_function),
        every_(o.every),
        compare_values_(compare_values) {
    if (o.emit_to.empty()) return;
    emitted_.open(o.emit_to);
    if (!emitted_) throw usage_error("cannot write " + o.emit_to.string());
  }

  void run_file(const fs::path& file) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);)
      if (!line.empty() && seen_++ % every_ == 0) run_line(json::parse(line), file.stem().string());
  }

  [[nodiscard]] const tally& counts() const { return counts_; }

 private:
  void run_line(const json& test, const std::string& category) {
    const std::string name = test.at("fn").get<std::string>();
    if (!only_function_.empty() && name != only_function_) return;
    const std::string id = category + "/" + test.at("id").get<std::string>();
    conformance::report got = conformance::run_case(test, functions_, compare_values_);
    ++counts_.by_verdict[static_cast<std::size_t>(got.result)];
    // Flushed, so that what failed is on record should a later case end the process.
    if (got.result == verdict::failed) std::cout << "FAILED " << id << " (" << name << "): " << got.detail << std::endl;
    if (got.result == verdict::skipped) ++counts_.skipped_functions[name];
    if (!emitted_.is_open()) return;
    got.emitted["id"] = id;
    emitted_ << got.emitted.dump() << '\n';
  }

  conformance::registry functions_;
  std::string only_function_;
  long every_;
  long seen_ = 0;
  bool compare_values_;
  std::ofstream emitted_;
  tally counts_;
};

int run(const options& o) {
  const gpu::device chosen = choose_device(o.device);
  const gpu::device_guard on(chosen);
  const bool compare_values = chosen.type() != gpu::device_type::dry;
  runner r(o, compare_values);
  for (const fs::path& file : case_files(o.cases)) r.run_file(file);

  const tally& counts = r.counts();
  if (!counts.skipped_functions.empty()) {
    std::cout << "skipped, for the library does not have them:";
    for (const auto& [name, count] : counts.skipped_functions) std::cout << ' ' << name << " (" << count << ')';
    std::cout << '\n';
  }
  std::cout << "device " << chosen.name() << (compare_values ? "" : ": values not compared") << '\n';
  std::cout << counts.of(verdict::passed) << " passed, " << counts.of(verdict::failed) << " failed, "
            << counts.of(verdict::skipped) << " skipped" << std::endl;
  return counts.of(verdict::failed) == 0 && counts.of(verdict::passed) > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse_command_line({argv + 1, argv + argc}));
  } catch (const usage_error& e) {
    std::cerr << e.what()
              << "\nusage: conformance DIR [--device cpu|cuda|dry] [--filter fn] [--every N] [--emit FILE]\n";
    return bad_usage;
  } catch (const gpu::value_error& e) {
    std::cerr << e.what() << '\n';  // a device's name that is none
    return bad_usage;
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
