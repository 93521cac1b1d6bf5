# Global Arrays for the MPI being built against, as the target GlobalArrays::ga.
#
# A hand-built copy is given by GLOBALARRAYS_ROOT (its bin/ga-config is asked for the link line); Debian installs one
# ga-config per MPI under lib/<triplet>/ga/. The link is tried out, because a GA built on another MPI links only later.
set(hints ${GLOBALARRAYS_ROOT} $ENV{GLOBALARRAYS_ROOT})
if(MPI_CXX_LIBRARY_VERSION_STRING MATCHES "MPICH" OR MPI_CXX_LIBRARIES MATCHES "mpich")
  set(ga_flavour mpich)
else()
  set(ga_flavour openmpi)
endif()
find_program(GlobalArrays_CONFIG ga-config HINTS ${hints} PATH_SUFFIXES bin NO_DEFAULT_PATH)
if(NOT GlobalArrays_CONFIG)
  find_program(GlobalArrays_CONFIG ga-config
    PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/ga/${ga_flavour}/bin NO_DEFAULT_PATH)
endif()
if(NOT GlobalArrays_CONFIG)
  message(FATAL_ERROR "fockproxy: Global Arrays was not found. On Debian 12: apt-get install libglobalarrays-dev "
    "libarmci-mpi-dev libscalapack-${ga_flavour}-dev libblas-dev liblapack-dev gfortran. For a copy of your own set "
    "GLOBALARRAYS_ROOT to its prefix, or build without it: -DFOCKPROXY_WITH_GA=OFF.")
endif()
foreach(part ldflags libs flibs cppflags version)
  execute_process(COMMAND ${GlobalArrays_CONFIG} --${part} OUTPUT_VARIABLE ga_${part} OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(ga_${part})
endforeach()
# ga-config lists the Fortran run-time only under --flibs, and some versions not even there.
set(GlobalArrays_LIBRARIES ${ga_ldflags} ${ga_libs} ${ga_flibs} -lgfortran)
set(GlobalArrays_VERSION ${ga_version})

include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES ${GlobalArrays_LIBRARIES} MPI::MPI_CXX)
check_cxx_source_compiles("
#include <mpi.h>
#include <ga.h>
#include <macdecls.h>
int main(int argc, char** argv) { MPI_Init(&argc, &argv); GA_Initialize(); MA_init(C_DBL, 1, 1); GA_Terminate(); }
" GlobalArrays_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT GlobalArrays_LINKS)
  message(FATAL_ERROR "fockproxy: the Global Arrays of ${GlobalArrays_CONFIG} does not link with this MPI "
    "(${GlobalArrays_LIBRARIES}). On Debian 12: apt-get install libglobalarrays-dev libarmci-mpi-dev "
    "libscalapack-${ga_flavour}-dev libblas-dev liblapack-dev gfortran. The compiler's message is in "
    "CMakeFiles/CMakeError.log.")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GlobalArrays REQUIRED_VARS GlobalArrays_CONFIG VERSION_VAR GlobalArrays_VERSION)
if(NOT TARGET GlobalArrays::ga)
  add_library(GlobalArrays::ga INTERFACE IMPORTED)
  set_target_properties(GlobalArrays::ga PROPERTIES INTERFACE_LINK_LIBRARIES "${GlobalArrays_LIBRARIES};MPI::MPI_CXX")
endif()
mark_as_advanced(GlobalArrays_CONFIG)
