# ARMCI for the MPI of this build, as the target ARMCI::armci: <armci.h> and the library.
#
# A hand-built copy is given by ARMCI_ROOT, or comes with the Global Arrays of GLOBALARRAYS_ROOT; then no other place is
# searched. Debian's headers serve both MPIs; its libraries are libarmci-openmpi and libarmci-mpich. The link is tested,
# because an ARMCI built with another MPI would fail only later.
if(MPI_CXX_LIBRARY_VERSION_STRING MATCHES "MPICH" OR MPI_CXX_LIBRARIES MATCHES "mpich")
  set(armci_flavour mpich)
else()
  set(armci_flavour openmpi)
endif()
set(armci_package "On Debian: apt-get install libarmci-mpi-dev. For a copy of your own set ARMCI_ROOT to its \
prefix, or build without it: -DFOCKPROXY_WITH_GA=OFF.")
set(armci_roots ${ARMCI_ROOT} $ENV{ARMCI_ROOT})
if(NOT armci_roots)
  set(armci_roots ${GLOBALARRAYS_ROOT} $ENV{GLOBALARRAYS_ROOT})
endif()

if(armci_roots)
  # Forget what an earlier configuration found elsewhere.
  foreach(variable ARMCI_INCLUDE_DIR ARMCI_LIBRARY)
    set(below_root FALSE)
    foreach(root IN LISTS armci_roots)
      cmake_path(IS_PREFIX root "${${variable}}" NORMALIZE is_below)
      if(is_below)
        set(below_root TRUE)
      endif()
    endforeach()
    if(${variable} AND NOT below_root)
      unset(${variable} CACHE)
      unset(ARMCI_LINKS CACHE)
    endif()
  endforeach()
  find_path(ARMCI_INCLUDE_DIR armci.h PATHS ${armci_roots} PATH_SUFFIXES include NO_DEFAULT_PATH)
  find_library(ARMCI_LIBRARY NAMES armci armci-${armci_flavour} PATHS ${armci_roots} PATH_SUFFIXES lib lib64
    NO_DEFAULT_PATH)
  set(armci_where " in ${armci_roots}")
else()
  find_path(ARMCI_INCLUDE_DIR armci.h PATH_SUFFIXES include)
  find_library(ARMCI_LIBRARY NAMES armci-${armci_flavour} armci PATH_SUFFIXES lib lib64)
  set(armci_where "")
endif()
if(NOT ARMCI_INCLUDE_DIR OR NOT ARMCI_LIBRARY)
  message(FATAL_ERROR "fockproxy: ARMCI was not found${armci_where}. ${armci_package}")
endif()

include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_INCLUDES ${ARMCI_INCLUDE_DIR})
set(CMAKE_REQUIRED_LIBRARIES ${ARMCI_LIBRARY} MPI::MPI_CXX MPI::MPI_C)
check_cxx_source_compiles("
#include <mpi.h>
extern \"C\" {
#include <armci.h>
}
int main(int argc, char** argv) { MPI_Init(&argc, &argv); ARMCI_Init(); ARMCI_Fence(0); ARMCI_Finalize(); }
" ARMCI_LINKS)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT ARMCI_LINKS)
  message(FATAL_ERROR "fockproxy: the ARMCI library ${ARMCI_LIBRARY} does not link with this MPI. ${armci_package} "
    "The compiler's message is in CMakeFiles/CMakeError.log.")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ARMCI REQUIRED_VARS ARMCI_LIBRARY ARMCI_INCLUDE_DIR)
if(NOT TARGET ARMCI::armci)
  add_library(ARMCI::armci UNKNOWN IMPORTED)
  set_target_properties(ARMCI::armci PROPERTIES
    IMPORTED_LOCATION ${ARMCI_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${ARMCI_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES MPI::MPI_CXX)
endif()
mark_as_advanced(ARMCI_INCLUDE_DIR ARMCI_LIBRARY)
