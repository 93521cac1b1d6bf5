// Linked like fockproxy, and run. Prints two words: which ARMCI it got, and to which one the header belongs.
#include <mpi.h>

#include <cstdio>

extern "C" {
#include <armci.h>
#include <ga.h>
[[gnu::weak]] void ARMCII_Assert_fail(void);  // only in ARMCI-MPI
[[gnu::weak]] void comex_init(void);          // only in ComEx
}

int main(int argc, char** argv) {
  if (argc > 1000) {  // never true; for the linker
    MPI_Init(&argc, &argv);
    GA_Initialize();
    ARMCI_Fence(0);
  }
  const bool armci_mpi = ARMCII_Assert_fail != nullptr;
  const bool comex = comex_init != nullptr;
#ifdef ARMCI_MPI
  const char* const header = "armci-mpi";
#else
  const char* const header = "comex";
#endif
  std::printf("%s %s\n", armci_mpi && comex ? "both" : armci_mpi ? "armci-mpi" : comex ? "comex" : "other", header);
}
