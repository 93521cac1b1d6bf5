// What, besides the computation itself, keeps one-sided communication moving on a busy rank.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "parallel/runtime.hpp"

namespace fockproxy {

class ProgressStrategy {
 public:
  virtual ~ProgressStrategy() = default;

  virtual void start() = 0;  // collective, before the timed region
  // Collective, after it: every rank's stop() may wait for its own helper, never for another rank. Afterwards
  // was_inside_mpi() is known.
  virtual void stop() = 0;
  virtual void poll() {}  // local, cheap; called between shell quartets

  // Local: was this rank's helper still inside MPI when the timed region ended? false means: "no helper" was there.
  // True for strategies without a helper.
  virtual bool was_inside_mpi() const { return true; }
};

struct ProgressEntry {
  std::string_view name;
  std::string_view summary;
  int thread_level;  // the MPI thread level it needs
  std::function<std::unique_ptr<ProgressStrategy>(const Runtime&)> make;  // collective
};

std::span<const ProgressEntry> progress_table();
const ProgressEntry& find_progress(std::string_view name);  // throws UsageError listing the known names

}  // namespace fockproxy
