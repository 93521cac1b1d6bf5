# Finds every package that the build needs. For a missing one, the message names the Debian package that has it.

# fockproxy_require(Name "debian-package" find_package arguments...)
macro(fockproxy_require name debian_package)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "fockproxy: ${name} was not found. On Debian: apt-get install ${debian_package}. "
      "For a copy of your own, add its prefix to CMAKE_PREFIX_PATH.")
  endif()
endmacro()

fockproxy_require(Eigen3 libeigen3-dev NO_MODULE)
fockproxy_require(CLI11 libcli11-dev)
fockproxy_require(fmt libfmt-dev)
fockproxy_require(nlohmann_json nlohmann-json3-dev)
# The presets give plain names, and give them again with every `cmake --preset`. They are resolved here, because FindMPI
# searches only if it does not know MPI yet.
foreach(program MPI_C_COMPILER MPI_CXX_COMPILER MPIEXEC_EXECUTABLE)
  if(${program} AND NOT IS_ABSOLUTE "${${program}}")
    find_program(path_of_${program} "${${program}}" HINTS ${MPI_HOME} $ENV{MPI_HOME} PATH_SUFFIXES bin NO_CACHE)
    if(NOT path_of_${program})
      message(FATAL_ERROR "fockproxy: ${program} is ${${program}}, which was not found. On Debian: apt-get install "
        "libopenmpi-dev or libmpich-dev. For an MPI of your own, set ${program} to its full path.")
    endif()
    set(${program} "${path_of_${program}}" CACHE FILEPATH "Of the MPI to build with" FORCE)
  endif()
endforeach()
fockproxy_require(MPI "libopenmpi-dev or libmpich-dev" COMPONENTS C CXX)
include(FockproxyMpi)
fockproxy_identify_mpi(FOCKPROXY_MPI_NAME)
fockproxy_find_mpix_progress()
fockproxy_require(Libint2 libint2-dev MODULE)
if(FOCKPROXY_WITH_GA)
  find_package(ARMCI REQUIRED)
  find_package(GlobalArrays REQUIRED)
endif()
# The reason goes into the tables of a program without OpenSHMEM. No semicolon: it would end the macro.
set(FOCKPROXY_WITHOUT_OPENSHMEM "")
if(NOT FOCKPROXY_WITH_OPENSHMEM)
  set(FOCKPROXY_WITHOUT_OPENSHMEM "this program was built without OpenSHMEM (FOCKPROXY_WITH_OPENSHMEM=OFF)")
elseif(FOCKPROXY_PORTABLE)
  set(FOCKPROXY_WITHOUT_OPENSHMEM "the package for any Linux has no OpenSHMEM, because MPI libraries may lack it")
elseif(FOCKPROXY_SANITIZE)
  set(FOCKPROXY_WITHOUT_OPENSHMEM "the symmetric heap of Open MPI has an address that sanitizers use themselves")
else()
  if(FOCKPROXY_MPI_NAME MATCHES "^Open MPI")
    find_package(OpenSHMEM QUIET)
  endif()
  if(NOT OpenSHMEM_FOUND)
    set(FOCKPROXY_WITHOUT_OPENSHMEM
      "the MPI library of this program has no OpenSHMEM (Open MPI has one if it was built with UCX)")
    message(STATUS "fockproxy: no OpenSHMEM for this MPI: neither --counter shmem nor --matrix shmem")
  endif()
endif()
find_package(LAPACK QUIET)  # computes few of many eigenvectors; without it all are computed
if(FOCKPROXY_WITH_SCALAPACK)
  find_package(ScaLAPACK QUIET)
  if(NOT ScaLAPACK_FOUND)
    message(STATUS "fockproxy: no ScaLAPACK for this MPI: --solve local alone. On Debian: apt-get install "
      "libscalapack-openmpi-dev or libscalapack-mpich-dev. For a copy of your own, set SCALAPACK_ROOT to its prefix.")
  else()
    find_package(ELPA QUIET)
  endif()
endif()
foreach(tool caliper adiak)
  string(TOUPPER ${tool} option)
  if(FOCKPROXY_WITH_${option})
    find_package(${tool} CONFIG QUIET)
    if(NOT ${tool}_FOUND)
      message(FATAL_ERROR "fockproxy: FOCKPROXY_WITH_${option} is ON and ${tool} was not found. Debian has no package of "
        "it (Spack: spack install ${tool}). For a copy of your own, add its prefix to CMAKE_PREFIX_PATH.")
    endif()
  endif()
endforeach()
if(FOCKPROXY_TESTS)
  fockproxy_require(GTest libgtest-dev)
endif()
find_package(Threads REQUIRED)

# Open MPI refuses to start as root, or with more ranks than cores, unless told otherwise; Open MPI 5 has another name
# for the latter. (Its launcher waits two seconds after a rank that ended with an error.
# OMPI_MCA_odls_base_sigkill_timeout=0 would skip this wait, but then it mistakes a normal end for an error, once in a
# few hundred runs.) On busy cores the launcher of Open MPI 4.1 sometimes misses that a rank has called MPI_Finalize, and
# ends in 1 ("exiting improperly", open-mpi/ompi issue 7833). With orte_allowed_exit_without_sync it accepts every exit
# code of 0.
execute_process(COMMAND id -u OUTPUT_VARIABLE user_id OUTPUT_STRIP_TRAILING_WHITESPACE)
set(FOCKPROXY_MPI_TEST_ENVIRONMENT "OMPI_MCA_rmaps_base_oversubscribe=1" "OMPI_MCA_orte_allowed_exit_without_sync=1"
  "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe")
if(user_id EQUAL 0)
  list(APPEND FOCKPROXY_MPI_TEST_ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
endif()
# Tests run beside each other. So waiting ranks yield their cores and are not bound, because every job would be bound to
# the same cores. Tests that judge times run alone and without these settings. MPICH does not bind, and yields with
# FOCKPROXY_YIELD (parallel/yielding_waits.hpp).
set(FOCKPROXY_SHARED_CORES_ENVIRONMENT OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
  PRTE_MCA_hwloc_default_binding_policy=none FOCKPROXY_YIELD=1)
if(FOCKPROXY_SANITIZE)
  # MPI libraries keep memory until the end, and one test asks for more memory than there is.
  list(APPEND FOCKPROXY_MPI_TEST_ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1")
endif()
