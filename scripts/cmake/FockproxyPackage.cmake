# cpack -G DEB: the program for one MPI as a Debian package (scripts/package). What the program needs to run, and nothing of
# what others build with.
set(flavour openmpi)
if(FOCKPROXY_MPI_NAME MATCHES "^MPICH")
  set(flavour mpich)
endif()
set(package fockproxy-${flavour})
set(CPACK_PACKAGE_NAME ${package})
set(CPACK_PACKAGE_VENDOR "The fockproxy developers")
set(CPACK_PACKAGE_CONTACT "The fockproxy developers <fockproxy@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Fock builder that measures one-sided communication (${FOCKPROXY_MPI_NAME})")
set(CPACK_PACKAGE_DESCRIPTION
  "Proxy application for quantum chemistry: shell-quartet tasks of a
 Hartree-Fock Fock matrix are dealt to MPI ranks by a shared counter, and
 each fetches blocks of the density and accumulates blocks of the Fock
 matrix by one-sided communication. It tells whether an MPI library, and
 Global Arrays on it, compute right numbers, make progress while their
 target computes, and what that costs an application. Every reported time
 is of a verified result.
 .
 This package is built with ${FOCKPROXY_MPI_NAME}.")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# mpiexec, of the MPI that the libraries belong to.
if(flavour STREQUAL "mpich")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS mpich)
else()
  set(CPACK_DEBIAN_PACKAGE_DEPENDS openmpi-bin)
endif()
set(CPACK_DEBIAN_PACKAGE_PROVIDES fockproxy)
set(CPACK_DEBIAN_PACKAGE_CONFLICTS fockproxy)  # both have /usr/bin/fockproxy
set(CPACK_DEBIAN_PACKAGE_REPLACES fockproxy)

# What Debian's policy asks of every package, chapters 12.5 and 12.7.
if(FOCKPROXY_PACKAGE)
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
  string(REGEX REPLACE "\n\n" "\n .\n" license "${license}")
  string(REGEX REPLACE "\n([^ \n])" "\n \\1" license "${license}")
  file(WRITE ${PROJECT_BINARY_DIR}/package/copyright
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: fockproxy\n\n"
    "Files: *\nCopyright: 2026 The fockproxy developers\nLicense: BSD-3-clause\n\nLicense: BSD-3-clause\n ${license}")
  file(READ ${PROJECT_SOURCE_DIR}/CHANGELOG.md changes)
  file(WRITE ${PROJECT_BINARY_DIR}/package/changelog "${changes}")
  execute_process(COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/package/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${PROJECT_BINARY_DIR}/package/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz
    DESTINATION share/doc/${package} COMPONENT program)
endif()
include(CPack)
