// The number of MPI libraries in this process. A library of another MPI links as well, and two with one ABI (MPICH's)
// may seem to work together.
#pragma once

#include <link.h>

#include <cstdio>
#include <cstring>

inline int count_mpi(dl_phdr_info* info, std::size_t, void* count) {
  const char* const slash = std::strrchr(info->dlpi_name, '/');
  const char* const name = slash ? slash + 1 : info->dlpi_name;
  if (std::strncmp(name, "libmpi.so", 9) == 0 || std::strncmp(name, "libmpich.so", 11) == 0) {
    std::printf("%s ", info->dlpi_name);
    ++*static_cast<int*>(count);
  }
  return 0;
}

inline int mpi_libraries() {
  int libraries = 0;
  dl_iterate_phdr(count_mpi, &libraries);
  if (libraries > 1) std::puts("are two MPI libraries in one program");
  return libraries;
}
