// Functions that the tests of distributors share.
#pragma once

#include <memory>
#include <string_view>

#include "counters/distributor.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {

// The number of tasks: enough to deal many to every rank, but few if every draw waits for a time slice.
inline std::int64_t many_tasks() { return waiting_is_slow() ? 10 : 203; }

inline std::unique_ptr<Distributor> distributor_named(std::string_view name, const DistributorOptions& options,
                                                      WindowKind window = WindowKind::allocate) {
  return make_distributor(name, {runtime(), window, options});
}

}  // namespace fockproxy::testing
