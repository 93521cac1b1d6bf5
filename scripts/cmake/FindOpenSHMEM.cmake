# OpenSHMEM of the MPI of this build, as the target OpenSHMEM::shmem: <shmem.h> and liboshmem of Open MPI.
#
# Only the folders of this MPI are searched: the two must share their processes, their launcher and their start. The
# link is tested.
set(openshmem_folders "")
foreach(library IN LISTS MPI_CXX_LIBRARIES MPI_C_LIBRARIES)
  if(IS_ABSOLUTE "${library}")
    cmake_path(GET library PARENT_PATH folder)
    list(APPEND openshmem_folders ${folder})
  endif()
endforeach()
find_path(OpenSHMEM_INCLUDE_DIR shmem.h PATHS ${MPI_CXX_INCLUDE_DIRS} NO_DEFAULT_PATH)
find_library(OpenSHMEM_LIBRARY oshmem PATHS ${openshmem_folders} NO_DEFAULT_PATH)
if(OpenSHMEM_INCLUDE_DIR AND OpenSHMEM_LIBRARY)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${OpenSHMEM_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${OpenSHMEM_LIBRARY} MPI::MPI_CXX)
  check_cxx_source_compiles("
#include <mpi.h>
#include <shmem.h>
int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  shmem_init_thread(SHMEM_THREAD_SINGLE, &provided);
  long* word = static_cast<long*>(shmem_malloc(sizeof(long)));
  const long before = shmem_long_atomic_fetch_add(word, 1, 0);
  shmem_finalize();
  return static_cast<int>(before);
}
" OpenSHMEM_LINKS)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenSHMEM REQUIRED_VARS OpenSHMEM_LIBRARY OpenSHMEM_INCLUDE_DIR OpenSHMEM_LINKS)
if(OpenSHMEM_FOUND AND NOT TARGET OpenSHMEM::shmem)
  add_library(OpenSHMEM::shmem UNKNOWN IMPORTED)
  set_target_properties(OpenSHMEM::shmem PROPERTIES
    IMPORTED_LOCATION ${OpenSHMEM_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${OpenSHMEM_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES MPI::MPI_CXX)
endif()
mark_as_advanced(OpenSHMEM_INCLUDE_DIR OpenSHMEM_LIBRARY)
