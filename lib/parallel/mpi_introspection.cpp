#include "parallel/mpi_introspection.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

#include "parallel/library_settings.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Prefixes of the names that concern transports, windows and progress. The rest (collectives, I/O, debugging) is left
// out.
constexpr std::array prefixes = {"pml",
                                 "mtl",
                                 "btl",
                                 "osc",
                                 "mpi_yield_when_idle",
                                 "mpi_leave_pinned",
                                 "opal_progress",
                                 "opal_async_progress",
                                 "async_mpi",
                                 "async_opal",
                                 "MPIR_CVAR_CH3_",
                                 "MPIR_CVAR_CH4_",
                                 "MPIR_CVAR_OFI_",
                                 "MPIR_CVAR_NEMESIS_",
                                 "MPIR_CVAR_ASYNC_PROGRESS",
                                 "MPIR_CVAR_PROGRESS_THREAD",
                                 "MPIR_CVAR_POLLS_BEFORE_YIELD",
                                 "MPIR_CVAR_NOLOCAL",
                                 "MPIR_CVAR_ODD_EVEN_CLIQUES",
                                 "MPIR_CVAR_NUM_CLIQUES",
                                 "MPIR_CVAR_ENABLE_FT",
                                 "MPIR_CVAR_DEFAULT_THREAD_LEVEL"};

constexpr std::array principal = {"pml",
                                  "mtl",
                                  "btl",
                                  "osc",
                                  "osc_rdma_btls",
                                  "btl_tcp_progress_thread",
                                  "opal_async_progress",
                                  "mpi_yield_when_idle",
                                  "MPIR_CVAR_ASYNC_PROGRESS",
                                  "MPIR_CVAR_CH4_NETMOD",
                                  "MPIR_CVAR_CH4_SHM",
                                  "MPIR_CVAR_CH4_NUM_VCIS",
                                  "MPIR_CVAR_CH4_RESERVE_VCIS",
                                  "MPIR_CVAR_CH4_OFI_ENABLE_DATA_AUTO_PROGRESS",
                                  "MPIR_CVAR_CH4_MT_MODEL",
                                  "MPIR_CVAR_CH4_GLOBAL_PROGRESS",
                                  "MPIR_CVAR_CH4_RMA_ENABLE_DYNAMIC_AM_PROGRESS",
                                  "MPIR_CVAR_OFI_USE_PROVIDER",
                                  "MPIR_CVAR_NEMESIS_NETMOD",
                                  "MPIR_CVAR_POLLS_BEFORE_YIELD",
                                  "MPIR_CVAR_NOLOCAL",
                                  "MPIR_CVAR_NUM_CLIQUES"};

std::string standard(int version, int subversion) { return fmt::format("{}.{}", version, subversion); }

// The text of one value of a control variable.
template <class T>
std::string as_text(const std::vector<char>& bytes, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof value, sizeof value);
    text += (i > 0 ? " " : "") + fmt::format("{}", value);
  }
  return text;
}

std::string value_text(MPI_Datatype type, MPI_T_enum enumeration, const std::vector<char>& bytes, int count) {
  if (type == MPI_CHAR) {
    std::string text(bytes.data(), strnlen(bytes.data(), static_cast<std::size_t>(count)));
    std::ranges::replace(text, '\n', ' ');
    return text;
  }
  if (type == MPI_INT && enumeration != MPI_T_ENUM_NULL && count == 1) {
    int value = 0, items = 0, length = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    if (MPI_T_enum_get_info(enumeration, &items, nullptr, &length) == MPI_SUCCESS)
      for (int i = 0; i < items; ++i) {
        char name[256] = "";
        int item = 0, room = sizeof name;
        if (MPI_T_enum_get_item(enumeration, i, &item, name, &room) == MPI_SUCCESS && item == value) return name;
      }
  }
  if (type == MPI_INT) return as_text<int>(bytes, count);
  if (type == MPI_UNSIGNED) return as_text<unsigned>(bytes, count);
  if (type == MPI_UNSIGNED_LONG) return as_text<unsigned long>(bytes, count);
  if (type == MPI_UNSIGNED_LONG_LONG) return as_text<unsigned long long>(bytes, count);
  if (type == MPI_LONG_LONG) return as_text<long long>(bytes, count);
  if (type == MPI_DOUBLE) return as_text<double>(bytes, count);
  // Types that MPI_T does not define but libraries use (Open MPI: bool as MPI_C_BOOL).
  int size = 0;
  if (MPI_Type_size(type, &size) == MPI_SUCCESS && size == 1 && count == 1) return bytes[0] ? "true" : "false";
  return "(a type of its own)";
}

// Reads variable `index` if it has one of the prefixes; false otherwise.
bool read_variable(int index, NamedValue& variable) {
  char name[512] = "";
  int name_room = sizeof name, text_room = 0, verbosity = 0, binding = 0, scope = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  if (MPI_T_cvar_get_info(index, name, &name_room, &verbosity, &type, &enumeration, nullptr, &text_room, &binding,
                          &scope) != MPI_SUCCESS)
    return false;
  variable.name = name;
  if (binding != MPI_T_BIND_NO_OBJECT ||
      std::ranges::none_of(prefixes, [&](const char* prefix) { return variable.name.starts_with(prefix); }))
    return false;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return false;
  std::vector<char> bytes(static_cast<std::size_t>(count) * sizeof(double) + 1, '\0');
  const bool read = MPI_T_cvar_read(handle, bytes.data()) == MPI_SUCCESS;
  MPI_T_cvar_handle_free(&handle);
  if (read) variable.value = value_text(type, enumeration, bytes, count);
  return read;
}

