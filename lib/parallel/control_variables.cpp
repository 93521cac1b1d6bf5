#include "parallel/control_variables.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

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
                                  "mpi_yield_when_idle",
                                  "MPIR_CVAR_ASYNC_PROGRESS",
                                  "MPIR_CVAR_CH4_NETMOD",
                                  "MPIR_CVAR_CH4_SHM",
                                  "MPIR_CVAR_CH4_NUM_VCIS",
                                  "MPIR_CVAR_CH4_MT_MODEL",
                                  "MPIR_CVAR_CH4_GLOBAL_PROGRESS",
                                  "MPIR_CVAR_CH4_RMA_ENABLE_DYNAMIC_AM_PROGRESS",
                                  "MPIR_CVAR_OFI_USE_PROVIDER",
                                  "MPIR_CVAR_NEMESIS_NETMOD",
                                  "MPIR_CVAR_POLLS_BEFORE_YIELD",
                                  "MPIR_CVAR_NOLOCAL",
                                  "MPIR_CVAR_NUM_CLIQUES"};

// Starts the tool interface, once per process; false if that fails.
bool mpi_tools_started() {
  // Started once and never ended. MPI_T_finalize of MPICH 4.0.2 frees its tables for good, and after another start
  // MPI_T_cvar_get_num reads a null pointer.
  static const bool started = [] {
    int provided = 0;
    return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
  }();
  return started;
}

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

std::optional<std::string> control_variable(int index, MPI_Datatype type) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return std::nullopt;
  std::optional<std::string> text;
  if (type == MPI_CHAR) {
    std::string value(static_cast<std::size_t>(count) + 1, '\0');
    if (MPI_T_cvar_read(handle, value.data()) == MPI_SUCCESS) text = value.c_str();
  } else if (count == 1 && type == MPI_C_BOOL) {
    bool value = false;
    if (MPI_T_cvar_read(handle, &value) == MPI_SUCCESS) text = value ? "1" : "0";
  } else if (count == 1 && (type == MPI_INT || type == MPI_UNSIGNED)) {
    int value = 0;
    if (MPI_T_cvar_read(handle, &value) == MPI_SUCCESS) text = std::to_string(value);
  }
  MPI_T_cvar_handle_free(&handle);
  return text;
}

}  // namespace

bool has_tool_interface() { return true; }

std::optional<std::string> control_variable(const std::string& name) {
  if (!mpi_tools_started()) return std::nullopt;
  std::optional<std::string> value;
  int variables = 0;
  MPI_T_cvar_get_num(&variables);
  for (int i = 0; i < variables && !value; ++i) {
    char text[256] = "";
    int length = sizeof text, no_description = 0, verbosity = 0, binding = 0, scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const int code =
        MPI_T_cvar_get_info(i, text, &length, &verbosity, &type, nullptr, nullptr, &no_description, &binding, &scope);
    if (code == MPI_SUCCESS && name == text) value = control_variable(i, type);
  }
  return value;
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

}  // namespace fockproxy
