#include "parallel/network_libraries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>

#include "parallel/loaded_library.hpp"

namespace fockproxy {
namespace {

// The interface of libfabric that is used here, without its headers (fi_getinfo(3), fi_tostr(3), fi_version(3)). It has
// been the same since libfabric 1.0: the first member of struct fi_info is the pointer to the next one.
struct FabricInfo {
  FabricInfo* next;
};
using FiVersion = std::uint32_t();
using FiGetInfo = int(std::uint32_t, const char*, const char*, std::uint64_t, const FabricInfo*, FabricInfo**);
using FiFreeInfo = void(FabricInfo*);
using FiToString = char*(const void*, int);
constexpr std::uint32_t fi_version_of_interface = 1 << 16 | 5;
constexpr int fi_type_info = 0;

std::string fabric_version(std::uint32_t version) { return fmt::format("{}.{}", version >> 16, version & 0xffff); }

std::vector<FabricProvider> fabric_providers(const LoadedLibrary& library) {
  auto* const get = library.function<FiGetInfo>("fi_getinfo");
  auto* const free = library.function<FiFreeInfo>("fi_freeinfo");
  auto* const text_of = library.function<FiToString>("fi_tostr");
  FabricInfo* first = nullptr;
  if (!get || !free || !text_of || get(fi_version_of_interface, nullptr, nullptr, 0, nullptr, &first) != 0) return {};
  std::vector<FabricProvider> providers;
  for (const FabricInfo* info = first; info != nullptr; info = info->next)
    if (const char* const text = text_of(info, fi_type_info)) providers.push_back(parse_provider(text));
  free(first);
  return merged(providers);
}

// The value of the line "name: value" of a text; empty if there is none. libfabric writes FI_PROGRESS_MANUAL.
std::string value_of(std::string_view text, std::string_view name) {
  const std::string label = std::string(name) + ": ";
  for (std::size_t at = text.find(label); at != std::string_view::npos; at = text.find(label, at + 1)) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\n';
    if (!begins) continue;
    const std::size_t start = at + label.size();
    return std::string(text.substr(start, text.find('\n', start) - start));
  }
  return "";
}

std::string progress_of(std::string_view text, std::string_view name) {
  constexpr std::string_view prefix = "FI_PROGRESS_";
  std::string value = value_of(text, name);
  if (value.empty()) value = value_of(text, "progress");  // libfabric 2 has one mode for data and control
  if (value.starts_with(prefix)) value.erase(0, prefix.size());
  std::ranges::transform(value, value.begin(),
                         [](unsigned char c) { return c == '_' ? ' ' : static_cast<char>(std::tolower(c)); });
  return value;
}

void add_value(std::string& list, const std::string& value) {
  if (value.empty() || (", " + list + ",").find(", " + value + ",") != std::string::npos) return;
  list += (list.empty() ? "" : ", ") + value;
}

}  // namespace

FabricProvider parse_provider(std::string_view text) {
  return {.name = value_of(text, "prov_name"),
          .data_progress = progress_of(text, "data_progress"),
          .control_progress = progress_of(text, "control_progress")};
}

std::vector<FabricProvider> merged(const std::vector<FabricProvider>& providers) {
  std::vector<FabricProvider> all;
  for (const FabricProvider& provider : providers) {
    if (provider.name.empty()) continue;
    auto there = std::ranges::find(all, provider.name, &FabricProvider::name);
    if (there == all.end())
      there = all.insert(all.end(), FabricProvider{.name = provider.name, .data_progress = "", .control_progress = ""});
    add_value(there->data_progress, provider.data_progress);
    add_value(there->control_progress, provider.control_progress);
  }
  return all;
}

std::vector<NetworkLibrary> network_libraries() {
  std::vector<NetworkLibrary> libraries;
  for (const std::string& file : loaded_files("libfabric")) {
    const LoadedLibrary library(file);
    auto* const version = library.function<FiVersion>("fi_version");
    libraries.push_back({.name = "libfabric",
                         .file = file,
                         .version = version ? fabric_version(version()) : "",
                         .providers = fabric_providers(library)});
  }
  for (const std::string& file : loaded_files("libucp")) {
    const LoadedLibrary library(file);
    auto* const version = library.function<const char*()>("ucp_get_version_string");
    libraries.push_back({.name = "UCX", .file = file, .version = version ? version() : "", .providers = {}});
  }
  return libraries;
}

}  // namespace fockproxy
