# ELPA for the MPI of this build, as the target ELPA::elpa. Optional: without it the program has its other solvers.
# Needs ScaLAPACK::scalapack.
#
# A hand-built copy is given by ELPA_ROOT; then no other place is searched. Otherwise pkg-config finds it. The result is
# linked and run, because an ELPA of another MPI links as well (Debian's is for Open MPI), and would bring that MPI into
# the program.
set(hints ${ELPA_ROOT} $ENV{ELPA_ROOT})
if(hints)
  file(GLOB elpa_places ${hints}/include/elpa* ${hints}/include)
  find_path(ELPA_INCLUDE_DIR elpa/elpa.h PATHS ${elpa_places} NO_DEFAULT_PATH)
  find_library(ELPA_LIBRARY NAMES elpa PATHS ${hints} PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH)
else()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(PC_ELPA QUIET elpa)
  endif()
  find_path(ELPA_INCLUDE_DIR elpa/elpa.h HINTS ${PC_ELPA_INCLUDE_DIRS} PATH_SUFFIXES elpa)
  find_library(ELPA_LIBRARY NAMES elpa HINTS ${PC_ELPA_LIBRARY_DIRS})
endif()
if(ELPA_LIBRARY AND ELPA_INCLUDE_DIR)
  include(${CMAKE_CURRENT_LIST_DIR}/FockproxyTryLibrary.cmake)
  fockproxy_try_library(ELPA ${CMAKE_CURRENT_LIST_DIR}/elpa_probe.cpp
    INCLUDES ${ELPA_INCLUDE_DIR} LIBRARIES ${ELPA_LIBRARY} ScaLAPACK::scalapack)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ELPA REQUIRED_VARS ELPA_LIBRARY ELPA_INCLUDE_DIR ELPA_WORKS)
if(ELPA_FOUND AND NOT TARGET ELPA::elpa)
  add_library(ELPA::elpa INTERFACE IMPORTED)
  set_target_properties(ELPA::elpa PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${ELPA_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${ELPA_LIBRARY};ScaLAPACK::scalapack")
endif()
mark_as_advanced(ELPA_LIBRARY ELPA_INCLUDE_DIR)
