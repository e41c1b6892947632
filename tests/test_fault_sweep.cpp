// Every public function under every fault: each call to the system, the driver, the compiler and the libraries fails in turn
// (docs/testing.md).
#include <gpu/testing.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fault_sweep.hpp"
#include "public_names.hpp"

namespace {

using faults::row;

std::vector<row> all_rows() {
  std::vector<row> all;
  for (auto rows : {faults::element_wise_rows, faults::array_rows, faults::reduction_rows, faults::host_rows,
                    faults::xtensor_rows}) {
    const std::vector<row> part = rows();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// The row's name without what comes after a blank that ends it: "sum" of "sum of float16". Operators keep their blank.
std::string function_of(const std::string& row_name) {
  const std::size_t conversion = row_name.find("operator ");
  return row_name.substr(0, row_name.find(' ', conversion == std::string::npos ? 0 : conversion + 9));
}

/// Classes and functions that compute on their own few bytes: no call that could fail is below them.
bool needs_no_row(const std::string& name) {
  static const std::set<std::string> classes = {"shape",
                                                "dim",
                                                "slice_item",
                                                "device",
                                                "device_guard",
                                                "float16",
                                                "bfloat16",
                                                "host_iterator",
                                                "error",
                                                "value_error",
                                                "shape_error",
                                                "axis_error",
                                                "index_error",
                                                "device_error",
                                                "out_of_memory",
                                                "linalg_error",
                                                "io_error",
                                                "jit_error",
                                                "cuda_error",
                                                "testing::comparison",
                                                "testing::counter_values"};
  static const std::set<std::string> functions = {"check_user_functions",  // in test_fault_compilation.cpp
                                                  "dtype_name",
                                                  "can_cast",
                                                  "promote_types",
                                                  "result_type",
                                                  "range",
                                                  "all",
                                                  "newaxis",
                                                  "ellipsis",
                                                  "operator<<"};
  const std::size_t member = name.rfind("::");
  if (member != std::string::npos && classes.count(name.substr(0, member)) != 0) return true;
  return functions.count(name) != 0;
}

void report(const std::string& chapter, const faults::summary& s) {
  std::string calls;
  for (const std::string& name : s.calls) calls += ' ' + name;
  MESSAGE(chapter, ": ", s.attempts, " failures, ", s.exceptions, " exceptions, ", s.absorbed, " absorbed, ",
          s.deferred, " at the next wait; of", calls);
}

}  // namespace

TEST_CASE("faults: element-wise functions") { report("element-wise", faults::sweep_all(faults::element_wise_rows())); }

TEST_CASE("faults: arrays, views and selections") { report("arrays", faults::sweep_all(faults::array_rows())); }

TEST_CASE("faults: reductions, products and draws") {
  report("reductions", faults::sweep_all(faults::reduction_rows()));
}

TEST_CASE("faults: values on the host, text and files") {
  const faults::summary s = faults::sweep_all(faults::host_rows());
  report("host", s);
  CHECK(s.deferred > 0);
  for (const char* name : {"open", "fstat", "read", "stat", "create", "write", "close", "rename"})
    CHECK_MESSAGE(std::find(s.calls.begin(), s.calls.end(), name) != s.calls.end(), name);
}

TEST_CASE("faults: xtensor") { report("xtensor", faults::sweep_all(faults::xtensor_rows())); }

TEST_CASE("faults: every public function has a row, and every row a public function") {
  const std::set<std::string> names = all_public_names();
  std::set<std::string> swept;
  for (const row& r : all_rows()) swept.insert(function_of(r.name));
  for (const std::string& name : names)
    if (!needs_no_row(name)) CHECK_MESSAGE(swept.count(name) == 1, "no row of the fault sweep calls " << name);
  for (const std::string& name : swept) CHECK_MESSAGE(names.count(name) == 1, "no public function is called " << name);
}

TEST_CASE("faults: public names are found in a header's text") {
  const std::set<std::string> found = public_names_in(R"(
#define GPU_IGNORED(x) int ignored(x);
namespace gpu {
namespace detail { int hidden(int); }
inline detail::hidden_class::hidden_class(int x) : x_(x) {}
/// int commented(int);
template <class A> [[nodiscard]] expr<type_of<is_bool(x<A>) ? 1 : 2>> nested(const operand<A>& x, int n = 0) { return f(x); }
GPU_BINARY(add)
GPU_OPERATOR(<<, left_shift)
template <class A, class B = decltype(A())> requires(sizeof(A) < 3)
[[nodiscard]] inline expr<A> two(const operand<A>& a, B b = {}) noexcept(true) { if (a < b) { return f(a); } return g(b); }
namespace random { GPU_API int drawn(); }
class GPU_API thing : public base {
  int secret();
 public:
  thing(int x) : x_(x), y_{x} {}
  thing(const thing&) = default;
  ~thing() { close(); }
  operator E() const;
  int operator()(int i) const { return i; }
  thing& operator=(int) = delete;
  template <class X> void member(X x);
  GPU_INPLACE_OPERATORS(thing)
 private:
  void hidden_too();
  int x_;
};
struct open_thing { int count() const; int value = f(3); };
template <class X> concept has = requires(X x) { x.f(); };
}
)");
  std::set<std::string> wanted = {"add",
                                  "nested",
                                  "operator<<",
                                  "two",
                                  "random::drawn",
                                  "thing::thing",
                                  "thing::~thing",
                                  "thing::operator E",
                                  "thing::operator()",
                                  "thing::member",
                                  "open_thing::count"};
  for (const char* sign : {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
    wanted.insert(std::string("thing::operator") + sign);
  CHECK(std::vector<std::string>(found.begin(), found.end()) == std::vector<std::string>(wanted.begin(), wanted.end()));
  CHECK_THROWS((void)public_names_in("GPU_UNHEARD_OF(f)"));
}
