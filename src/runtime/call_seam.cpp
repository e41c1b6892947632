#include "runtime/call_seam.hpp"

namespace gpu::runtime::seam {
namespace {

std::atomic<unsigned> armed_kinds{0};
std::atomic<long> fail_at{0};
std::atomic<long> fail_times{1};
std::atomic<long> passed{0};
std::atomic<const char*> failed{nullptr};
std::atomic<kind> kind_of_failed{kind::driver};
std::atomic<tracer> current_tracer{nullptr};

void update_watched() noexcept {
  const bool wanted = armed_kinds.load() != 0 || current_tracer.load() != nullptr;
  detail::watched.store(wanted);
}

}  // namespace

namespace detail {

std::atomic<bool> watched{false};

bool enter_watched(kind k, const char* call) noexcept {
  if (const tracer t = current_tracer.load()) t(k, call);
  if ((armed_kinds.load() & static_cast<unsigned>(k)) == 0) return true;
  const long number = passed.fetch_add(1) + 1;
  const long first = fail_at.load();
  if (first == 0 || number < first || number >= first + fail_times.load()) return true;
  const char* none = nullptr;
  if (failed.compare_exchange_strong(none, call)) kind_of_failed.store(k);
  return false;
}

void announce_watched(kind k, const char* call) noexcept {
  if (const tracer t = current_tracer.load()) t(k, call);
}

}  // namespace detail

void arm(unsigned kinds, long n, long times) noexcept {
  armed_kinds.store(0);
  failed.store(nullptr);
  passed.store(0);
  fail_at.store(n);
  fail_times.store(times);
  armed_kinds.store(kinds);
  update_watched();
}

void disarm() noexcept {
  armed_kinds.store(0);
  update_watched();
}

long count() noexcept { return passed.load(); }

const char* failed_call() noexcept { return failed.load(); }

kind failed_kind() noexcept { return kind_of_failed.load(); }

void trace(tracer t) noexcept {
  current_tracer.store(t);
  update_watched();
}

}  // namespace gpu::runtime::seam
