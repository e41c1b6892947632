// Tasks of one kernel for many threads, each with its own scratch, so that a kernel is done whole or not begun.
#pragma once

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "cpu/thread_pool.hpp"

namespace gpu::cpu_backend {

/// Runs work(worker, 0) … work(worker, tasks - 1), each once. make() gives a unique_ptr to what a task works with, usually
/// memory. The calling thread's own is made first: where that throws, nothing has been done. Where another thread's cannot be
/// made, the calling thread does its tasks in the end. So only work itself could leave the tasks half done: it must not throw.
template <class Make, class Work>
void share_tasks(std::int64_t tasks, Make&& make, Work&& work) {
  const auto own = make();
  if (tasks == 1) return work(*own, std::int64_t{0});
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<char> left(static_cast<std::size_t>(tasks), 0);
  for_each_task(tasks, [&](std::int64_t task) {
    if (std::this_thread::get_id() == caller) return work(*own, task);
    decltype(make()) theirs;
    try {
      theirs = make();
    } catch (...) {
      left[static_cast<std::size_t>(task)] = 1;
      return;
    }
    work(*theirs, task);
  });
  for (std::int64_t task = 0; task < tasks; ++task)
    if (left[static_cast<std::size_t>(task)] != 0) work(*own, task);
}

}  // namespace gpu::cpu_backend
