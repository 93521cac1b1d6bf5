// What fockproxy profile measured, as the model takes it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "predict/fock_workload.hpp"

namespace fockproxy::predict {

// An operation of one size. Seconds.
struct MeasuredOperation {
  FockOperation kind = draw;  // draw, get or accumulate
  double bytes = 0;
  bool by_itself = false;
  int entries = 1, drain = 0;  // drain 0: all
  double latency = 0, service = 0;
  std::string counter = "mpi3";  // whose draw it is
  bool exclusive = false;
};

// The contiguous operations of one kind of window, by kind and size.
class StackProfile {
 public:
  // window: as in the profile; empty: the first that was measured. Throws UsageError: the file cannot be read, is no
  // profile, or has no gets and accumulates of such a window. Local; on one rank.
  StackProfile(const std::filesystem::path& file, const std::string& window);
  explicit StackProfile(std::vector<MeasuredOperation> operations);  // as the file has them

  const std::string& window() const { return window_; }
  // Empty: it has draws of the counter. Else why not: the reason that the profile gives, or that they were not measured.
  std::string lack_of_draws(std::string_view counter) const;
  // Between two sizes that were measured, linear in the size; beyond them on the line through the last two; below them
  // as the smallest. Whether it needs its target, and how often, is what the next larger size needs. Transfers of held
  // blocks are gets.
  Operation cost(FockOperation kind, double bytes) const;
  // Of a counter that it has. What it reads beyond the bytes that were measured costs what gets of them do.
  Operation draw_of(std::string_view counter, double bytes) const;
  // Requests that one call of a target serves, of the operations that need calls: the fewest. 0: all. Large transfers
  // count, too, and the draws of the counter, if any.
  int drain(std::string_view counter) const;

 private:
  void add(const MeasuredOperation& operation);
  void sort();

  std::string window_;
  std::map<FockOperation, std::vector<MeasuredOperation>> transfers_;  // get, accumulate; by rising size
  std::map<std::string, MeasuredOperation, std::less<>> draws_;        // by counter
  std::map<std::string, std::string, std::less<>> refused_;            // why a counter has no draws
};

}  // namespace fockproxy::predict
