// The settings of a Fock build, in groups: `fock` and `scf` offer all of them, other subcommands some.
#pragma once

#include "app/shared/setting.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

Settings integral_settings(IntegralOptions& integrals);  // where they come from, and the screening
Settings node_settings(DistributorOptions& dealing);     // of --counter node
Settings dealing_settings(FockConfig& config);           // who does which task, in which order
Settings thread_settings(FockConfig& config);
Setting matrix_setting(BlockOptions& blocks);
Settings block_settings(BlockOptions& blocks);       // where D and F live, and what is kept of them
Settings completion_settings(BlockOptions& blocks);  // how operations are issued and completed
Settings sum_settings(BlockOptions& blocks);         // of copies
Setting progress_setting(ProgressChoice& progress);
Settings progress_option_settings(ProgressOptions& options);  // of the strategies; ghosts are the process's

// All of these.
Settings fock_settings(FockConfig& config);

// Throws UsageError for helpers that no strategy has. any_helper: is there one among the strategies?
void require_helper(const ProgressOptions& options, bool any_helper);

// Why builds with this configuration are no result of a benchmark: they make fewer communications a task than a Fock
// builder on distributed matrices, or take longer on purpose. Empty where they are one. Local.
std::string objection_to(const FockConfig& config);

}  // namespace fockproxy
