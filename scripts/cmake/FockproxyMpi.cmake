# Identifies the MPI, and finds what it lacks of MPI-3.

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

# FOCKPROXY_MPI_HAS_TOOL_INTERFACE: whether this MPI has MPI_T. MPI-3.0 requires it, but SMPI of SimGrid lacks it.
function(fockproxy_look_for_tool_interface)
  set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_CXX)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("#include <mpi.h>
int main() {
  int provided = 0;
  return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
}
" FOCKPROXY_MPI_HAS_TOOL_INTERFACE)
  if(NOT FOCKPROXY_MPI_HAS_TOOL_INTERFACE)
    message(STATUS "fockproxy: this MPI has no tool interface (MPI_T): `fockproxy info` shows no settings of it")
  endif()
endfunction()
