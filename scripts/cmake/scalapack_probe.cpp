// Linked as fockproxy is linked, and run: whether this ScaLAPACK speaks the MPI that the program speaks, and brings no
// other into the process. Libraries of one ABI (MPICH's) may seem to work side by side.
#include <link.h>
#include <mpi.h>

#include <cstdio>
#include <cstring>

extern "C" {
int Csys2blacs_handle(MPI_Comm);
void Cblacs_gridinit(int*, const char*, int, int);
void Cblacs_gridexit(int);
void pdsyevd_(const char*, const char*, const int*, double*, const int*, const int*, const int*, double*, double*,
              const int*, const int*, const int*, double*, const int*, int*, const int*, int*);
}

static int count_mpi(dl_phdr_info* info, std::size_t, void* count) {
  const char* const slash = std::strrchr(info->dlpi_name, '/');
  const char* const name = slash ? slash + 1 : info->dlpi_name;
  if (std::strncmp(name, "libmpi.so", 9) == 0 || std::strncmp(name, "libmpich.so", 11) == 0) {
    std::printf("%s ", info->dlpi_name);
    ++*static_cast<int*>(count);
  }
  return 0;
}

int main(int argc, char** argv) {
  int libraries = 0;
  dl_iterate_phdr(count_mpi, &libraries);
  if (libraries > 1) {
    std::puts("are two MPI libraries in one program");
    return 1;
  }
  MPI_Init(&argc, &argv);
  int context = Csys2blacs_handle(MPI_COMM_WORLD);
  Cblacs_gridinit(&context, "Row-major", 1, 1);
  const int one = 1, two = 2, size = 4096, descriptor[] = {1, context, 2, 2, 2, 2, 0, 0, 2};
  static double work[4096];
  static int iwork[4096];
  double matrix[] = {0, 1, 1, 0}, values[2], vectors[4];
  int info = -1;
  pdsyevd_("V", "L", &two, matrix, &one, &one, descriptor, values, vectors, &one, &one, descriptor, work, &size, iwork,
           &size, &info);
  Cblacs_gridexit(context);
  MPI_Finalize();
  const bool right = info == 0 && values[0] < -0.999 && values[0] > -1.001 && values[1] > 0.999 && values[1] < 1.001;
  std::printf("%s\n", right ? "works" : "wrong eigenvalues");
  return right ? 0 : 1;
}
