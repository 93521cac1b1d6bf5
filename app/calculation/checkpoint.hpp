// scf --checkpoint: what a job that dies leaves behind.
#pragma once

#include <optional>

#include "app/calculation/scf_state_file.hpp"
#include "record/json.hpp"

namespace fockproxy {

// Writes the state of an SCF after each iteration, on rank 0, in place of the one before. Refers to its context.
class Checkpoint {
 public:
  // Collective. An empty name: nothing is written. Throws AgreedUsageError when the file cannot be written, or its
  // medium has no room for it.
  Checkpoint(const CommandContext& context, const std::string& file, const CalculationOptions& options,
             const System& system);

  // Collective. Where writing fails, rank 0 warns, the one before stands, and the calculation goes on.
  void write(const ScfState& state);

  double seconds() const { return seconds_; }  // spent on it so far, by this rank
  Json report() const;                         // rank 0; null where there is none

 private:
  void tell_which_stands() const;  // to who is ended by a signal from now on

  const CommandContext& context_;
  bool wanted_;
  std::optional<ArrayFile> file_;  // rank 0 only
  Json identity_;                  // likewise
  int iteration_ = 0;              // of the one that stands; 0: none yet
  int failed_ = 0;                 // times
  double seconds_ = 0;
};

}  // namespace fockproxy
