// MPI datatypes of patches of row-major matrices.
#pragma once

#include <map>
#include <mutex>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Committed MPI_Type_vector's of patches, made once: making one per operation would be measured with it. Thread-safe.
class PatchTypes {
 public:
  PatchTypes() = default;
  ~PatchTypes() {
    for (auto& [shape, type] : types_) MPI_Type_free(&type);
  }
  PatchTypes(const PatchTypes&) = delete;
  PatchTypes& operator=(const PatchTypes&) = delete;

  MPI_Datatype get(int rows, int columns, int stride) {
    const std::lock_guard lock(mutex_);
    auto [it, is_new] = types_.try_emplace({rows, columns, stride}, MPI_DATATYPE_NULL);
    if (is_new) {
      check_mpi(MPI_Type_vector(rows, columns, stride, MPI_DOUBLE, &it->second), "MPI_Type_vector");
      check_mpi(MPI_Type_commit(&it->second), "MPI_Type_commit");
    }
    return it->second;
  }

 private:
  struct Shape {
    int rows, columns, stride;
    auto operator<=>(const Shape&) const = default;
  };
  std::mutex mutex_;
  std::map<Shape, MPI_Datatype> types_;
};

}  // namespace fockproxy
