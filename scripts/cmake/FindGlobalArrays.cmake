# Global Arrays for the MPI of this build, as the target GlobalArrays::ga.
#
# A hand-built copy is given by GLOBALARRAYS_ROOT; then no other place is searched (its bin/ga-config gives the link
# line). Debian installs one ga-config per MPI under lib/<triplet>/ga/. Its ARMCI is ARMCI::armci, which was found
# before, not another one that the linker may find by the same name. The link is tested, because a GA built with another
# MPI would fail only later. The result is run, because two ARMCIs in one program link as well.
set(hints ${GLOBALARRAYS_ROOT} $ENV{GLOBALARRAYS_ROOT})
if(MPI_CXX_LIBRARY_VERSION_STRING MATCHES "MPICH" OR MPI_CXX_LIBRARIES MATCHES "mpich")
  set(ga_flavour mpich)
else()
  set(ga_flavour openmpi)
endif()
if(hints)
  # No other place is searched. Forget what an earlier configuration found elsewhere.
  foreach(root IN LISTS hints)
    cmake_path(IS_PREFIX root "${GlobalArrays_CONFIG}" NORMALIZE is_below)
    if(GlobalArrays_CONFIG AND NOT is_below)
      unset(GlobalArrays_CONFIG CACHE)
      unset(GlobalArrays_LINKS CACHE)
    endif()
  endforeach()
  find_program(GlobalArrays_CONFIG ga-config PATHS ${hints} PATH_SUFFIXES bin NO_DEFAULT_PATH)
else()
  find_program(GlobalArrays_CONFIG ga-config
    PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/ga/${ga_flavour}/bin NO_DEFAULT_PATH)
endif()
if(NOT GlobalArrays_CONFIG)
  message(FATAL_ERROR "fockproxy: Global Arrays was not found. On Debian: apt-get install libglobalarrays-dev "
    "libarmci-mpi-dev libscalapack-${ga_flavour}-dev libblas-dev liblapack-dev gfortran. For a copy of your own set "
    "GLOBALARRAYS_ROOT to its prefix, or build without it: -DFOCKPROXY_WITH_GA=OFF.")
endif()
foreach(part ldflags libs flibs cppflags version)
  execute_process(COMMAND ${GlobalArrays_CONFIG} --${part} OUTPUT_VARIABLE ga_${part} OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(ga_${part})
endforeach()
list(FILTER ga_libs EXCLUDE REGEX "^-larmci")
set(GlobalArrays_LIBRARIES ${ga_ldflags} ${ga_libs} ARMCI::armci ${ga_flibs})
# ga-config lists the Fortran run-time only under --flibs, and some versions not at all.
if(NOT ga_flibs MATCHES "gfortran" AND NOT hints)
  list(APPEND GlobalArrays_LIBRARIES -lgfortran)
endif()
set(GlobalArrays_VERSION ${ga_version})
set(GlobalArrays_INCLUDE_DIRS ${ga_cppflags})
list(FILTER GlobalArrays_INCLUDE_DIRS INCLUDE REGEX "^-I")
list(TRANSFORM GlobalArrays_INCLUDE_DIRS REPLACE "^-I" "")
list(FILTER GlobalArrays_INCLUDE_DIRS EXCLUDE REGEX "^/usr/include$")

include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_INCLUDES ${GlobalArrays_INCLUDE_DIRS})
set(CMAKE_REQUIRED_LIBRARIES ${GlobalArrays_LIBRARIES} MPI::MPI_CXX)
check_cxx_source_compiles("
#include <mpi.h>
#include <ga.h>
#include <macdecls.h>
int main(int argc, char** argv) { MPI_Init(&argc, &argv); GA_Initialize(); MA_init(C_DBL, 1, 1); GA_Terminate(); }
" GlobalArrays_LINKS)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT GlobalArrays_LINKS)
  message(FATAL_ERROR "fockproxy: the Global Arrays of ${GlobalArrays_CONFIG} does not link with this MPI "
    "(${GlobalArrays_LIBRARIES}). On Debian: apt-get install libglobalarrays-dev libarmci-mpi-dev "
    "libscalapack-${ga_flavour}-dev libblas-dev liblapack-dev gfortran. The compiler's message is in "
    "CMakeFiles/CMakeError.log.")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GlobalArrays REQUIRED_VARS GlobalArrays_CONFIG VERSION_VAR GlobalArrays_VERSION)
if(NOT TARGET GlobalArrays::ga)
  add_library(GlobalArrays::ga INTERFACE IMPORTED)
  set_target_properties(GlobalArrays::ga PROPERTIES
    INTERFACE_LINK_LIBRARIES "${GlobalArrays_LIBRARIES};MPI::MPI_CXX"
    INTERFACE_INCLUDE_DIRECTORIES "${GlobalArrays_INCLUDE_DIRS}")
endif()
if(NOT CMAKE_CROSSCOMPILING AND NOT "${GlobalArrays_ARMCI}" MATCHES "^${GlobalArrays_CONFIG} ${ARMCI_LIBRARY} ")
  try_run(probe_ended probe_built ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/global_arrays_probe
    ${CMAKE_CURRENT_LIST_DIR}/global_arrays_probe.cpp
    LINK_LIBRARIES GlobalArrays::ga MPI::MPI_CXX
    COMPILE_OUTPUT_VARIABLE probe_messages RUN_OUTPUT_VARIABLE probe_says)
  string(STRIP "${probe_says}" probe_says)
  if(NOT probe_built OR NOT probe_ended EQUAL 0)
    message(FATAL_ERROR "fockproxy: a program with Global Arrays (${GlobalArrays_CONFIG}) and ARMCI (${ARMCI_LIBRARY}) "
      "cannot be built and run here: ${probe_messages} ${probe_says}")
  endif()
  if(NOT probe_says MATCHES "^(armci-mpi armci-mpi|comex comex)$" AND NOT probe_says MATCHES "^other ")
    string(REPLACE " " ", header of " probe_words "${probe_says}")
    message(FATAL_ERROR "fockproxy: a program with Global Arrays (${GlobalArrays_CONFIG}) and ARMCI (${ARMCI_LIBRARY}, "
      "${ARMCI_INCLUDE_DIR}/armci.h) is a mixture of two ARMCIs: linked ${probe_words}. Give GLOBALARRAYS_ROOT and "
      "ARMCI_ROOT of one build.")
  endif()
  set(GlobalArrays_ARMCI "${GlobalArrays_CONFIG} ${ARMCI_LIBRARY} ${probe_says}" CACHE INTERNAL "What was tried out")
endif()
mark_as_advanced(GlobalArrays_CONFIG)
