#include "parallel/loaded_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace fockproxy {

std::vector<std::string> loaded_files(std::string_view prefix) {
  struct Search {
    std::string_view prefix;
    std::vector<std::string> files;
  } search{prefix, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        Search& found = *static_cast<Search*>(data);
        const std::string file = object->dlpi_name;
        if (std::filesystem::path(file).filename().string().starts_with(found.prefix)) found.files.push_back(file);
        return 0;
      },
      &search);
  return search.files;
}

LoadedLibrary::LoadedLibrary(const std::string& file) : handle_(dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {}

LoadedLibrary::~LoadedLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* LoadedLibrary::address_of(const char* name) const { return handle_ == nullptr ? nullptr : dlsym(handle_, name); }

}  // namespace fockproxy
