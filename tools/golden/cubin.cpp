// The format: ELF64. Code of a kernel is section ".text.<name>", whose sh_info is the kernel's symbol. Section ".nv.info" is a
// list of attributes, each a format byte (4: a size follows), an attribute byte and two bytes of size or value; those used here
// hold a symbol and a number. (The attribute numbers are those that `readelf -x .nv.info` shows beside ptxas's own report.)
#include "cubin.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string_view>

#include <elf.h>

namespace golden {
namespace {

constexpr std::size_t instruction_bytes = 16;
constexpr std::uint64_t opcode_mask = 0xfff;
constexpr std::uint64_t nop = 0x918;

constexpr unsigned char with_size = 4;
constexpr unsigned char frame_size = 0x11;
constexpr unsigned char register_count = 0x2f;

template <class T>
T read(std::string_view bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) throw std::runtime_error("a cubin ends too early");
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct section {
  std::string name;
  std::uint32_t info = 0;
  std::string_view content;
};

std::vector<section> sections_of(std::string_view image) {
  const auto head = read<Elf64_Ehdr>(image, 0);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error("not a cubin: no 64-bit ELF file");
  const auto header = [&](std::size_t i) { return read<Elf64_Shdr>(image, head.e_shoff + i * sizeof(Elf64_Shdr)); };
  const std::size_t names = header(head.e_shstrndx).sh_offset;
  std::vector<section> list;
  for (std::size_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr h = header(i);
    section s;
    const std::string_view name = image.substr(names + h.sh_name);
    s.name = name.substr(0, name.find('\0'));
    s.info = h.sh_info;
    if (h.sh_type != SHT_NOBITS) s.content = image.substr(h.sh_offset, h.sh_size);
    list.push_back(std::move(s));
  }
  return list;
}

int instructions_in(std::string_view code) {
  std::size_t count = code.size() / instruction_bytes;
  while (count > 0 && (read<std::uint64_t>(code, (count - 1) * instruction_bytes) & opcode_mask) == nop) --count;
  return static_cast<int>(count);
}

/// Numbers by attribute and symbol.
using attributes = std::map<std::pair<unsigned char, std::uint32_t>, int>;

attributes attributes_in(std::string_view info) {
  attributes found;
  for (std::size_t at = 0; at + 4 <= info.size();) {
    const auto format = read<unsigned char>(info, at);
    const auto attribute = read<unsigned char>(info, at + 1);
    const auto size = read<std::uint16_t>(info, at + 2);
    at += 4;
    if (format != with_size) continue;  // the value is the two bytes
    if (size == 8)
      found[{attribute, read<std::uint32_t>(info, at)}] = static_cast<int>(read<std::uint32_t>(info, at + 4));
    at += size;
  }
  return found;
}

/// "V13.0.88" of "Cuda compilation tools, release 13.0, V13.0.88".
std::string compiler_in(std::string_view note) {
  const std::size_t words = note.find("Cuda compilation tools");
  if (words == std::string_view::npos) return {};
  const std::string_view line = note.substr(words, note.find('\0', words) - words);
  const std::size_t version = line.rfind(' ');
  return std::string(line.substr(version + 1));
}

}  // namespace

cubin read_cubin(const std::string& image) {
  constexpr std::string_view text = ".text.";
  cubin c;
  attributes numbers;
  const std::vector<section> sections = sections_of(image);
  for (const section& s : sections) {
    if (s.name == ".nv.info") numbers = attributes_in(s.content);
    if (s.name == ".note.nv.tkinfo") c.compiler = compiler_in(s.content);
  }
  for (const section& s : sections) {
    if (s.name.rfind(text, 0) != 0) continue;
    kernel_code k;
    k.name = s.name.substr(text.size());
    k.instructions = instructions_in(s.content);
    k.registers = numbers[{register_count, s.info}];
    k.local_bytes = numbers[{frame_size, s.info}];
    c.kernels.push_back(std::move(k));
  }
  return c;
}

}  // namespace golden
