// The shared libraries that this process has loaded, and their functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fockproxy {

// The files of the process whose names begin with `prefix`, with their paths. Local; thread-safe.
std::vector<std::string> loaded_files(std::string_view prefix);

// A library that is loaded already; nothing is loaded. Local; thread-safe.
class LoadedLibrary {
 public:
  explicit LoadedLibrary(const std::string& file);
  ~LoadedLibrary();
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;

  // Null if neither the library nor those that it needs have such a function.
  template <class F>
  F* function(const char* name) const {
    return reinterpret_cast<F*>(address_of(name));
  }

 private:
  void* address_of(const char* name) const;

  void* handle_;
};

}  // namespace fockproxy
