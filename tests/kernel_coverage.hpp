// Which of the classes that the CUDA back end's generator tells apart a kernel description falls into, and which there are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "plan/kernel.hpp"

namespace kernel_coverage {

/// Field to value: "out" to "vector", "lanes" to "4". The field "template" tells which part of the generator writes the kernel.
using properties = std::map<std::string, std::string>;

/// Computed from layout_of and plan_launch.
[[nodiscard]] properties properties_of(const gpu::plan::kernel& k);

/// A template's name, then one class ("out vector") or two that meet in one kernel ("out vector, lanes 4").
[[nodiscard]] std::set<std::string> classes_of(const properties& p);

/// The names of the generator's templates.
[[nodiscard]] std::vector<std::string> templates();

/// Every class and pair of classes that a template tells apart and that a kernel can have.
[[nodiscard]] std::set<std::string> all_classes(const std::string& of_template);

}  // namespace kernel_coverage
