#include "plan/storage_names.hpp"

#include <algorithm>

namespace gpu::plan {

/// a … z, then aa, ab, …
std::string storage_names::letters(std::size_t number) {
  std::string text(1, static_cast<char>('a' + number % 26));
  return number < 26 ? text : letters(number / 26 - 1) + text;
}

void storage_names::add_temporary(const runtime::storage_ref& written) {
  if (is_temporary(written)) return;
  entries_[written.get()] = {'t' + std::to_string(++temporaries_), true, {}};
}

void storage_names::add_result(const runtime::storage_ref& written) {
  if (written->data == nullptr) entries_[written.get()] = {"result", false, {}};
}

bool storage_names::is_temporary(const runtime::storage_ref& data) const {
  const auto found = entries_.find(data.get());
  return found != entries_.end() && found->second.temporary;
}

std::string storage_names::name_of(const runtime::storage_ref& data, const window& part) {
  const auto [found, is_new] = entries_.try_emplace(data.get());
  entry& e = found->second;
  if (is_new) e.name = letters(arrays_++);
  if (data->data == nullptr) return e.name;  // a temporary or the result, which are read as they are
  const auto known = std::find(e.windows.begin(), e.windows.end(), part);
  const auto number = known - e.windows.begin();
  if (known == e.windows.end()) e.windows.push_back(part);
  return number == 0 ? e.name : e.name + std::to_string(number + 1);
}

}  // namespace gpu::plan
