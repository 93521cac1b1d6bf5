// The table of subcommands.
#include "app/shared/subcommand.hpp"

namespace fockproxy {

std::unique_ptr<Subcommand> make_quickstart_command();
std::unique_ptr<Subcommand> make_scf_command();
std::unique_ptr<Subcommand> make_fock_command();
std::unique_ptr<Subcommand> make_counter_command();
std::unique_ptr<Subcommand> make_compare_command();
std::unique_ptr<Subcommand> make_ladder_command();
std::unique_ptr<Subcommand> make_onesided_command();
std::unique_ptr<Subcommand> make_gsum_command();
std::unique_ptr<Subcommand> make_profile_command();
std::unique_ptr<Subcommand> make_replay_command();
std::unique_ptr<Subcommand> make_predict_command();
std::unique_ptr<Subcommand> make_check_command();
std::unique_ptr<Subcommand> make_info_command();

std::vector<std::unique_ptr<Subcommand>> make_subcommands() {
  std::vector<std::unique_ptr<Subcommand>> all;
  all.push_back(make_quickstart_command());
  all.push_back(make_scf_command());
  all.push_back(make_fock_command());
  all.push_back(make_counter_command());
  all.push_back(make_compare_command());
  all.push_back(make_ladder_command());
  all.push_back(make_onesided_command());
  all.push_back(make_gsum_command());
  all.push_back(make_profile_command());
  all.push_back(make_replay_command());
  all.push_back(make_predict_command());
  all.push_back(make_check_command());
  all.push_back(make_info_command());
  return all;
}

}  // namespace fockproxy
