#include "options.hpp"

#include <charconv>
#include <stdexcept>

namespace fuzz {

const char* const usage =
    "fuzz: runs random programs with the library and compares the results with plain loops\n"
    "  --seed N         the first program's seed (0)\n"
    "  --programs N     how many (1000)\n"
    "  --seconds S      stops after as long\n"
    "  --device NAME    cpu, cuda, dry\n"
    "  --oracles A,B    device: with all passes on; passes: with each off, and all; rotate: one of these in turn;\n"
    "                   shim, shim-passes: generated kernels, built by the host's compiler, on the cpu "
    "(device,rotate)\n"
    "  --shard I/N      part I of N, from 0\n"
    "  --failures N     stops after as many (3)\n"
    "  --print          prints every program before it runs\n";

namespace {

std::uint64_t number(const std::string& text) {
  std::uint64_t n = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (problem != std::errc() || stop != text.data() + text.size())
    throw std::invalid_argument("\"" + text + "\" is no number");
  return n;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

void set_shard(options& o, const std::string& text) {
  const std::vector<std::string> parts = split(text, '/');
  if (parts.size() != 2) throw std::invalid_argument("--shard wants I/N");
  o.shard = number(parts[0]);
  o.shards = number(parts[1]);
  if (o.shard >= o.shards) throw std::invalid_argument("--shard I/N: I is below N");
}

}  // namespace

options parsed_options(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--print") {
      o.print = true;
      continue;
    }
    if (i + 1 == argc) throw std::invalid_argument(name + " is unknown, or wants a value");
    const std::string text = argv[++i];
    if (name == "--seed")
      o.seed = number(text);
    else if (name == "--programs")
      o.programs = number(text);
    else if (name == "--seconds")
      o.seconds = static_cast<double>(number(text));
    else if (name == "--device")
      o.device = text;
    else if (name == "--oracles")
      o.oracles = split(text, ',');
    else if (name == "--shard")
      set_shard(o, text);
    else if (name == "--failures")
      o.failures = static_cast<int>(number(text));
    else
      throw std::invalid_argument(name + " is unknown");
  }
  return o;
}

}  // namespace fuzz
