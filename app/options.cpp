#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "fock/block_cache.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

template <class Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

// parse(text) or an error that lists what it could have been.
template <class T, class Parse>
T choose(const char* option, const std::string& text, const char* known, Parse parse) {
  if (const auto value = parse(text)) return *value;
  throw UsageError(std::string(option) + " '" + text + "' is none of " + known);
}

// An error unless `name` is in the table or equal to the one that is not.
template <class Table>
void require_known(const char* option, const std::string& name, const Table& table, const std::string& besides = "") {
  if (!besides.empty() && name == besides) return;
  if (std::ranges::none_of(table, [&](const auto& entry) { return entry.name == name; }))
    throw UsageError(std::string(option) + " '" + name + "' is none of " + (besides.empty() ? "" : besides + ", ") +
                     names_of(table));
}

constexpr std::int64_t largest_chunk = 1'000'000'000;  // ticket numbers times this stay far below 2^63

// Checks for CLI11: an error, or nothing.
std::string has_a_name(const std::string& file) { return file.empty() ? "needs the name of a file" : ""; }
std::string not_negative(const std::string& number) { return number.starts_with('-') ? "must be at least 0" : ""; }

// Options under one heading of --help, each shown with its default.
struct Group {
  CLI::App& command;
  const char* heading;

  template <class T>
  CLI::Option* option(const char* name, T& value, const std::string& meaning) const {
    return command.add_option(name, value, meaning)->group(heading)->capture_default_str();
  }
  CLI::Option* flag(const char* name, bool& value, const std::string& meaning) const {
    return command.add_flag(name, value, meaning)->group(heading);
  }
};

}  // namespace

void add_common_options(CLI::App& command, Options& o) {
  command.add_option("molecule", o.molecule, "XYZ file, or the name of a molecule that comes with fockproxy")->required();

  const Group chemistry{command, "Chemistry"};
  chemistry.option("--basis", o.basis, "name of a basis set, or a .g94 file");
  chemistry.flag("--cartesian", o.cartesian, "Cartesian d, f, ... functions (6D) instead of spherical ones (5D)");
  chemistry.option("--charge", o.charge, "total charge");
  chemistry.option("--multiplicity", o.multiplicity, "2S+1 (default: 1, or 2 for an odd number of electrons)");
  chemistry.flag("--uhf", o.unrestricted, "UHF also for a closed shell");
  chemistry.option("--guess", o.guess, "starting density: sad (superposition of atomic densities) or core");
  chemistry.option("--threshold", o.fock.threshold, "screening threshold tau, hartree; 0 computes every quartet");
  chemistry.option("--linear-dependence", o.linear_dependence, "overlap eigenvalues below this are dropped");

  const Group distribution{command, "Distribution of the work"};
  distribution.option("--counter", o.fock.counter, "who deals out tasks: static, " + names_of(counter_table()));
  distribution.option("--chunk", o.fock.chunk, "task ids per ticket");
  distribution.option("--grain", o.grain, "block size: shell, atom, auto, or a number of functions");

  const Group communication{command, "Communication"};
  communication.option("--matrix", o.fock.matrix, "where D and F live: " + names_of(matrix_table()));
  communication.option("--cache", o.fock.cache, "blocks kept between tasks: " + names_of(cache_table()) + ", replicated");
  communication.option("--window", o.window, "MPI windows of our own: allocate, create, allocate-noshm");
  communication.option("--layout", o.layout, "a block at its owner (rma): tiled (contiguous) or strided");
  communication.option("--complete", o.complete, "each operation before the next, or a task's in a batch: each, batch");
  communication.option("--accumulate-completion", o.accumulate_completion, "when an accumulate is done: local, remote");
  communication.option("--progress", o.fock.progress,
                       "what moves communication on a busy rank: " + names_of(progress_table()));
  communication.option("--thread-level", o.thread_level,
                       "MPI thread level: auto (the lowest that the rest needs), single, funneled, serialized, multiple");

  const Group output{command, "Checks and output"};
  output.option("--verify", o.verify, "sample (2% of the time) or full (all of F against the reference builder)");
  output.option("--seed", o.fock.seed, "of the checksums and of the choice of verified blocks")->check(not_negative);
  output.option("--json", o.json, "write everything to this file, too")->check(has_a_name);
  output.flag("--dry-run", o.dry_run, "print sizes and memory per rank, compute nothing");
  output.option("--stall-timeout", o.stall_timeout, "seconds without progress after which the job is ended; 0: never");
}

