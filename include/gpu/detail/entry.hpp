// The library's untyped entry points, which the front-end templates call. Not for users.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include <gpu/detail/config.hpp>
#include <gpu/detail/handle.hpp>
#include <gpu/detail/type_rules.hpp>
#include <gpu/device.hpp>
#include <gpu/dtype.hpp>
#include <gpu/shape.hpp>
#include <gpu/slice.hpp>

GPU_BEGIN_NAMESPACE

/// What an axis argument is made of: any integer type, but not bool, float or an array.
using axis = dim;

namespace detail {

/// A weak scalar: a value and the family of its C++ type.
struct weak_scalar {
  scalar_kind kind = scalar_kind::boolean;
  bool is_unsigned = false;  // integers: the value is in `bits` as uint64
  std::int64_t bits = 0;     // bool and integers
  double re = 0, im = 0;     // floating and complex

  template <scalar S>
  static constexpr weak_scalar of(S value) noexcept {
    weak_scalar w;
    w.kind = kind_of<S>;
    if constexpr (kind_of<S> == scalar_kind::complex) {
      w.re = static_cast<double>(value.real());
      w.im = static_cast<double>(value.imag());
    } else if constexpr (kind_of<S> == scalar_kind::floating) {
      w.re = static_cast<double>(value);
    } else {
      w.bits = static_cast<std::int64_t>(value);
      w.is_unsigned = std::is_unsigned_v<S>;
    }
    return w;
  }
};

/// An operand of an element-wise operation: a borrowed node, or a weak scalar.
struct arg {
  const node* array = nullptr;  // null for a scalar, and for an unbound view
  bool is_scalar = false;
  weak_scalar scalar{};
  arg(const handle& h) noexcept : array(h.get()) {}
  arg(const weak_scalar& s) noexcept : is_scalar(true), scalar(s) {}
};

/// An axis argument: all axes, or a list.
struct axes_arg {
  bool all = true;
  const axis* first = nullptr;
  std::size_t count = 0;
  axes_arg() noexcept = default;
  explicit axes_arg(std::span<const axis> list) noexcept : all(false), first(list.data()), count(list.size()) {}
};

enum class reduction_id : std::uint8_t {
  sum,
  prod,
  mean,
  var,
  stddev,
  min,
  max,
  ptp,
  all,
  any,
  argmin,
  argmax,
  count_nonzero
};

struct reduce_args {
  bool keepdims = false;
  bool has_dtype = false;
  dtype type = dtype::bool_;
  double ddof = 0;
  const node* where = nullptr;
  bool has_initial = false;
  weak_scalar initial{};
};

// -- what a node is ---------------------------------------------------------------------------------------------------
GPU_API const shape& shape_of(const handle& h);
GPU_API const shape& strides_of(const handle& h);  // arrays only; in elements
GPU_API std::int64_t axis_length(const handle& h, std::int64_t axis);
GPU_API device device_of(const handle& h);
GPU_API bool is_contiguous(const handle& h, bool fortran);
GPU_API void* data_of(const handle& h);  // arrays only

// -- building ---------------------------------------------------------------------------------------------------------
GPU_API handle map(op_id op, const arg& a);
GPU_API handle map(op_id op, const arg& a, const arg& b);
GPU_API handle map(op_id op, const arg& a, const arg& b, const arg& c);
GPU_API handle cast(const handle& a, dtype to);
GPU_API handle reduce(reduction_id id, const handle& a, const axes_arg& axes, const reduce_args& args);
GPU_API handle round(const handle& a, int decimals);

// -- views: of an array a window, of an expression an expression -------------------------------------------------------
GPU_API handle slice(const handle& a, std::span<const slice_item> items);
GPU_API std::vector<slice_item> parse_slices(const char* text);
GPU_API handle transpose(const handle& a);
GPU_API handle transpose(const handle& a, std::span<const axis> order);
GPU_API handle swapaxes(const handle& a, std::int64_t first, std::int64_t second);
GPU_API handle moveaxis(const handle& a, std::span<const axis> from, std::span<const axis> to);
GPU_API handle reshape(const handle& a, const shape& to);  // shares where it can, else copies
GPU_API handle squeeze(const handle& a, const axes_arg& axes);
GPU_API handle expand_dims(const handle& a, std::span<const axis> axes);
GPU_API handle broadcast_to(const handle& a, const shape& to);

// -- making arrays ----------------------------------------------------------------------------------------------------
GPU_API handle empty(const shape& dims, dtype type, bool fortran);
GPU_API handle no_elements(dtype type) noexcept;  // shape (0), on no device: one node for all such arrays
GPU_API handle full(const shape& dims, dtype type, const weak_scalar& value);
GPU_API handle arange(dtype type, const weak_scalar& start, const weak_scalar& stop, const weak_scalar& step);
GPU_API handle linspace(dtype type, const weak_scalar& start, const weak_scalar& stop, std::int64_t num, bool endpoint);
GPU_API handle eye(dtype type, std::int64_t rows, std::int64_t columns, std::int64_t k);
GPU_API handle from_host(const shape& dims, dtype type, const void* c_order_data);
GPU_API handle adopt(const shape& dims, dtype type, void* data, device where, void (*deleter)(void*, void*),
                     void* context);
GPU_API handle copy(const handle& a);  // a new dense array
GPU_API handle to_device(const handle& a, device d);

// -- evaluating and assigning -------------------------------------------------------------------------------------------
GPU_API handle evaluate(const handle& a, dtype type);                // always an array of its own
GPU_API handle as_array(const handle& a);                            // an array as it is, anything else evaluated
GPU_API void assign(handle& name, const handle& value, dtype type);  // the name gets a new value
GPU_API void store(const handle& target, const handle& value);       // writes elements
GPU_API void store(const handle& target, const weak_scalar& value);
GPU_API void update(op_id op, const handle& target, const arg& value);  // target = op(target, value)
GPU_API void read_item(const handle& a, dtype type, void* out);         // one element; waits
GPU_API void read_all(const handle& a, dtype type, void* c_order_out);  // waits
GPU_API void write_all(const handle& target, const void* c_order_data);
GPU_API void write_back(const handle& target, const void* c_order_data) noexcept;  // a failure shows at the next wait
GPU_API std::int64_t flat_index(const handle& a, const std::int64_t* index, std::size_t count);  // of a C-order copy
GPU_API handle host_copy(const handle& a);  // a dense C-order array on the CPU; waits

// -- selections ---------------------------------------------------------------------------------------------------------
/// One entry of an index with arrays in it.
struct index_item {
  slice_item slice{placeholders_all()};
  const node* array = nullptr;  // int or bool operand, else the slice counts; null too for an unbound view
  bool is_slice = false;
  static constexpr slice_item placeholders_all() noexcept { return all(); }
  index_item(const slice_item& s) noexcept : slice(s), is_slice(true) {}
  index_item(const handle& h) noexcept : array(h.get()) {}
};
GPU_API handle select(const handle& a, std::span<const index_item> items);  // a selection node
GPU_API handle read_selection(const handle& selection);                     // gathers into an array
GPU_API handle as_expression(const handle& a);                              // a selection is read, others as they are

// -- libraries ------------------------------------------------------------------------------------------------------------
enum class precision_id : std::uint8_t { highest, high, fast };
GPU_API handle matmul(const handle& a, const handle& b, dtype type, precision_id precision);
GPU_API handle dot(const handle& a, const handle& b, dtype type);

// -- comparisons of whole arrays; these wait --------------------------------------------------------------------------------
GPU_API handle isclose(const arg& a, const arg& b, double rtol, double atol, bool equal_nan);
GPU_API bool all_true(const handle& a);
GPU_API bool array_equal(const handle& a, const handle& b, bool equal_nan);

// -- text and files -----------------------------------------------------------------------------------------------------------
GPU_API std::string to_text(const handle& a, const char* separator);
GPU_API void print(std::ostream& out, const handle& a);
GPU_API handle load_npy(const std::string& path, dtype type);
GPU_API void save_npy(const std::string& path, const handle& a);

[[noreturn]] GPU_API void throw_not_one_element(const shape& s, bool is_bool);
[[noreturn]] GPU_API void throw_ragged();

/// How the front end reaches an operand's node.
struct access {
  template <class X>
  static const handle& get(const X& x) noexcept {
    return x.handle_;
  }
  template <class X>
  static handle& get(X& x) noexcept {
    return x.handle_;
  }
  template <class X>
  static X make(handle h) {
    return X(adopt_tag{}, std::move(h));
  }
  struct adopt_tag {
    explicit adopt_tag() = default;
  };
};

}  // namespace detail
GPU_END_NAMESPACE
