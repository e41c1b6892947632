#include "runtime/trace.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include <gpu/error.hpp>

namespace gpu::runtime::trace {
namespace {

constexpr std::array<const char*, 4> names = {"jit", "mem", "launch", "wait"};  // bit k of the topics is names[k]

std::atomic<sink> target{nullptr};

const char* name_of(topic t) noexcept {
  std::size_t k = 0;
  while (1U << k != static_cast<unsigned>(t)) ++k;
  return names[k];
}

unsigned topic_called(std::string_view word, const std::string& list) {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (word == names[k]) return 1U << k;
  throw value_error("GPU_TRACE is \"" + list + "\", and \"" + std::string(word) +
                    "\" is nothing that can be traced; jit, mem, launch and wait can, separated by commas");
}

void write_to_stderr(const std::string& line) noexcept {
  std::string_view rest = line;
  while (!rest.empty()) {
    const auto written = ::write(STDERR_FILENO, rest.data(), rest.size());
    if (written <= 0) return;  // a trace that nobody can read stops no program
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

unsigned topics_in(const std::string& list) {
  unsigned topics = nothing;
  std::string_view rest = list;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(','));
    topics |= topic_called(word, list);
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return topics;
}

namespace detail {

std::atomic<unsigned> wanted{unread};

bool ask(topic t) {
  unsigned topics = wanted.load();
  if (topics == unread) {
    const char* list = std::getenv("GPU_TRACE");
    const unsigned asked_for = topics_in(list != nullptr ? list : "");
    topics = wanted.compare_exchange_strong(topics, asked_for) ? asked_for : topics;
  }
  return (topics & static_cast<unsigned>(t)) != 0;
}

}  // namespace detail

void write(topic t, const std::string& event) {
  const std::string line = std::string("gpu: ") + name_of(t) + ' ' + event + '\n';
  if (const sink to = target.load()) return to(line);
  write_to_stderr(line);
}

std::string field(const char* name, const std::string& value) { return ' ' + std::string(name) + '=' + value; }
std::string field(const char* name, long long value) { return field(name, std::to_string(value)); }
std::string field(const char* name, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return field(name, std::string(text.data()));
}

void set(unsigned topics, sink to) noexcept {
  target.store(to);
  detail::wanted.store(topics);
}

}  // namespace gpu::runtime::trace
