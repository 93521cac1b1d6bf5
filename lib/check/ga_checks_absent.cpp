// For FOCKPROXY_WITH_GA=OFF.
#include "check/ga_checks.hpp"
#include "parallel/global_arrays.hpp"

namespace fockproxy::check {

contracts::Violations check_ga_patches(const CheckContext&) { throw AgreedUsageError(without_global_arrays); }
contracts::Violations check_ga_read_inc(const CheckContext&) { throw AgreedUsageError(without_global_arrays); }
contracts::Violations check_ga_nonblocking(const CheckContext&, NonBlocking) {
  throw AgreedUsageError(without_global_arrays);
}
contracts::Violations check_armci_strided(const CheckContext&) { throw AgreedUsageError(without_global_arrays); }
contracts::Violations check_armci_rmw(const CheckContext&) { throw AgreedUsageError(without_global_arrays); }

}  // namespace fockproxy::check
