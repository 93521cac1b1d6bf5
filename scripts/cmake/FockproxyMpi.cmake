# Identifies the MPI.

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
