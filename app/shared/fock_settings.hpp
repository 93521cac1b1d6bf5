// The settings of a Fock build, in groups: `fock` and `scf` offer all of them, other subcommands some.
#pragma once

#include "app/shared/option_group.hpp"
#include "app/shared/setting.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

Settings integral_settings(IntegralOptions& integrals);  // the source of integrals, and the screening
Setting counter_setting(Choice<Dealer>& counter);
Setting chunk_setting(DistributorOptions& dealing);
Setting in_flight_setting(BlockOptions& blocks);
Setting prefetch_setting(DistributorOptions& dealing);
Settings node_settings(DistributorOptions& dealing);  // for --counter node
Setting node_chunk_setting(DistributorOptions& dealing);
Setting static_assignment_setting(DistributorOptions& dealing);
Settings order_settings(OrderOptions& order);
Settings dealing_settings(FockConfig& config);  // which rank does which task, in which order
Settings thread_settings(FockConfig& config);
Setting task_sleep_setting(FockConfig& config);
Setting matrix_setting(BlockOptions& blocks);
Settings block_settings(BlockOptions& blocks);       // the storage of D and F, and the blocks that ranks keep
Settings completion_settings(BlockOptions& blocks);  // how operations are issued and completed
Setting sum_setting(BlockOptions& blocks);           // --sum
Settings sum_settings(BlockOptions& blocks);         // for sums of copies
Setting progress_setting(ProgressChoice& progress);
Settings device_settings(DeviceOptions& options);
Settings progress_option_settings(ProgressOptions& options);  // of the strategies; ghosts are a setting of the process

// All groups above.
Settings fock_settings(FockConfig& config);

// The axes of the subcommands that write rows. Documents have them in the rows.
Setting cases_setting(std::vector<int>& cases, std::vector<SettingValue> values);
Setting counters_setting(std::vector<std::string>& counters);
Setting windows_setting(std::vector<std::string>& windows, std::string summary = "kinds of window");
Setting window_infos_setting(std::vector<WindowInfo>& infos);
Setting strategies_setting(std::vector<std::string>& strategies, std::string summary);
Setting case_2_setting(int& idle_ranks);  // --idle-ranks

// Throws UsageError if `options` name helper ranks but no strategy has a helper. any_helper: whether a strategy has
// one.
void require_helper(const ProgressOptions& options, bool any_helper);

// Throws UsageError if a strategy of the whole job (`library`) is one of several: it would change the rows of the
// others. rows_of_case_3: whether rows with helpers of their own are measured too.
void require_alone(const std::vector<std::string>& strategies, bool rows_of_case_3);

// The needs of builds with this configuration for MPI and Global Arrays, with this thread level. Throws UsageError.
RuntimeOptions build_needs(const FockConfig& fock, const ThreadLevelOption& level);

// Why builds with this configuration are not a benchmark result: they make fewer communications per task than a Fock
// builder on distributed matrices, or take longer by an option. Empty if they are one. Local.
std::string objection_to(const FockConfig& config);

}  // namespace fockproxy
