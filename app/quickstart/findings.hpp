// What `fockproxy quickstart` finds out about a stack, and the sentences that it makes of it.
#pragma once

#include <string>
#include <vector>

namespace fockproxy {

// The outcome of the rows of `fockproxy check`, without those that measure progress.
struct RightNumbers {
  int passed = 0, not_seen = 0, cured = 0, unsupported = 0, not_run = 0;
  std::vector<std::string> failed;  // names of rows
  std::string first_reason;         // of the first that failed
};

// One operation of rank 1 on data of rank 0.
struct Wait {
  std::string operation;  // "get, 8 B"
  bool by_itself = false;
  double undisturbed = 0;  // seconds, median, rank 0 inside MPI all along
  double computing = 0;    // seconds, median, rank 0 computing
};

struct Waits {
  std::string reason;       // why none were measured; empty where they were
  std::vector<Wait> waits;  // the supported ones
};

// Builds of one molecule with some settings.
struct Trial {
  std::string settings;  // options of `fock`; empty: as it is
  std::string unsupported;
  std::string fault;            // verification failed: no figures
  std::vector<double> seconds;  // of each build
  double computing = 0;         // share of the ranks' time that integrals and digestion had
  bool believed() const { return fault.empty() && unsupported.empty() && !seconds.empty(); }
  double median() const;  // seconds; of a believed trial
};

struct Findings {
  RightNumbers numbers;
  Waits waits;
  std::string input;          // of named_inputs()
  std::vector<Trial> trials;  // the first one: as it is
};

// A setting is recommended over the program's defaults where builds are faster with it by more than this.
constexpr double worth_a_setting = 0.05;

// Three: does it compute right, does it make progress by itself, what to use. Local.
std::vector<std::string> sentences(const Findings& findings);

}  // namespace fockproxy
