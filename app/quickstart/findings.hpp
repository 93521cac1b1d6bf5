// The findings of `fockproxy quickstart` about a stack, and the sentences about them.
#pragma once

#include <string>
#include <vector>

namespace fockproxy {

// The outcome of the rows of `fockproxy check`, without those that measure progress.
struct RightNumbers {
  int passed = 0, not_seen = 0, cured = 0, unsupported = 0, not_run = 0;
  std::vector<std::string> failed;  // names of rows
  std::string first_reason;         // of the first row that failed
};

// One operation of rank 1 on data of rank 0.
struct Wait {
  std::string operation;  // "get, 8 B"
  bool by_itself = false;
  double undisturbed = 0;  // seconds, median, rank 0 inside MPI all along
  double computing = 0;    // seconds, median, rank 0 computing
  bool disturbed = false;  // other work had the core of rank 0 or 1 meanwhile
};

struct Waits {
  std::string reason;       // why nothing was measured; empty if it was
  std::vector<Wait> waits;  // of the supported operations
};

// Builds of one molecule with some settings.
struct Trial {
  std::string settings;  // options of `fock`; empty: the defaults
  std::string unsupported;
  std::string fault;            // of a failed verification; there are no figures then
  std::vector<double> seconds;  // of each build
  double computing = 0;         // share of integrals and digestion in the ranks' time
  bool believed() const { return fault.empty() && unsupported.empty() && !seconds.empty(); }
  double median() const;  // seconds; only if believed()
};

struct Findings {
  RightNumbers numbers;
  Waits waits;
  std::string input;          // one of named_inputs()
  std::vector<Trial> trials;  // the first one has the defaults
};

// A setting is recommended if builds with it are faster than with the defaults by more than this share.
constexpr double worth_a_setting = 0.05;

// Three sentences: whether the stack computes correctly, whether it makes progress by itself, and which settings to
// use. Local.
std::vector<std::string> sentences(const Findings& findings);

}  // namespace fockproxy
