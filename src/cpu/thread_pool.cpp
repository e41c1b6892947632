#include "cpu/thread_pool.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gpu/device.hpp>
#include <gpu/error.hpp>

#include "runtime/immortal.hpp"

namespace gpu::cpu_backend {
namespace {

int usable_processors() noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::atomic<int>& wanted_threads() noexcept {
  static std::atomic<int> count{usable_processors()};
  return count;
}

// One call of for_each_task: lives on the caller's stack until nobody works on it.
struct job {
  task_ref work;
  std::int64_t tasks;
  std::atomic<std::int64_t> next{0};
  int helpers = 0;   // pool threads inside run(); guarded by the pool's mutex
  int most_helpers;  // how many may join
  std::mutex failure_mutex;
  std::int64_t failed_task = 0;
  std::exception_ptr failure;

  job(task_ref w, std::int64_t n, int most) noexcept : work(w), tasks(n), most_helpers(most) {}

  void run() noexcept {
    for (std::int64_t task = next.fetch_add(1); task < tasks; task = next.fetch_add(1)) {
      try {
        work(task);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (!failure || task < failed_task) {
          failure = std::current_exception();
          failed_task = task;
        }
      }
    }
  }
  [[nodiscard]] bool wants_help() const noexcept {
    return helpers < most_helpers && next.load(std::memory_order_relaxed) < tasks;
  }
};

class pool {
 public:
  void run(job& j) {
    {
      const std::lock_guard lock(mutex_);
      start_workers(j.most_helpers);
      jobs_.push_back(&j);
    }
    for (int i = 0; i < j.most_helpers; ++i) work_there_.notify_one();
    j.run();
    std::unique_lock lock(mutex_);
    std::erase(jobs_, &j);
    helper_left_.wait(lock, [&] { return j.helpers == 0; });
  }

  // Whether this process started the pool; false in a child of fork.
  [[nodiscard]] bool ours() const noexcept { return owner_ == getpid(); }

 private:
  void start_workers(int count) {
    try {
      while (static_cast<int>(workers_.size()) < count) workers_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
      // The system gives no more threads: those that are there and the caller do the work.
    }
  }

  [[noreturn]] void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto found = std::find_if(jobs_.begin(), jobs_.end(), [](const job* j) { return j->wants_help(); });
      if (found == jobs_.end()) {
        work_there_.wait(lock);
        continue;
      }
      job& j = **found;
      ++j.helpers;
      lock.unlock();
      j.run();
      lock.lock();
      if (--j.helpers == 0) helper_left_.notify_all();
    }
  }

  const pid_t owner_ = getpid();
  std::mutex mutex_;
  std::condition_variable work_there_;
  std::condition_variable helper_left_;
  std::vector<job*> jobs_;
  std::vector<std::thread> workers_;
};

pool& the_pool() {
  static runtime::immortal<pool> p;
  return *p;
}

}  // namespace

int thread_count() noexcept { return wanted_threads().load(std::memory_order_relaxed); }

void for_each_task(std::int64_t tasks, task_ref work) {
  const int helpers = static_cast<int>(std::min<std::int64_t>(tasks, thread_count())) - 1;
  job j(work, tasks, std::max(helpers, 0));
  if (helpers > 0 && the_pool().ours()) {
    the_pool().run(j);
  } else {
    j.run();
  }
  if (j.failure) std::rethrow_exception(j.failure);
}

}  // namespace gpu::cpu_backend

GPU_BEGIN_NAMESPACE

void set_num_threads(int n) {
  if (n < 1) throw value_error("set_num_threads: the number of threads must be at least 1, got " + std::to_string(n));
  cpu_backend::wanted_threads().store(n, std::memory_order_relaxed);
}

int num_threads() { return cpu_backend::thread_count(); }

GPU_END_NAMESPACE
