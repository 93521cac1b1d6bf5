// A footprint as an MPI datatype.
#pragma once

#include <mpi.h>

#include "onesided/footprint.hpp"

namespace fockproxy::onesided {

// Owner of a committed datatype of doubles: MPI_Type_vector for a strided footprint, MPI_Type_create_hindexed for any
// other (MPI-4.0 section 5.1.2). Local.
class ShapeType {
 public:
  explicit ShapeType(const Footprint& footprint);
  ~ShapeType() { MPI_Type_free(&type_); }
  ShapeType(const ShapeType&) = delete;
  ShapeType& operator=(const ShapeType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace fockproxy::onesided
