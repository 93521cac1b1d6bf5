#include "parallel/library_settings.hpp"

#include <mpi.h>

#include <cstdlib>

namespace fockproxy {
namespace {

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

std::vector<AppliedSetting> apply(const std::vector<LibrarySetting>& settings) {
  std::vector<AppliedSetting> applied;
  for (const LibrarySetting& setting : settings) {
    const char* there = std::getenv(setting.name.c_str());
    if (there == nullptr && setting.value.empty()) continue;
    applied.push_back({setting, there != nullptr});
    if (there != nullptr) applied.back().setting.value = there;
    else setenv(setting.name.c_str(), setting.value.c_str(), 1);
  }
  return applied;
}

bool mpi_tools_started() {
  // Started once and never ended. MPI_T_finalize of MPICH 4.0.2 frees its tables for good, and after another start
  // MPI_T_cvar_get_num reads a null pointer.
  static const bool started = [] {
    int provided = 0;
    return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
  }();
  return started;
}

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

}  // namespace fockproxy
