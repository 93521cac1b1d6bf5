#include "onesided/shape_type.hpp"

#include <vector>

#include "onesided/pattern.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy::onesided {

ShapeType::ShapeType(const Footprint& footprint) {
  const std::vector<Segment>& segments = footprint.segments();
  const int count = static_cast<int>(segments.size());
  if (footprint.stride()) {
    check_mpi(MPI_Type_vector(count, static_cast<int>(segments[0].words), static_cast<int>(*footprint.stride()),
                              MPI_DOUBLE, &type_),
              "MPI_Type_vector");
  } else {
    std::vector<int> lengths;
    std::vector<MPI_Aint> places;
    for (const Segment& segment : segments) {
      lengths.push_back(static_cast<int>(segment.words));
      places.push_back(static_cast<MPI_Aint>(segment.first * sizeof(Word)));
    }
    check_mpi(MPI_Type_create_hindexed(count, lengths.data(), places.data(), MPI_DOUBLE, &type_),
              "MPI_Type_create_hindexed");
  }
  check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
}

}  // namespace fockproxy::onesided
