#include "library_run.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>

#include <gpu/gpu.hpp>

#include "graph/node.hpp"
#include "graph/visit_dtype.hpp"

namespace fuzz {
namespace {

namespace entry = gpu::detail;
using gpu::detail::arg;
using gpu::detail::handle;

template <class T>
std::span<const T> span_of(const std::vector<T>& v) {
  return {v.data(), v.size()};
}

std::vector<gpu::axis> axes_of(const std::vector<int>& list) { return {list.begin(), list.end()}; }

/// A base whose complex elements are aligned to their parts only: adopted from the middle of an array of parts.
handle base_aligned_to_parts(const value& v) {
  const dtype part = entry::real_of(v.type);
  std::vector<std::byte> shifted(v.data.size() + 2 * entry::item_size(part));
  const std::size_t offset = entry::item_size(part);
  std::memcpy(shifted.data() + offset, v.data.data(), v.data.size());
  const auto parts = static_cast<std::int64_t>(shifted.size() / offset);
  auto owner = std::make_unique<handle>(entry::from_host(shape{parts}, part, shifted.data()));
  auto* data = static_cast<std::byte*>(entry::data_of(*owner)) + offset;
  const gpu::device where = entry::device_of(*owner);
  return entry::adopt(
      v.dims, v.type, data, where, [](void*, void* context) { delete static_cast<handle*>(context); }, owner.release());
}

handle viewed(const program& p, const handle& x, const view_step& view) {
  const shape dims = entry::shape_of(x);
  switch (view.kind) {
    case view_kind::slice: return entry::slice(x, span_of(view.items));
    case view_kind::transpose: return entry::transpose(x, span_of(axes_of(view.order)));
    case view_kind::ravel: return entry::reshape(x, shape{-1});
    case view_kind::merge:
    case view_kind::split: {
      shape to;
      for (int k = 0; k < dims.ndim(); ++k) {
        if (k == view.axis && view.kind == view_kind::merge) {
          to.push_back(dims[k] * dims[k + 1]);
          ++k;
        } else if (k == view.axis) {
          to.push_back(dims[k] / 2);
          to.push_back(2);
        } else {
          to.push_back(dims[k]);
        }
      }
      return entry::reshape(x, to);
    }
    case view_kind::expand: {
      const gpu::axis at(view.axis);
      return entry::expand_dims(x, std::span<const gpu::axis>(&at, 1));
    }
    case view_kind::broadcast: break;
  }
  shape to{p.lengths[static_cast<std::size_t>(view.symbol)]};
  for (const std::int64_t d : dims) to.push_back(d);
  return entry::broadcast_to(x, to);
}

/// Memory of many gigabytes, of which only the pages that are touched exist.
handle far_base(const value& v) {
  const std::int64_t rows = v.dims[0], row = v.count() / rows;
  const std::size_t item = v.item(), bytes = static_cast<std::size_t>(rows * far_stride) * item;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no address space for a far array");
  for (std::int64_t r = 0; r < rows; ++r)
    std::memcpy(static_cast<std::byte*>(memory) + static_cast<std::size_t>(r * far_stride) * item, v.at(r * row),
                static_cast<std::size_t>(row) * item);
  const handle base = entry::adopt(
      shape{rows, far_stride}, v.type, memory, gpu::cpu(),
      [](void* data, void* size) { (void)munmap(data, std::bit_cast<std::size_t>(size)); },
      std::bit_cast<void*>(bytes));
  const std::vector<gpu::slice_item> start{gpu::all(), gpu::range(row)};
  return entry::reshape(entry::slice(base, span_of(start)), v.dims);
}

constexpr std::int64_t guard_elements = 32;  // a multiple of what a thread takes at once, so that alignment stays
constexpr std::byte guard_byte{1};           // which is an element of every dtype, bool too

/// A base between two guards: writes beside it show.
handle guarded_base(const value& v, handle& flat) {
  const std::size_t guard = static_cast<std::size_t>(guard_elements) * v.item();
  std::vector<std::byte> bytes(v.data.size() + 2 * guard, guard_byte);
  std::copy(v.data.begin(), v.data.end(), bytes.begin() + static_cast<std::ptrdiff_t>(guard));
  flat = entry::from_host(shape{v.count() + 2 * guard_elements}, v.type, bytes.data());
  const std::vector<gpu::slice_item> inside{gpu::range(guard_elements, guard_elements + v.count())};
  return entry::reshape(entry::slice(flat, span_of(inside)), v.dims);
}

/// Whether both guards are as they were.
bool guards_hold(const handle& flat, dtype type) {
  const auto count = static_cast<std::size_t>(entry::shape_of(flat).count());
  const std::size_t item = entry::item_size(type), guard = static_cast<std::size_t>(guard_elements) * item;
  std::vector<std::byte> bytes(count * item);
  entry::read_all(flat, type, bytes.data());
  const auto whole = [](auto first, auto last) {
    return std::all_of(first, last, [](std::byte b) { return b == guard_byte; });
  };
  return whole(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(guard)) &&
         whole(bytes.end() - static_cast<std::ptrdiff_t>(guard), bytes.end());
}

/// `flat` is set where the base has guards. A plain array is all of its storage, so that its name can be assigned in place.
handle base_of(const array_spec& a, const value& v, handle& flat) {
  if (a.to_parts) return base_aligned_to_parts(v);
  constexpr std::int64_t most_rows = 2000;  // a page each
  const bool far = a.far && v.count() > 0 && v.dims[0] <= most_rows;
  if (far && gpu::default_device().type() == gpu::device_type::cpu) return far_base(v);
  return is_plain(a) ? entry::from_host(v.dims, v.type, v.data.data()) : guarded_base(v, flat);
}

handle draw_of(const node_spec& n, const shape& given) {
  gpu::random::generator random(n.seed);
  shape dims = given;
  if (n.far) dims[dims.ndim() - 1] *= far_step;
  return gpu::graph::visit_dtype(n.type, [&](auto tag) -> handle {
    using E = typename decltype(tag)::type;
    if constexpr (entry::is_floating(gpu::dtype_of<E>))
      return entry::access::get(n.draw == draw_kind::normal ? random.standard_normal<E>(dims) : random.random<E>(dims));
    else if constexpr (entry::is_integer(gpu::dtype_of<E>))
      return entry::access::get(random.integers<E>(0, 100, dims));
    else
      return {};
  });
}

class library_program {
 public:
  library_program(const program& p, const std::vector<value>& initial) : program_(p) {
    for (std::size_t i = 0; i < p.arrays.size(); ++i) {
      const array_spec& a = p.arrays[i];
      const value& v = initial[i];
      handle base = base_of(a, v, flats_.emplace_back());
      windows_.push_back(is_plain(a) ? handle() : window_of_base(a, base));
      bases_.push_back(std::move(base));
    }
  }

