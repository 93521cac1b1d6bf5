# Identifies the MPI, and what it has beyond the standard.

include(CheckCXXSourceCompiles)

# fockproxy_identify_mpi(result): "MPICH 4.0.2", "Open MPI 4.1.4" or similar, from the mpi.h of MPI::MPI_CXX; empty if
# it does not tell. Only the preprocessor reads it; nothing is linked or run.
function(fockproxy_identify_mpi result)
  set(includes ${MPI_CXX_INCLUDE_DIRS})
  list(TRANSFORM includes PREPEND -I)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/fockproxy_identify_mpi.cpp)
  file(WRITE ${source} "#include <mpi.h>
#if defined(OPEN_MPI)
fockproxy_mpi = \"Open MPI\" / OMPI_MAJOR_VERSION . OMPI_MINOR_VERSION . OMPI_RELEASE_VERSION ;
#elif defined(I_MPI_VERSION)
fockproxy_mpi = \"Intel MPI\" / I_MPI_VERSION ;
#elif defined(MVAPICH2_VERSION)
fockproxy_mpi = \"MVAPICH\" / MVAPICH2_VERSION ;
#elif defined(MPICH_VERSION)
fockproxy_mpi = \"MPICH\" / MPICH_VERSION ;
#endif
")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${includes} -E -P ${source} OUTPUT_VARIABLE text ERROR_QUIET)
  set(name "")
  if(text MATCHES "fockproxy_mpi = \"([A-Za-z ]+)\" / ([^;]+);")
    set(name ${CMAKE_MATCH_1})
    string(REGEX REPLACE "[ \"\n]" "" version "${CMAKE_MATCH_2}")
    string(APPEND name " ${version}")
  endif()
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# fockproxy_find_mpix_progress(): sets FOCKPROXY_HAS_MPIX_PROGRESS if a program that calls MPICH's functions for progress
# links. It is tried again for another compiler of MPI.
function(fockproxy_find_mpix_progress)
  if(NOT FOCKPROXY_MPIX_PROGRESS_TRIED STREQUAL MPI_CXX_COMPILER)
    unset(FOCKPROXY_HAS_MPIX_PROGRESS CACHE)
  endif()
  set(FOCKPROXY_MPIX_PROGRESS_TRIED "${MPI_CXX_COMPILER}" CACHE INTERNAL "")
  set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_CXX)
  set(CMAKE_REQUIRED_QUIET TRUE)
  check_cxx_source_compiles("#include <mpi.h>
    int main() {
      MPIX_Stream_progress(MPIX_STREAM_NULL);
      MPIX_Start_progress_thread(MPIX_STREAM_NULL);
      return MPIX_Stop_progress_thread(MPIX_STREAM_NULL);
    }" FOCKPROXY_HAS_MPIX_PROGRESS)
endfunction()
