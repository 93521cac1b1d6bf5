# cmake --install: the program, its data beside it, and the libraries as a CMake package.
#
#   bin/fockproxy
#   share/fockproxy/{basis,molecules}            found at run time relative to the program
#   include/fockproxy/<folder>/x.hpp, lib/       the libraries, #include "chem/molecule.hpp"
#   share/man, and completions of bash, zsh and fish
#   lib/cmake/fockproxy/                         find_package(fockproxy): fockproxy::chem ..., fockproxy::fockproxy
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/fockproxy)
get_property(libraries GLOBAL PROPERTY FOCKPROXY_LIBRARIES)
foreach(library IN LISTS libraries)
  string(REGEX REPLACE "^fockproxy_" "" folder ${library})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fockproxy
    FILES_MATCHING PATTERN "*.hpp")
endforeach()

# fockproxy::fockproxy is every library at once; the program's target already has the plain name.
add_library(fockproxy_all INTERFACE)
target_link_libraries(fockproxy_all INTERFACE ${libraries})
set_target_properties(fockproxy_all PROPERTIES EXPORT_NAME fockproxy)

install(TARGETS ${libraries} fockproxy_all EXPORT fockproxyTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT fockproxyTargets NAMESPACE fockproxy:: DESTINATION ${package_directory} COMPONENT package)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/fockproxyConfig.cmake.in
  ${PROJECT_BINARY_DIR}/fockproxyConfig.cmake INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fockproxyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fockproxyConfig.cmake ${PROJECT_BINARY_DIR}/fockproxyConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindLibint2.cmake ${CMAKE_CURRENT_LIST_DIR}/FindGlobalArrays.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindARMCI.cmake ${CMAKE_CURRENT_LIST_DIR}/global_arrays_probe.cpp
  ${CMAKE_CURRENT_LIST_DIR}/FindScaLAPACK.cmake ${CMAKE_CURRENT_LIST_DIR}/scalapack_probe.cpp
  ${CMAKE_CURRENT_LIST_DIR}/FindELPA.cmake ${CMAKE_CURRENT_LIST_DIR}/elpa_probe.cpp
  ${CMAKE_CURRENT_LIST_DIR}/FockproxyTryLibrary.cmake ${CMAKE_CURRENT_LIST_DIR}/mpi_libraries.hpp
  ${CMAKE_CURRENT_LIST_DIR}/FockproxyMpi.cmake
  DESTINATION ${package_directory} COMPONENT package)

if(TARGET fockproxy)
  include(FockproxyManual)
  # Libraries from hand-built prefixes must be found by the installed program too.
  set_target_properties(fockproxy PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS fockproxy RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
# Fixed names, because the program looks for ../share/fockproxy.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/basis ${PROJECT_SOURCE_DIR}/molecules DESTINATION share/fockproxy
  COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
