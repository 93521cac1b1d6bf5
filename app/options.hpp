// The command line: what the user asked for, before anything was looked at.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "fock/fock_transport.hpp"
#include "scf/scf.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

struct Options {
  std::string molecule;
  std::string basis = "cc-pvdz";
  bool cartesian = false;
  int charge = 0;
  int multiplicity = 0;  // 0: the lowest
  bool unrestricted = false;

  FockConfig fock;
  std::string grain = "atom";
  std::string window = "allocate";
  std::string layout = "tiled";
  std::string complete = "each";
  std::string accumulate_completion = "local";
  std::string verify = "sample";
  std::string thread_level = "auto";

  ScfOptions scf;
  std::string guess = "sad";
  GuessKind guess_kind = GuessKind::sad;
  double linear_dependence = 1e-7;  // overlap eigenvalues below this are dropped
  std::string save_density;

  std::string density = "first";  // fock: first, guess, scf or a file
  int repeat = 3;                 // fock

  std::string json;
  bool dry_run = false;
  double stall_timeout = 600;
};

// Adds the options that `scf` and `fock` share, and those of one of them.
void add_common_options(CLI::App& command, Options& options);
void add_scf_options(CLI::App& command, Options& options);
void add_fock_options(CLI::App& command, Options& options);

// Turns names into values and checks what can be checked without input files and MPI. Throws UsageError.
void resolve(Options& options);

// What the options need of MPI and GA. Throws UsageError.
RuntimeOptions runtime_needs(const Options& options);

}  // namespace fockproxy