  void run(const statement& s) {
    nodes_.clear();
    for (const node_spec& n : s.nodes) nodes_.push_back(node(n));
    execute(s);
    nodes_.clear();
  }

  /// Throws where the library wrote beside an array.
  [[nodiscard]] outcome results() const {
    outcome r;
    for (std::size_t i = 0; i < flats_.size(); ++i)
      if (flats_[i] && !guards_hold(flats_[i], program_.arrays[i].type))
        throw std::runtime_error("memory beside the elements of a" + std::to_string(i) + " was written");
    for (const handle& h : bases_) r.bases.push_back(fetched(h));
    for (const handle& h : made_) r.made.push_back(fetched(h));
    return r;
  }

 private:
  [[nodiscard]] handle window_of_base(const array_spec& a, const handle& base) const {
    const handle sliced = entry::slice(base, span_of(window_slices(program_, a)));
    const handle turned = entry::transpose(sliced, span_of(axes_of(a.order)));
    return is_writable(a) ? turned : entry::broadcast_to(turned, window_dims(program_, a));
  }
  /// A plain array has one handle only, so that its name can be assigned in place.
  [[nodiscard]] const handle& window(int array) const {
    const auto at = static_cast<std::size_t>(array);
    return windows_[at] ? windows_[at] : bases_[at];
  }
  [[nodiscard]] const handle& at(int node) const { return nodes_.at(static_cast<std::size_t>(node)); }
  [[nodiscard]] arg argument(const operand& o) const {
    if (o.node >= 0) return {at(o.node)};
    return {scalar_of(program_, o)};
  }

