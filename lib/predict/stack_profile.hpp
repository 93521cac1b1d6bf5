// The measurements of fockproxy profile in the form for the model.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "predict/fock_workload.hpp"

namespace fockproxy::predict {

// The schema_version of the documents that can be read.
inline constexpr int profile_version = 2;

// An operation of one size. Seconds.
struct MeasuredOperation {
  FockOperation kind = draw;  // draw, get or accumulate
  double bytes = 0;
  bool by_itself = false;
  int entries = 1, drain = 0;  // drain 0: all
  double latency = 0, service = 0;
  std::string counter = "mpi3";  // the counter of a draw
  bool exclusive = false;
  // The time divided by its median: the smallest value, the quartiles and the largest.
  std::array<double, 5> spread{1, 1, 1, 1, 1};

  // The time divided by its median that a share u of all operations does not exceed, linear between the quartiles. 0 <=
  // u <= 1.
  double spread_at(double u) const;
};

// The contiguous operations of one kind of window, by kind and size.
class StackProfile {
 public:
  // window: as in the profile; empty: the first that was measured. Throws UsageError if the file cannot be read, is not
  // a profile of this version, or has no gets and accumulates of such a window. Local; on one rank.
  StackProfile(const std::filesystem::path& file, const std::string& window);
  explicit StackProfile(std::vector<MeasuredOperation> operations);  // as in the file

  const std::string& window() const { return window_; }
  const std::string& stack() const { return stack_; }        // stack_name() of the measurement; empty: not known
  const std::string& strategy() const { return strategy_; }  // the progress strategy of the target: "none", "library"
  // Parts of the file that change no cost, with the reason: "its progress card changes nothing, as ...".
  const std::vector<std::string>& without_effect() const { return without_effect_; }
  // Whether no get, no accumulate and no draw of the counter needs a call of its target.
  bool needs_no_call(std::string_view counter) const;
  // Empty if the profile has draws of the counter. Else the reason: the one in the profile, or that they were not
  // measured.
  std::string lack_of_draws(std::string_view counter) const;
  // The cost of a transfer. Between two measured sizes it is linear in the size. Above them it continues the line
  // through the last two, and below them it is that of the smallest. The next larger measured size determines whether
  // and how often the operation needs its target. Transfers of held blocks cost the same as gets.
  Operation cost(FockOperation kind, double bytes) const;
  // The cost of a draw of a counter in the profile. Additional bytes cost as much as a get of them.
  Operation draw_of(std::string_view counter, double bytes) const;
  // Scales latency and service of cost() or draw_of() so that the operations have the measured spread. u: uniform in
  // [0, 1).
  Operation cost(FockOperation kind, double bytes, double u) const;
  Operation draw_of(std::string_view counter, double bytes, double u) const;
  // The number of requests that one call of a target serves: the smallest over the operations that need calls. 0: all.
  // It includes large transfers, and the draws of the counter if there is one.
  int drain(std::string_view counter) const;

 private:
  const MeasuredOperation& next_larger(FockOperation kind, double bytes) const;
  void add(const MeasuredOperation& operation);
  void sort();

  std::string window_, stack_, strategy_ = "none";
  std::vector<std::string> without_effect_;
  std::map<FockOperation, std::vector<MeasuredOperation>> transfers_;  // get, accumulate; by ascending size
  std::map<std::string, MeasuredOperation, std::less<>> draws_;        // by counter
  std::map<std::string, std::string, std::less<>> refused_;            // the reason why a counter has no draws
};

}  // namespace fockproxy::predict
