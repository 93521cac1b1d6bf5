// Common parts of the tests of one-sided calls.
#pragma once

#include "parallel/window.hpp"

namespace fockproxy::check {

// A datatype made by MPI_Type_vector, or by contiguous elements if `stride` equals `length`.
class VectorType {
 public:
  VectorType(int count, int length, int stride, MPI_Datatype element)
      : count_(count), length_(length), stride_(stride) {
    check_mpi(MPI_Type_vector(count, length, stride, element, &type_), "MPI_Type_vector");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~VectorType() { MPI_Type_free(&type_); }
  VectorType(const VectorType&) = delete;
  VectorType& operator=(const VectorType&) = delete;

  MPI_Datatype get() const { return type_; }
  int elements() const { return count_ * length_; }
  int extent() const { return (count_ - 1) * stride_ + length_; }         // in elements
  bool holds(int place) const { return place % stride_ < length_; }       // for places below extent()
  int place(int k) const { return k / length_ * stride_ + k % length_; }  // the place of the k-th element

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  int count_, length_, stride_;
};

// Collective. Completes all operations on the window at all ranks and makes them visible to loads.
inline void complete_everywhere(const Window& window) {
  window.flush_all();
  window.sync();
  window.comm().barrier();
  window.sync();
}

}  // namespace fockproxy::check
