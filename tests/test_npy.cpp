// .npy files: NumPy's own (tests/data/npy) read and written to the byte; damage of every kind refused; writes atomic.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/error.hpp>

#include "data_path.hpp"
#include "io/memory_order.hpp"
#include "io/npy.hpp"
#include "runtime/call_seam.hpp"

namespace {

namespace fs = std::filesystem;
namespace seam = gpu::runtime::seam;
using gpu::dtype;
using gpu::shape;
using gpu::io::npy_header;

// A folder of its own for each test, gone afterwards.
class temporary_folder {
 public:
  temporary_folder() : path_((fs::temp_directory_path() / "gpu-npy-XXXXXX").string()) {
    REQUIRE(::mkdtemp(path_.data()) != nullptr);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + '/' + name; }
  [[nodiscard]] std::ptrdiff_t count() const {
    return std::distance(fs::directory_iterator(path_), fs::directory_iterator());
  }

 private:
  std::string path_;
};

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.is_open());
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::string numpy_file(const std::string& name) { return test_data_path("data/npy/" + name + ".npy"); }

// Element i as tools/oracles/npy_files.py has it.
template <class E>
E ramp(int i) {
  const auto x = static_cast<float>(i);
  if constexpr (std::is_same_v<E, bool>)
    return i % 2 == 1;
  else if constexpr (gpu::detail::is_std_complex<E>::value)
    return E(static_cast<typename E::value_type>(x), static_cast<typename E::value_type>(2 * x));
  else
    return static_cast<E>(x);
}

// The bytes of `count` elements of the ramp.
template <class E>
std::string ramp_bytes(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    const E value = ramp<E>(i);
    char raw[sizeof(E)];
    std::memcpy(raw, &value, sizeof(E));
    bytes.append(raw, sizeof(E));
  }
  return bytes;
}

std::string read_all(const std::string& path) {
  const npy_header header = gpu::io::read_npy_header(path);
  std::string bytes(header.data_bytes(), '\xee');
  gpu::io::read_npy_data(path, header, bytes.data());
  return bytes;
}

// The message of the io_error that reading the header of a file with these bytes throws; "" where it throws nothing.
std::string refusal(const temporary_folder& folder, const std::string& bytes) {
  const std::string path = folder.file("damaged.npy");
  put(path, bytes);
  try {
    static_cast<void>(gpu::io::read_npy_header(path));
  } catch (const gpu::io_error& e) {
    CHECK(std::string(e.what()).find(path) != std::string::npos);
    return e.what();
  }
  return "";
}

// A version 1.0 file with this header text and `data_bytes` zeros.
std::string file_with(const std::string& text, std::size_t data_bytes = 0) {
  std::string bytes("\x93NUMPY\1\0", 8);
  bytes += static_cast<char>(text.size() & 0xffU);
  bytes += static_cast<char>(text.size() >> 8U);
  return bytes + text + std::string(data_bytes, '\0');
}

std::string header_text(const std::string& descr, const std::string& dims, const std::string& order = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + dims + ", }\n";
}