  [[nodiscard]] handle node(const node_spec& n) const {
    switch (n.kind) {
      case node_kind::array: return window(n.array);
      case node_kind::draw: {
        handle all = draw_of(n, dims_of(program_, n.symbols));
        if (!n.far) return all;
        std::vector<gpu::slice_item> items(n.symbols.size(), gpu::all());
        items.back() = gpu::range(gpu::placeholders::_, gpu::placeholders::_, far_step);
        return entry::slice(all, span_of(items));
      }
      case node_kind::arange: {
        const shape dims = dims_of(program_, n.symbols);
        const auto ramp = entry::arange(n.type, weak_scalar::of(0), weak_scalar::of(dims.count()), weak_scalar::of(1));
        return entry::reshape(ramp, dims);
      }
      case node_kind::map: return mapped_node(n);
      case node_kind::cast: return entry::cast(at(n.args[0].node), n.type);
      case node_kind::reduce: return reduced_node(n);
      case node_kind::view: return viewed(program_, at(n.args[0].node), n.view);
      case node_kind::gather: break;
    }
    return entry::read_selection(selection(at(n.args[0].node), n.index));
  }

  [[nodiscard]] handle mapped_node(const node_spec& n) const {
    switch (n.args.size()) {
      case 1: return entry::map(n.op, argument(n.args[0]));
      case 2: return entry::map(n.op, argument(n.args[0]), argument(n.args[1]));
      default: return entry::map(n.op, argument(n.args[0]), argument(n.args[1]), argument(n.args[2]));
    }
  }

  [[nodiscard]] handle reduced_node(const node_spec& n) const {
    entry::reduce_args args;
    args.keepdims = n.keepdims;
    const std::vector<gpu::axis> axes = axes_of(n.axes);
    return entry::reduce(n.reduction, at(n.args[0].node),
                         n.all_axes ? entry::axes_arg() : entry::axes_arg(span_of(axes)), args);
  }

  [[nodiscard]] handle selection(const handle& of, const std::vector<index_entry>& index) const {
    std::vector<entry::index_item> items;
    for (const index_entry& e : index) {
      if (e.node < 0)
        items.emplace_back(e.slice);
      else
        items.emplace_back(at(e.node));
    }
    return entry::select(of, span_of(items));
  }

  void execute(const statement& s) {
    const auto target = static_cast<std::size_t>(s.target);
    if (s.kind == statement_kind::make) {
      made_.push_back(entry::evaluate(at(s.value.node), made_type(s)));
      return;
    }
    if (s.kind == statement_kind::assign) {
      const handle v = at(s.value.node);
      nodes_.clear();  // what is assigned is the only other reader of the old value
      entry::assign(bases_[target], v, program_.arrays[target].type);
      return;
    }
    handle to = window(s.target);
    for (const view_step& view : s.views) to = viewed(program_, to, view);
    if (s.kind == statement_kind::select || s.kind == statement_kind::reselect) to = selection(to, s.index);
    if (s.kind == statement_kind::update || s.kind == statement_kind::reselect)
      entry::update(s.op, to, argument(s.value));
    else if (s.value.node >= 0)
      entry::store(to, at(s.value.node));
    else
      entry::store(to, scalar_of(program_, s.value));
  }

  /// The dtype that the library says the value has.
  [[nodiscard]] dtype made_type(const statement& s) const { return type_of_node(at(s.value.node)); }
  static dtype type_of_node(const handle& h) { return gpu::graph::bound(h).type; }

  static value fetched(const handle& h) {
    value v(type_of_node(h), entry::shape_of(h));
    if (!v.data.empty()) entry::read_all(h, v.type, v.data.data());
    return v;
  }

  const program& program_;
  std::vector<handle> flats_, bases_, windows_, made_, nodes_;
};

}  // namespace

outcome run_library(const program& p, const std::vector<value>& initial_bases,
                    const std::function<void()>& before_reading) {
  library_program run(p, initial_bases);
  for (const statement& s : p.statements) run.run(s);
  gpu::synchronize();
  before_reading();
  return run.results();
}

}  // namespace fuzz
