// The settings of a Fock build, in groups: `fock` and `scf` offer all of them, other subcommands some.
#pragma once

#include "app/shared/option_group.hpp"
#include "app/shared/setting.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

Settings integral_settings(IntegralOptions& integrals);  // where they come from, and the screening
Setting counter_setting(Choice<Dealer>& counter);
Setting prefetch_setting(DistributorOptions& dealing);
Settings node_settings(DistributorOptions& dealing);  // of --counter node
Setting node_chunk_setting(DistributorOptions& dealing);
Setting static_assignment_setting(DistributorOptions& dealing);
Settings dealing_settings(FockConfig& config);  // who does which task, in which order
Settings thread_settings(FockConfig& config);
Setting task_sleep_setting(FockConfig& config);
Setting matrix_setting(BlockOptions& blocks);
Settings block_settings(BlockOptions& blocks);       // where D and F live, and what is kept of them
Settings completion_settings(BlockOptions& blocks);  // how operations are issued and completed
Setting sum_setting(BlockOptions& blocks);           // --sum
Settings sum_settings(BlockOptions& blocks);         // of copies
Setting progress_setting(ProgressChoice& progress);
Settings device_settings(DeviceOptions& options);
Settings progress_option_settings(ProgressOptions& options);  // of the strategies; ghosts are the process's

// All of these.
Settings fock_settings(FockConfig& config);

// The axes of the subcommands that write rows. Documents have them in the rows.
Setting cases_setting(std::vector<int>& cases, std::vector<SettingValue> values);
Setting counters_setting(std::vector<std::string>& counters);
Setting windows_setting(std::vector<std::string>& windows, std::string summary = "kinds of window");
Setting strategies_setting(std::vector<std::string>& strategies, std::string summary);
Setting case_2_setting(int& idle_ranks);  // --idle-ranks

// Throws UsageError for helpers that no strategy has. any_helper: is there one among the strategies?
void require_helper(const ProgressOptions& options, bool any_helper);

// What builds with this configuration need of MPI and Global Arrays, at this thread level. Throws UsageError.
RuntimeOptions build_needs(const FockConfig& fock, const ThreadLevelOption& level);

// Why builds with this configuration are no benchmark result: they make fewer communications per task than a Fock
// builder on distributed matrices, or take longer on purpose. Empty where they are one. Local.
std::string objection_to(const FockConfig& config);

}  // namespace fockproxy