std::string message_of_failed_write(const std::string& path) {
  const float value = 1;
  try {
    gpu::io::write_npy(path, dtype::float32, shape{}, &value);
  } catch (const gpu::io_error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE_TEMPLATE("npy: NumPy's files of every dtype, order and byte order", E, bool, std::int8_t, std::int16_t,
                   std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, gpu::float16,
                   float, double, std::complex<float>, std::complex<double>) {
  const std::string name = gpu::dtype_name(gpu::dtype_of<E>);
  const std::string expected = ramp_bytes<E>(24);
  for (const std::string kind : {"_c", "_fortran", "_big_endian"}) {
    if (kind == "_big_endian" && sizeof(E) == 1) continue;
    CAPTURE(name);
    CAPTURE(kind);
    const npy_header header = gpu::io::read_npy_header(numpy_file(name + kind));
    CHECK(header.type == gpu::dtype_of<E>);
    CHECK(header.dims == shape{2, 3, 4});
    CHECK(header.fortran_order == (kind == "_fortran"));
    CHECK(header.swapped == (kind == "_big_endian"));
    CHECK(read_all(numpy_file(name + kind)) == expected);
  }
  const temporary_folder folder;
  gpu::io::write_npy(folder.file("c.npy"), gpu::dtype_of<E>, shape{2, 3, 4}, expected.data());
  CHECK(contents(folder.file("c.npy")) == contents(numpy_file(name + "_c")));
  gpu::io::write_npy(folder.file("f.npy"), gpu::dtype_of<E>, shape{2, 3, 4}, expected.data(), true, true);
  CHECK(contents(folder.file("f.npy")) == contents(numpy_file(name + "_fortran")));
}

TEST_CASE("npy: shapes and format versions as NumPy writes them") {
  const std::string six = ramp_bytes<double>(6);
  CHECK(read_all(numpy_file("version_2")) == six);
  CHECK(read_all(numpy_file("version_3")) == six);
  CHECK(gpu::io::read_npy_header(numpy_file("zero_dimensional")).dims == shape{});
  CHECK(read_all(numpy_file("zero_dimensional")) == std::string(8, '\0'));
  CHECK(gpu::io::read_npy_header(numpy_file("empty")).dims == shape{3, 0, 2});
  CHECK(read_all(numpy_file("empty")).empty());

  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  const double zero = 0;
  gpu::io::write_npy(path, dtype::float64, shape{}, &zero);
  CHECK(contents(path) == contents(numpy_file("zero_dimensional")));
  gpu::io::write_npy(path, dtype::float32, shape{3, 0, 2}, nullptr);
  CHECK(contents(path) == contents(numpy_file("empty")));
  gpu::io::write_npy(path, dtype::int32, shape{67}, ramp_bytes<std::int32_t>(67).data());
  CHECK(contents(path) == contents(numpy_file("vector")));
  CHECK(folder.count() == 1);  // no temporary file is left
}

TEST_CASE("npy: bfloat16 is two-byte void data") {
  const std::string expected = ramp_bytes<gpu::bfloat16>(6);
  CHECK(gpu::io::read_npy_header(numpy_file("bfloat16_raw")).type == dtype::bfloat16);
  CHECK(read_all(numpy_file("bfloat16_raw")) == expected);
  const temporary_folder folder;
  gpu::io::write_npy(folder.file("b.npy"), dtype::bfloat16, shape{2, 3}, expected.data());
  CHECK(contents(folder.file("b.npy")).find("'<V2'") != std::string::npos);
  CHECK(read_all(folder.file("b.npy")) == expected);
}

TEST_CASE("npy: headers that other writers make are understood") {
  const temporary_folder folder;
  const std::string ok = header_text("'<f4'", "(2, 3)");
  CHECK(refusal(folder, file_with(ok, 24)).empty());
  CHECK(refusal(folder, file_with(ok, 99)).empty());  // more data may follow
  CHECK(refusal(folder, file_with("{\"shape\":(2L,3L),\"descr\":\"=f4\",\"fortran_order\":True}", 24)).empty());
  CHECK(refusal(folder, file_with(header_text("'f4'", "(\t2 , 3 , )"), 24)).empty());
  CHECK(refusal(folder, file_with(header_text("'|f4'", "(6,)"), 24)).empty());
  CHECK(refusal(folder, file_with(header_text("'<f4'", "(0, 1000000000000)"))).empty());
}

TEST_CASE("npy: bytes of bool data other than 0 and 1 become true") {
  const temporary_folder folder;
  put(folder.file("b.npy"), file_with(header_text("'|b1'", "(4,)")) + std::string("\0\1\2\xff", 4));
  CHECK(read_all(folder.file("b.npy")) == std::string("\0\1\1\1", 4));
}

TEST_CASE("npy: a bad header is refused with its reason") {
  const temporary_folder folder;
  const std::pair<std::string, std::string> damaged[] = {
      {"", "not a .npy file"},
      {"PK\3\4 something else entirely", "not a .npy file"},
      {std::string("\x93NUMPY\4\0\0\0\0\0\0\0", 14), "version 4.0"},
      {std::string("\x93NUMPY\1\1\0\0\0\0\0\0", 14), "version 1.1"},
      {std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12), "too long"},
      {std::string("\x93NUMPY\1\0\x11\x27", 10), "too long"},
      {std::string("\x93NUMPY\2\0\1", 9), "truncated before its header"},
      {file_with(""), "'{' expected"},
      {file_with("{}"), "lacks"},
      {file_with("{'descr': '<f4', 'shape': (2,)}"), "lacks"},
      {file_with("{'descr': '<f4', 'descr': '<f4'}"), "repeated key"},
      {file_with("{'descr': '<f4', 'other': 1}"), "unknown key 'other'"},
      {file_with("{'descr': '<f4"), "string without end"},
      {file_with("{'descr' '<f4'}"), "':' expected"},
      {file_with("{'descr': 4}"), "string expected"},
      {file_with(header_text("'<f4'", "(2, 3)") + "x"), "text after the dict"},
      {file_with(header_text("'<f4'", "(2, 3)", "Maybe")), "True or False"},
      {file_with(header_text("'|O'", "(2,)")), "dtype '|O'"},
      {file_with(header_text("'<M8[s]'", "(2,)")), "dtype '<M8[s]'"},
      {file_with(header_text("'<f16'", "(2,)")), "dtype '<f16'"},
      {file_with(header_text("''", "(2,)")), "dtype ''"},
      {contents(numpy_file("structured")), "structured"},
      {contents(numpy_file("text")), "dtype '<U3'"},
      {file_with(header_text("'<f4'", "[2]")), "'(' expected"},
      {file_with(header_text("'<f4'", "(2)")), "a tuple of one"},
      {file_with(header_text("'<f4'", "(2 3)")), "',' expected"},
      {file_with(header_text("'<f4'", "(,)")), "length expected"},
      {file_with(header_text("'<f4'", "(2.5,)")), "',' expected"},
      {file_with(header_text("'<f4'", "(-1, 3)")), "negative length -1"},
      {file_with(header_text("'<f4'", "(99999999999999999999,)")), "over 64 bits"},
      {file_with(header_text("'<f4'", "(4294967296, 4294967296)")), "larger than any memory"},
      {file_with(header_text("'<f8'", "(9223372036854775807,)")), "larger than any memory"},
      {file_with(header_text("'<f8'", "(0, 9223372036854775807)")), "larger than any memory"},
      {file_with(header_text("'<f4'", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"), 4),
       "more than 32 axes"},
      {file_with(header_text("'<f4'", "(2, 3)"), 23), "needs 24 bytes, the file has 23"},
      {file_with(header_text("'<f4'", "(1000000000000,)"), 24), "needs 4000000000000 bytes"},
  };
  for (const auto& [bytes, reason] : damaged) {
    const std::string message = refusal(folder, bytes);
    CHECK_MESSAGE(message.find(reason) != std::string::npos, message);
  }
}

TEST_CASE("npy: a file cut anywhere is refused") {
  const temporary_folder folder;
  for (const char* name : {"float64_c", "version_2"}) {
    const std::string whole = contents(numpy_file(name));
    int accepted = 0;
    for (std::size_t length = 0; length < whole.size(); ++length)
      if (refusal(folder, whole.substr(0, length)).empty()) ++accepted;
    CHECK(accepted == 0);
  }
}

TEST_CASE("npy: random damage is refused or leaves a header that fits the file") {
  const temporary_folder folder;
  const std::string whole = contents(numpy_file("float64_c"));
  std::mt19937 random(7);
  int refused = 0;
  for (int round = 0; round < 500; ++round) {
    std::string bytes = whole;
    for (auto flips = 1 + random() % 3; flips > 0; --flips) bytes[random() % 128] = static_cast<char>(random());
    if (!refusal(folder, bytes).empty()) {
      ++refused;
      continue;
    }
    const npy_header header = gpu::io::read_npy_header(folder.file("damaged.npy"));
    CHECK(header.data_offset + header.data_bytes() <= bytes.size());
    CHECK(read_all(folder.file("damaged.npy")).size() == header.data_bytes());
  }
  CHECK(refused > 100);
}

TEST_CASE("npy: a file that shrinks after its header was read is refused") {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  const std::string whole = contents(numpy_file("float64_c"));
  put(path, whole);
  const npy_header header = gpu::io::read_npy_header(path);
  put(path, whole.substr(0, whole.size() - 1));
  std::string out(header.data_bytes(), '\0');
  CHECK_THROWS_AS(gpu::io::read_npy_data(path, header, out.data()), gpu::io_error);
}

TEST_CASE("npy: what is not a regular file is neither read nor replaced") {
  const temporary_folder folder;
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  fs::create_directory(folder.file("folder"));
  for (const char* name : {"pipe", "folder"}) {
    CHECK_THROWS_WITH_AS(static_cast<void>(gpu::io::read_npy_header(folder.file(name))),
                         doctest::Contains("not a regular file"), gpu::io_error);
    CHECK(message_of_failed_write(folder.file(name)).find("not a regular file") != std::string::npos);
  }
  CHECK(folder.count() == 2);
  CHECK_THROWS_WITH_AS(static_cast<void>(gpu::io::read_npy_header(folder.file("missing"))),
                       doctest::Contains("No such file"), gpu::io_error);
  CHECK(message_of_failed_write(folder.file("missing/a.npy")).find("No such file") != std::string::npos);
}

TEST_CASE("npy: writing follows links and keeps permissions") {
  const temporary_folder folder;
  put(folder.file("real.npy"), "old");
  fs::permissions(folder.file("real.npy"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real.npy", folder.file("link.npy"));
  const float value = 3;
  gpu::io::write_npy(folder.file("link.npy"), dtype::float32, shape{}, &value);
  CHECK(fs::is_symlink(folder.file("link.npy")));
  CHECK(gpu::io::read_npy_header(folder.file("real.npy")).type == dtype::float32);
  CHECK(fs::status(folder.file("real.npy")).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("npy: whichever file call fails while writing, the old file stays and nothing else is left") {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  put(path, "old");
  const std::string data = ramp_bytes<double>(6);
  const auto write = [&] { gpu::io::write_npy(path, dtype::float64, shape{2, 3}, data.data(), true, true); };
  constexpr unsigned kinds = static_cast<unsigned>(seam::kind::file) | static_cast<unsigned>(seam::kind::allocation);
  std::string failed;
  for (long failing = 1;; ++failing) {
    put(path, "old");
    seam::arm(kinds, failing);
    bool thrown = false;
    try {
      write();
    } catch (const gpu::error& e) {
      thrown = true;
      CHECK(std::string(e.what()).find(seam::failed_call()) != std::string::npos);
    }
    seam::disarm();
    if (seam::failed_call() == nullptr) break;
    if (thrown) CHECK(contents(path) == "old");
    CHECK(folder.count() == 1);
    failed += std::string(thrown ? "" : "not ") + seam::failed_call() + ", ";
  }
  CHECK(failed == "operator new, stat, create, not fchmod, write, write, fsync, close, rename, ");
  CHECK(read_all(path) == data);
}

TEST_CASE("npy: whichever file call fails while reading, it is an exception and the next read works") {
  constexpr unsigned kinds = static_cast<unsigned>(seam::kind::file) | static_cast<unsigned>(seam::kind::allocation);
  const std::string path = numpy_file("float64_fortran");
  long failures = 0;
  for (bool done = false; !done;) {
    seam::arm(kinds, failures + 1);
    try {
      static_cast<void>(read_all(path));
      done = true;
    } catch (const gpu::error&) {
      ++failures;
    }
    seam::disarm();
  }
  CHECK(failures == 8);  // twice open and fstat, preamble, text, scratch memory, elements
  CHECK(read_all(path) == ramp_bytes<double>(24));
}

TEST_CASE("changing the memory order there and back is the identity") {
  for (const shape& dims : {shape{}, shape{5}, shape{3, 4}, shape{2, 3, 4}, shape{1, 3, 1, 2}, shape{2, 0, 3}}) {
    const std::string c_order = ramp_bytes<std::int32_t>(static_cast<int>(dims.count()));
    std::string fortran(c_order.size(), '\0');
    std::string back(c_order.size(), '\0');
    gpu::io::c_to_fortran(fortran.data(), c_order.data(), dims, sizeof(std::int32_t));
    gpu::io::fortran_to_c(back.data(), fortran.data(), dims, sizeof(std::int32_t));
    CHECK(back == c_order);
  }
}
