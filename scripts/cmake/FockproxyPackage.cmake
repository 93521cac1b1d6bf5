# cpack -G DEB: the program for one MPI as a Debian package (scripts/package). It has what the program needs to run, but
# nothing for building other programs.
set(flavour openmpi)
set(mpiexec openmpi-bin)
if(FOCKPROXY_MPI_NAME MATCHES "^MPICH")
  set(flavour mpich)
  set(mpiexec mpich)
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
set(CPACK_DEBIAN_PACKAGE_DEPENDS ${mpiexec})
# Only one can be installed, because both have /usr/bin/fockproxy.
set(CPACK_DEBIAN_PACKAGE_PROVIDES fockproxy)
set(CPACK_DEBIAN_PACKAGE_CONFLICTS fockproxy)
set(CPACK_DEBIAN_PACKAGE_REPLACES fockproxy)

# Required by Debian's policy, chapters 12.5 and 12.7.
if(FOCKPROXY_PACKAGE)
  set(documents ${PROJECT_BINARY_DIR}/package)
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
  string(REGEX REPLACE "^[^\n]*\n\n[^\n]*\n\n" "" license "${license}")  # without name and copyright, which are above
  string(STRIP "${license}" license)
  string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
  string(REPLACE "\n" "\n " license "${license}")
  file(WRITE ${documents}/copyright
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: fockproxy\n\n"
    "Files: *\nCopyright: 2026, The fockproxy developers\nLicense: BSD-3-clause\n ${license}\n")
  file(READ ${PROJECT_SOURCE_DIR}/CHANGELOG.md changes)
  file(WRITE ${documents}/changelog "${changes}")
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of $SOURCE_DATE_EPOCH, if set
  file(WRITE ${documents}/changelog.Debian
    "${package} (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * Version ${PROJECT_VERSION}, see changelog.gz.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  execute_process(COMMAND gzip -9nf ${documents}/changelog ${documents}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${documents}/${package}
    "# Not made for Debian's archive, where a first version closes a bug.\n${package}: initial-upload-closes-no-bugs *\n")
  install(FILES ${documents}/${package} DESTINATION share/lintian/overrides COMPONENT program)
  install(FILES ${documents}/copyright ${documents}/changelog.gz ${documents}/changelog.Debian.gz
    DESTINATION share/doc/${package} COMPONENT program)
endif()
include(CPack)
