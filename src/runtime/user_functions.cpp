#include "runtime/user_functions.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>

#include "runtime/immortal.hpp"

namespace gpu::runtime {
namespace {

using detail::user_function;

std::atomic_ref<const void*> resolved(const user_function& f) {
  return std::atomic_ref<const void*>(const_cast<user_function&>(f).resolved);
}

/// The identifiers of a text, each once.
std::set<std::string_view> identifiers(std::string_view text) {
  std::set<std::string_view> found;
  const auto is_part = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (is_part(i)) ++i;
    if (i > begin) found.insert(text.substr(begin, i - begin));
  }
  return found;
}

/// The list of registered functions, and the sources made of them so far. All members need the lock.
class registry {
 public:
  std::mutex mutex;

  void add(user_function& f) noexcept {
    f.next = first_;
    first_ = &f;
  }
  void remove(const user_function& f) noexcept {
    user_function** link = &first_;
    while (*link != nullptr && *link != &f) link = &(*link)->next;
    if (*link != nullptr) *link = f.next;
  }
  template <class F>
  void for_each(F&& use) const {
    for (const user_function* f = first_; f != nullptr; f = f->next) use(*f);
  }

  /// `callers` are the functions whose callees are being looked for.
  const user_source& source_of(const user_function& f, std::set<const user_function*>& callers);

 private:
  [[nodiscard]] const user_function* find(std::string_view name, const user_function& caller) const;
  const user_source& kept(user_source source);

  user_function* first_ = nullptr;
  std::map<std::string, std::unique_ptr<const user_source>> sources_;  // by all that tells them apart
};

/// The function that `name` means in the body of `caller`; null for none, or where that cannot be said.
const user_function* registry::find(std::string_view name, const user_function& caller) const {
  const user_function* near = nullptr;
  const user_function* far = nullptr;
  bool ambiguous = false;
  for_each([&](const user_function& f) {
    if (f.text.name != name) return;
    if (std::strcmp(f.text.file, caller.text.file) == 0) {
      if (f.text.line <= caller.text.line && (near == nullptr || near->text.line < f.text.line)) near = &f;
    } else {
      ambiguous = ambiguous || (far != nullptr && std::strcmp(far->text.file, f.text.file) != 0);
      far = &f;
    }
  });
  if (near != nullptr) return near;
  return ambiguous ? nullptr : far;
}

const user_source& registry::kept(user_source source) {
  std::string key = source.name + '\n' + source.parameters + '\n' + source.body + '\n';
  key += std::to_string(static_cast<int>(source.result));
  for (const dtype d : source.types) key += ' ' + std::to_string(static_cast<int>(d));
  for (const user_source* callee : source.callees) key += " u" + std::to_string(callee->id);
  std::unique_ptr<const user_source>& slot = sources_[std::move(key)];
  if (!slot) {
    source.id = static_cast<std::uint32_t>(sources_.size());
    slot = std::make_unique<const user_source>(std::move(source));
  }
  return *slot;
}

const user_source& registry::source_of(const user_function& f, std::set<const user_function*>& callers) {
  if (const void* known = resolved(f).load()) return *static_cast<const user_source*>(known);
  user_source source;
  source.name = f.text.name;
  source.parameters = f.text.parameters;
  source.body = f.text.body;
  source.file = f.text.file;
  source.line = f.text.line;
  source.result = f.result;
  source.types.assign(f.parameters, f.parameters + f.count);
  callers.insert(&f);
  for (const std::string_view name : identifiers(f.text.body)) {
    if (name == source.name) continue;  // C++ lets no body call its own function: something local has that name
    const user_function* callee = find(name, f);
    if (callee != nullptr && callers.count(callee) == 0) source.callees.push_back(&source_of(*callee, callers));
  }
  callers.erase(&f);
  const user_source& made = kept(std::move(source));
  resolved(f).store(&made);
  return made;
}

registry& functions() {
  static immortal<registry> all;
  return *all;
}

}  // namespace

const user_source& source_of(const user_function& f) {
  if (const void* known = resolved(f).load(std::memory_order_acquire)) return *static_cast<const user_source*>(known);
  const std::lock_guard lock(functions().mutex);
  std::set<const user_function*> callers;
  return functions().source_of(f, callers);
}

std::vector<const user_source*> all_user_sources() {
  const std::lock_guard lock(functions().mutex);
  std::vector<const user_source*> all;
  functions().for_each([&](const user_function& f) {
    std::set<const user_function*> callers;
    const user_source* source = &functions().source_of(f, callers);
    if (std::find(all.begin(), all.end(), source) == all.end()) all.push_back(source);
  });
  return all;
}

}  // namespace gpu::runtime

GPU_BEGIN_NAMESPACE
namespace detail {

user_registration::user_registration(user_function& f) noexcept : function_(&f) {
  const std::lock_guard lock(runtime::functions().mutex);
  runtime::functions().add(f);
}

user_registration::~user_registration() {
  const std::lock_guard lock(runtime::functions().mutex);
  runtime::functions().remove(*function_);
}

}  // namespace detail
GPU_END_NAMESPACE
