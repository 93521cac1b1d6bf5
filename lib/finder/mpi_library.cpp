#include "finder/mpi_library.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <type_traits>

#include "support/error.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;

// The machine type of the running program.
Elf64_Half own_machine() {
  Elf64_Ehdr header{};
  std::ifstream("/proc/self/exe", std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
  return header.e_machine;
}

std::string machine_name(Elf64_Half machine) {
  switch (machine) {
    case EM_X86_64: return "x86-64";
    case EM_386: return "x86 of 32 bits";
    case EM_AARCH64: return "aarch64";
    case EM_PPC64: return "ppc64";
    case EM_RISCV: return "RISC-V";
    default: return fmt::format("ELF machine {}", machine);
  }
}

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw UsageError(fmt::format("{}: {}", file, why));
}

// The names in the dynamic section of an ELF file (System V ABI, chapter 5). Throws UsageError.
class DynamicNames {
 public:
  explicit DynamicNames(const std::string& file) : file_(file), in_(open(file)) {
    const auto header = read<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
      refuse(file_, "this is not a shared library (not an ELF file)");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != own_machine())
      refuse(file_, fmt::format("this is for other processors ({}; this program is for {})",
                                machine_name(header.e_machine), machine_name(own_machine())));
    for (int i = 0; i < header.e_phnum; ++i)
      parts_.push_back(read<Elf64_Phdr>(header.e_phoff + static_cast<Elf64_Off>(i) * header.e_phentsize));
    for (const Elf64_Phdr& part : parts_)
      if (part.p_type == PT_DYNAMIC) read_names(part);
  }

  std::string own_name;
  std::vector<std::string> needed;

 private:
  static std::ifstream open(const std::string& file) {
    std::error_code ignored;
    const bool is_link = fs::is_symlink(fs::symlink_status(file, ignored));
    if (!fs::exists(file, ignored)) {
      if (is_link)
        refuse(file, fmt::format("this is a symbolic link to nothing ({})", fs::read_symlink(file, ignored).string()));
      refuse(file, "there is no such file");
    }
    std::ifstream in(file, std::ios::binary);
    if (!in || fs::is_directory(file, ignored)) refuse(file, "this cannot be read");
    return in;
  }

  template <class T>
  T read(Elf64_Off at) {
    T value{};
    static_assert(std::is_trivially_copyable_v<T>);
    if (!in_.seekg(static_cast<std::streamoff>(at)).read(reinterpret_cast<char*>(&value), sizeof value))
      refuse(file_, "this is not a shared library (the file ends too early)");
    return value;
  }

  Elf64_Off place_of(Elf64_Addr address) {
    for (const Elf64_Phdr& part : parts_)
      if (part.p_type == PT_LOAD && address >= part.p_vaddr && address - part.p_vaddr < part.p_filesz)
        return address - part.p_vaddr + part.p_offset;
    refuse(file_, "this is not a shared library (names without a place)");
  }

  void read_names(const Elf64_Phdr& part) {
    std::vector<std::pair<Elf64_Sxword, Elf64_Xword>> wanted;
    std::optional<Elf64_Addr> strings;
    for (Elf64_Off at = 0; at + sizeof(Elf64_Dyn) <= part.p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto entry = read<Elf64_Dyn>(part.p_offset + at);
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_STRTAB) strings = entry.d_un.d_ptr;
      if (entry.d_tag == DT_SONAME || entry.d_tag == DT_NEEDED) wanted.emplace_back(entry.d_tag, entry.d_un.d_val);
    }
    if (!strings) return;
    for (const auto& [tag, offset] : wanted) {
      in_.seekg(static_cast<std::streamoff>(place_of(*strings) + offset));
      std::string text;
      std::getline(in_, text, '\0');
      if (tag == DT_SONAME) own_name = text;
      else needed.push_back(text);
    }
  }

  std::string file_;
  std::ifstream in_;
  std::vector<Elf64_Phdr> parts_;
};

std::optional<Interface> interface_of(const std::string& name) {
  static const std::regex abi(R"(libmpi_abi\.so\..*)"), mpich(R"(libmpi(ch)?\.so\.12)"), openmpi(R"(libmpi\.so\.40)");
  if (std::regex_match(name, abi)) return Interface::abi;
  if (std::regex_match(name, mpich)) return Interface::mpich;
  if (std::regex_match(name, openmpi)) return Interface::openmpi;
  return std::nullopt;
}

}  // namespace

const char* name_of(Interface interface) {
  constexpr const char* names[] = {"mpich", "openmpi", "abi"};
  return names[static_cast<int>(interface)];
}

const char* in_words(Interface interface) {
  constexpr const char* words[] = {"MPICH's interface", "Open MPI's interface", "the standard ABI of MPI 5.0"};
  return words[static_cast<int>(interface)];
}

const std::vector<std::string>& file_names(Interface interface) {
  // MPICH on Debian has only the second name.
  static const std::vector<std::string> names[] = {
      {"libmpi.so.12", "libmpich.so.12"}, {"libmpi.so.40"}, {"libmpi_abi.so.1", "libmpi_abi.so.0"}};
  return names[static_cast<int>(interface)];
}

MpiLibrary read_mpi_library(const std::string& file) {
  const DynamicNames names(file);
  if (const auto interface = interface_of(names.own_name))
    return {.file = file, .name = names.own_name, .interface = *interface};
  refuse(file,
         fmt::format("this is not an MPI library with one of the three interfaces that this package has programs for: "
                     "its name is '{}', not libmpi.so.12 (MPICH's), libmpi.so.40 (Open MPI's) or libmpi_abi.so.N "
                     "(the standard ABI's)",
                     names.own_name));
}

std::string needed_mpi_library(const std::string& program) {
  for (const std::string& name : DynamicNames(program).needed)
    if (interface_of(name)) return name;
  return "";
}

}  // namespace fockproxy
