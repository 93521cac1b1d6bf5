#include "parallel/known_faults.hpp"

#include <cstdlib>
#include <regex>
#include <string_view>

#include "parallel/mpi_introspection.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Whether a list of components, as in OMPI_MCA_osc, includes this one. "^a,b" includes all except a and b.
bool takes(std::string_view list, const std::string& component) {
  const bool excludes = list.starts_with('^');
  if (excludes) list.remove_prefix(1);
  const std::string padded = "," + std::string(list) + ",";
  const bool named = padded.find("," + component + ",") != std::string::npos;
  return named != excludes;
}

}  // namespace

std::string compare_and_swap_fault(const std::string& mpi_library,
                                   const std::function<const char*(const char*)>& environment) {
  static const std::regex faulty("Open MPI v4\\.[01]\\..*");
  if (!std::regex_match(mpi_library, faulty)) return "";
  if (const char* osc = environment("OMPI_MCA_osc"); osc != nullptr && !takes(osc, "rdma")) return "";
  if (const char* btl = environment("OMPI_MCA_btl"); btl != nullptr && !takes(btl, "vader")) return "";
  return "MPI_Compare_and_swap of 8 bytes ends the process in Open MPI 4.0 and 4.1 (osc/rdma over btl/vader, "
         "open-mpi/ompi issue 11349; of 4 bytes it is right); OMPI_MCA_osc=^rdma avoids it";
}

void require_compare_and_swap(const Window& window) {
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  check_mpi(MPI_Win_get_name(window.handle(), name, &length), "MPI_Win_get_name");
  if (!std::string_view(name).starts_with("rdma window")) return;
  if (const std::string fault = compare_and_swap_fault(mpi_library_text(), std::getenv); !fault.empty())
    throw AgreedUsageError(fault);
}

std::string finalize_fault(const std::string& mpi_library) {
  static const std::regex faulty("MPICH Version:\\s+4\\.[01](\\.|[^.0-9])");
  if (!std::regex_search(mpi_library, faulty) || mpi_library.find("ch4:ucx") == std::string::npos) return "";
  return "MPI is left without MPI_Finalize, which may hang between hosts in MPICH 4.0 and 4.1 over UCX (pmodels/mpich "
         "pull request 6596)";
}

}  // namespace fockproxy
