// scf --checkpoint: keeps the state of an SCF in a file, from which a new job can continue.
#pragma once

#include <optional>

#include "app/calculation/scf_state_file.hpp"
#include "record/json.hpp"

namespace fockproxy {

// Writes the state of an SCF after each iteration, on rank 0. The new checkpoint replaces the previous one. It refers
// to its context, which must outlive it.
class Checkpoint {
 public:
  // Collective. An empty name: nothing is written. Throws AgreedUsageError if the file cannot be written, or if its
  // medium has no room for it.
  Checkpoint(const CommandContext& context, const std::string& file, const CalculationOptions& options,
             const System& system);

  // Collective. If the write fails, rank 0 prints a warning, the previous checkpoint stays valid, and the calculation
  // continues.
  void write(const ScfState& state);

  double seconds() const { return seconds_; }  // time that this rank has spent on it so far
  Json report() const;                         // rank 0; null if there is no checkpoint

 private:
  void tell_which_stands() const;  // sets the words that are printed if a signal ends the job

  const CommandContext& context_;
  bool wanted_;
  std::optional<ArrayFile> file_;  // rank 0 only
  Json identity_;                  // likewise
  int iteration_ = 0;              // of the valid checkpoint; 0: none yet
  int failed_ = 0;                 // number of failed writes
  double seconds_ = 0;
};

}  // namespace fockproxy
