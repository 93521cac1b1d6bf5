# ScaLAPACK for the MPI of this build, as the target ScaLAPACK::scalapack. Optional: without it the program has its
# other solvers.
#
# A hand-built copy is given by SCALAPACK_ROOT; then no other place is searched. The result is linked and run, because a
# ScaLAPACK of another MPI links as well, and would bring that MPI into the program.
set(hints ${SCALAPACK_ROOT} $ENV{SCALAPACK_ROOT})
if(MPI_CXX_LIBRARY_VERSION_STRING MATCHES "MPICH" OR MPI_CXX_LIBRARIES MATCHES "mpich")
  set(scalapack_flavour mpich)
else()
  set(scalapack_flavour openmpi)
endif()
if(hints)
  find_library(ScaLAPACK_LIBRARY NAMES scalapack PATHS ${hints} PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH)
else()
  find_library(ScaLAPACK_LIBRARY NAMES scalapack-${scalapack_flavour} scalapack)
endif()
if(ScaLAPACK_LIBRARY)
  # A static copy does not name LAPACK and BLAS.
  set(ScaLAPACK_LIBRARIES ${ScaLAPACK_LIBRARY})
  if(ScaLAPACK_LIBRARY MATCHES "\\.a$")
    find_package(LAPACK QUIET)
    list(APPEND ScaLAPACK_LIBRARIES ${LAPACK_LIBRARIES} -lgfortran)
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/FockproxyTryLibrary.cmake)
  fockproxy_try_library(ScaLAPACK ${CMAKE_CURRENT_LIST_DIR}/scalapack_probe.cpp LIBRARIES ${ScaLAPACK_LIBRARIES})
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ScaLAPACK REQUIRED_VARS ScaLAPACK_LIBRARY ScaLAPACK_WORKS)
if(ScaLAPACK_FOUND AND NOT TARGET ScaLAPACK::scalapack)
  add_library(ScaLAPACK::scalapack INTERFACE IMPORTED)
  set_target_properties(ScaLAPACK::scalapack PROPERTIES INTERFACE_LINK_LIBRARIES "${ScaLAPACK_LIBRARIES};MPI::MPI_CXX")
endif()
mark_as_advanced(ScaLAPACK_LIBRARY)
