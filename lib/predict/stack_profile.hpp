// What fockproxy profile measured, as the model takes it.
#pragma once

#include <array>
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
  // Its time over its median: the least, the quartiles and the largest.
  std::array<double, 5> spread{1, 1, 1, 1, 1};

  // The time over its median that a share u of all operations does not exceed, linear between the quartiles. 0 <= u
  // <= 1.
  double spread_at(double u) const;
};

// The contiguous operations of one kind of window, by kind and size.
class StackProfile {
 public:
  // window: as in the profile; empty: the first that was measured. Throws UsageError: the file cannot be read, is no
  // profile, or has no gets and accumulates of such a window. Local; on one rank.
  StackProfile(const std::filesystem::path& file, const std::string& window);
  explicit StackProfile(std::vector<MeasuredOperation> operations);  // as the file has them

  const std::string& window() const { return window_; }
  const std::string& stack() const { return stack_; }  // stack_name() of where it was measured; empty: not known
  // Empty: it has draws of the counter. Else why not: the reason that the profile gives, or that they were not
  // measured.
  std::string lack_of_draws(std::string_view counter) const;
  // Between two sizes that were measured, linear in the size; beyond them on the line through the last two; below them
  // as the smallest. Whether it needs its target, and how often, is what the next larger size needs. Transfers of held
  // blocks are gets.
  Operation cost(FockOperation kind, double bytes) const;
  // The draw of a counter that the profile has. Bytes beyond the measured ones cost as much as a get of them.
  Operation draw_of(std::string_view counter, double bytes) const;
  // Multiplies latency and service of cost() or draw_of() so that the operations have the spread that was measured.
  // u: uniform in [0, 1).
  Operation cost(FockOperation kind, double bytes, double u) const;
  Operation draw_of(std::string_view counter, double bytes, double u) const;
  // Requests that one call of a target serves, of the operations that need calls: the fewest. 0: all. Large transfers
  // count, too, and the draws of the counter, if any.
  int drain(std::string_view counter) const;

 private:
  const MeasuredOperation& next_larger(FockOperation kind, double bytes) const;
  void add(const MeasuredOperation& operation);
  void sort();

  std::string window_, stack_;
  std::map<FockOperation, std::vector<MeasuredOperation>> transfers_;  // get, accumulate; by rising size
  std::map<std::string, MeasuredOperation, std::less<>> draws_;        // by counter
  std::map<std::string, std::string, std::less<>> refused_;            // why a counter has no draws
};

}  // namespace fockproxy::predict
