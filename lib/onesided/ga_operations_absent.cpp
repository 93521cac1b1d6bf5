#include "onesided/mover.hpp"
#include "parallel/global_arrays.hpp"

namespace fockproxy::onesided {

std::vector<OperationEntry> global_arrays_operations() {
  std::vector<OperationEntry> all;
  for (const std::string_view name :
       {"ga_get", "ga_put", "ga_acc", "ga_nbget", "ga_read_inc", "armci_get", "armci_put", "armci_acc", "armci_rmw"})
    all.push_back({.name = name,
                   .summary = "not in this build",
                   .effect = Effect::fetch,
                   .has_windows = false,
                   .has_epochs = false,
                   .make = {},
                   .unsupported = without_global_arrays});
  return all;
}

}  // namespace fockproxy::onesided
