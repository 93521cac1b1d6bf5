// The interface of subcommands for main(): options, needs for MPI, and a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/shared/command_paths.hpp"
#include "app/shared/setting.hpp"
#include "parallel/session.hpp"
#include "support/error.hpp"

namespace CLI {
class App;
}

namespace fockproxy {

// The environment of a subcommand's run. It outlives run().
struct CommandContext : Session {
  std::vector<std::string> arguments;  // argv
  const Settings& settings;            // of the subcommand's options, with the values of this run
};

// main() calls the members in this order, each once. MPI runs only during run().
class Subcommand {
 public:
  virtual ~Subcommand() = default;
  virtual const char* name() const = 0;
  virtual const char* summary() const = 0;          // for its line in --help
  virtual void add_options(CLI::App& command) = 0;  // bound to members, which CLI11 fills
  virtual void resolve() = 0;                       // checks options and converts names to values; throws UsageError
  virtual RuntimeOptions needs() const = 0;         // of MPI and Global Arrays; throws UsageError
  virtual double stall_timeout() const = 0;         // seconds; 0: no watchdog
  // Collective. Throws UsageError or ComputationError, the same on every rank; rank 0 prints it.
  virtual ExitCode run(const CommandContext& context) = 0;
  // The lists of rows in its documents, by key, each as described(): {"rows": ...}.
  virtual Json figures() const;

  // The files of its options. Options register there when they are added.
  CommandPaths paths;
  Settings settings;
};

// A subcommand whose command line is a struct with add(CLI::App&), resolve() and needs(), which do what the functions
// of Subcommand do.
template <class Options>
class SubcommandWith : public Subcommand {
 public:
  void add_options(CLI::App& command) override { options_.add(command); }
  void resolve() override { options_.resolve(); }
  RuntimeOptions needs() const override { return options_.needs(); }

 protected:
  Options options_;
};

// The program's subcommands in the order of --help. A new one needs a folder with a make function, and its line in
// subcommands.cpp (CONTRIBUTING.md).
std::vector<std::unique_ptr<Subcommand>> make_subcommands();

}  // namespace fockproxy