void add_scf_options(CLI::App& command, Options& o) {
  const Group group{command, "Convergence"};
  group.option("--energy-tolerance", o.scf.energy_tolerance, "largest change of the energy, hartree");
  group.option("--gradient-tolerance", o.scf.error_tolerance, "largest element of X^T(FDS-SDF)X");
  group.option("--max-iterations", o.scf.max_iterations, "give up after this many");
  group.option("--level-shift", o.scf.level_shift, "added to virtual orbital energies far from convergence, hartree");
  group.flag("--incremental,!--no-incremental", o.scf.incremental, "build G from changes of the density (the default)");
  group.option("--save-density", o.save_density, "write the final density to this file")->check(has_a_name);
}

void add_fock_options(CLI::App& command, Options& o) {
  const Group group{command, "What is built"};
  group.option("--repeat", o.repeat, "number of builds");
  group.option("--density", o.density,
               "first (after one diagonalisation of the guess Fock matrix), guess, scf (converged), or a file of scf "
               "--save-density");
}

void resolve(Options& o) {
  const auto require = [](bool right, const std::string& what) {
    if (!right) throw UsageError(what);
  };
  MatrixOptions& matrix = o.fock.matrix_options;
  matrix.window = choose<WindowKind>("--window", o.window, "allocate, create, allocate-noshm", parse_window_kind);
  matrix.storage = choose<BlockStorage>("--layout", o.layout, "tiled, strided", parse_block_storage);
  matrix.issue = choose<Issue>("--complete", o.complete, "each, batch", parse_issue);
  matrix.completion = choose<AccumulateCompletion>("--accumulate-completion", o.accumulate_completion, "local, remote",
                                                   parse_accumulate_completion);
  require(!o.dry_run || (o.json.empty() && o.save_density.empty()), "--dry-run computes nothing that could be written");
  require(o.verify == "sample" || o.verify == "full", "--verify '" + o.verify + "' is none of sample, full");
  o.fock.verify = o.verify == "full" ? VerifyDepth::full : VerifyDepth::sample;
  require(o.guess == "sad" || o.guess == "core", "--guess '" + o.guess + "' is none of sad, core");
  o.guess_kind = o.guess == "sad" ? GuessKind::sad : GuessKind::core;
  require_known("--counter", o.fock.counter, counter_table(), "static");
  require_known("--matrix", o.fock.matrix, matrix_table());
  require_known("--cache", o.fock.cache, cache_table(), "replicated");
  require_known("--progress", o.fock.progress, progress_table());
  Grain::parse(o.grain);
  runtime_needs(o);

  require(std::isfinite(o.fock.threshold) && o.fock.threshold >= 0 && o.fock.threshold <= 1e-2,
          "--threshold must be between 0 and 0.01");
  require(o.fock.chunk >= 1 && o.fock.chunk <= largest_chunk,
          "--chunk must be between 1 and " + std::to_string(largest_chunk));
  require(o.multiplicity >= 0, "--multiplicity must be at least 1");
  require(o.repeat >= 1, "--repeat must be at least 1");
  require(o.scf.max_iterations >= 1, "--max-iterations must be at least 1");
  require(std::isfinite(o.scf.energy_tolerance) && o.scf.energy_tolerance > 0, "--energy-tolerance must be above 0");
  require(std::isfinite(o.scf.error_tolerance) && o.scf.error_tolerance > 0, "--gradient-tolerance must be above 0");
  require(std::isfinite(o.scf.level_shift) && o.scf.level_shift >= 0, "--level-shift must be at least 0");
  require(o.linear_dependence >= 0 && o.linear_dependence < 1, "--linear-dependence must be between 0 and 1");
  require(std::isfinite(o.stall_timeout) && o.stall_timeout >= 0, "--stall-timeout must be at least 0");
}

RuntimeOptions runtime_needs(const Options& o) {
  RuntimeOptions needs = runtime_needs(o.fock);
  if (o.thread_level == "auto") return needs;
  for (const int level : {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE})
    if (thread_level_name(level) == o.thread_level) {
      if (level < needs.thread_level)
        throw UsageError("--thread-level " + o.thread_level + " is below the level that " +
                         (o.fock.progress == "none" ? "--counter " + o.fock.counter : "--progress " + o.fock.progress) +
                         " needs: " + thread_level_name(needs.thread_level));
      needs.thread_level = level;
      return needs;
    }
  throw UsageError("--thread-level '" + o.thread_level + "' is none of auto, single, funneled, serialized, multiple");
}

}  // namespace fockproxy
