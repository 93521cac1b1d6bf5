# Libint 2 with its C++ interface, as the target Libint2::int2. Debian's package has only a pkg-config file.
find_path(Libint2_INCLUDE_DIR libint2.hpp HINTS ${LIBINT2_ROOT} $ENV{LIBINT2_ROOT} PATH_SUFFIXES include)
find_library(Libint2_LIBRARY int2 HINTS ${LIBINT2_ROOT} $ENV{LIBINT2_ROOT} PATH_SUFFIXES lib)
if(Libint2_INCLUDE_DIR AND EXISTS ${Libint2_INCLUDE_DIR}/libint2/config.h)
  file(STRINGS ${Libint2_INCLUDE_DIR}/libint2/config.h version_line REGEX "define LIBINT_VERSION ")
  string(REGEX MATCH "[0-9.]+" Libint2_VERSION "${version_line}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libint2 REQUIRED_VARS Libint2_LIBRARY Libint2_INCLUDE_DIR VERSION_VAR Libint2_VERSION)
if(Libint2_FOUND AND NOT TARGET Libint2::int2)
  add_library(Libint2::int2 UNKNOWN IMPORTED)
  set_target_properties(Libint2::int2 PROPERTIES
    IMPORTED_LOCATION ${Libint2_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Libint2_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES Eigen3::Eigen)
endif()
mark_as_advanced(Libint2_INCLUDE_DIR Libint2_LIBRARY)