std::string flavor_name(MPI_Win win) {
  int* flavor = nullptr;
  int found = 0;
  if (MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &found) != MPI_SUCCESS || !found) return "unknown";
  switch (*flavor) {
    case MPI_WIN_FLAVOR_CREATE: return "create";
    case MPI_WIN_FLAVOR_ALLOCATE: return "allocate";
    case MPI_WIN_FLAVOR_SHARED: return "shared";
    case MPI_WIN_FLAVOR_DYNAMIC: return "dynamic";
    default: return "unknown";
  }
}

// Asks about a neighbour, because a rank can always load its own segment.
bool answers_shared_query(MPI_Win win, const Communicator& comm) {
  MPI_Aint bytes = 0;
  int unit = 0;
  void* base = nullptr;
  const int neighbour = (comm.rank() + 1) % comm.size();
  return MPI_Win_shared_query(win, neighbour, &bytes, &unit, &base) == MPI_SUCCESS && bytes > 0 && base != nullptr;
}

// The file that contains a function. Asks the linker, because the address of the function may be that of a stub in this
// program.
std::string file_of(const char* function) {
  Dl_info found{};
  void* const address = dlsym(RTLD_DEFAULT, function);
  return address && dladdr(address, &found) && found.dli_fname ? found.dli_fname : "this program";
}

}  // namespace

std::string mpi_library_text() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  return text;  // to its terminating zero, which Open MPI counts in the length
}

std::vector<NamedValue> mpi_library_description() {
  std::vector<NamedValue> lines;
  std::istringstream stream(mpi_library_text());
  for (std::string line; std::getline(stream, line);) {
    std::ranges::replace(line, '\t', ' ');
    const auto colon = line.find(':');
    const bool named = colon != std::string::npos && line.starts_with("MPICH");
    const auto start = line.find_first_not_of(' ', named ? colon + 1 : 0);
    if (start != std::string::npos) lines.push_back({named ? line.substr(0, colon) : "", line.substr(start)});
  }
  return lines;
}

std::string mpi_library_standard() {
  int version = 0, subversion = 0;
  MPI_Get_version(&version, &subversion);
  return standard(version, subversion);
}

std::string mpi_header_standard() { return standard(MPI_VERSION, MPI_SUBVERSION); }

std::string mpi_library_file() { return file_of("MPI_Init"); }

std::optional<bool> reported_cuda_support() {
  // MPICH has both functions, and the other one of 3.4.3 ends the program: its assertion is the wrong way round.
  constexpr int cuda = 0;  // MPIX_GPU_SUPPORT_CUDA
  int supported = 0;
  const auto query_kind = reinterpret_cast<int (*)(int, int*)>(dlsym(RTLD_DEFAULT, "MPIX_GPU_query_support"));
  if (query_kind != nullptr && query_kind(cuda, &supported) == MPI_SUCCESS) return supported == 1;
  const auto query = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support"));
  return query != nullptr ? std::optional(query() == 1) : std::nullopt;
}

bool environment_reports_cuda_support() {
  const char* const said = std::getenv("FOCKPROXY_CUDA_MPI");
  return said != nullptr && said == std::string_view("1");
}

bool says_it_takes_cuda_memory() {
  return environment_reports_cuda_support() || reported_cuda_support().value_or(false);
}

std::string mpi_standard_abi() {
#if defined(MPI_ABI_VERSION) && defined(MPI_ABI_SUBVERSION)
  return standard(MPI_ABI_VERSION, MPI_ABI_SUBVERSION);
#else
  return {};
#endif
}

Interface mpi_interface() {
#if defined(MPI_ABI_VERSION)
  return Interface::abi;
#elif defined(OPEN_MPI)
  return Interface::openmpi;
#else
  return Interface::mpich;
#endif
}

std::string how_mpi_was_found() {
  const char* const file = std::getenv("FOCKPROXY_FOUND_MPI");
  const char* const because = std::getenv("FOCKPROXY_FOUND_BECAUSE");
  return file && because ? fmt::format("{}: {}", file, because) : "";
}

std::string other_mpi_than_found() {
  const char* const file = std::getenv("FOCKPROXY_FOUND_MPI");
  if (!file) return "";
  // Not MPI_Init, because a preloaded tool may define it. No tool defines PMPI_Init.
  const std::string answers = file_of("PMPI_Init");
  std::error_code unknown;
  if (std::filesystem::equivalent(file, answers, unknown)) return "";
  return fmt::format(
      "the MPI library in force is {}, but {} was loaded; is there an LD_PRELOAD, or a path in the program?",
      how_mpi_was_found(), answers);
}

std::vector<NamedValue> control_variables() {
  std::vector<NamedValue> variables;
  int count = 0;
  if (mpi_tools_started() && MPI_T_cvar_get_num(&count) == MPI_SUCCESS)
    for (int i = 0; i < count; ++i)
      if (NamedValue variable; read_variable(i, variable)) variables.push_back(std::move(variable));
  std::ranges::sort(variables, {}, &NamedValue::name);
  return variables;
}

bool is_principal(const NamedValue& variable) {
  return std::ranges::any_of(principal, [&](const char* name) { return variable.name == name; });
}

WindowDescription describe_window(const Communicator& comm, WindowKind kind) {
  WindowDescription description;
  try {
    const Window window(comm, 64, {.kind = kind, .self_test = false});
    description.flavor = flavor_name(window.handle());
    description.unified = true;  // Window supports no other model
    description.info = info_of(window.handle());
    description.shared_query = comm.min(answers_shared_query(window.handle(), comm) ? 1 : 0) == 1;
  } catch (const AgreedUsageError& error) {
    description.refused = error.what();
  } catch (const AgreedComputationError& error) {
    description.refused = error.what();
  }
  return description;
}

}  // namespace fockproxy
