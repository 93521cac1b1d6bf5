// The command line of `scf` and `fock`, before any input is read.
#pragma once

#include <string>

#include "app/shared/fock_settings.hpp"
#include "app/shared/option_group.hpp"
#include "app/shared/tracing.hpp"
#include "chem/basis_file.hpp"
#include "chem/molecule.hpp"
#include "dense/algebra.hpp"
#include "fock/fock_config.hpp"
#include "scf/guess.hpp"
#include "scf/scf.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

// The basis set file that --basis names. A file given by path needs no data directory. Throws UsageError. Local.
BasisLocation locate_basis(const std::string& name);

struct CalculationOptions {
  std::string molecule;
  std::string input;  // one of named_inputs(), for molecule and basis
  std::string basis = "cc-pvdz";
  bool cartesian = false;
  LengthUnit length_unit = LengthUnit::angstrom;  // of the coordinates in an XYZ file
  int charge = 0;
  int multiplicity = 0;  // 0: the lowest
  bool unrestricted = false;

  FockConfig fock;    // complete after resolve()
  std::string grain;  // empty: auto for an --input, else atom
  std::string verify = "sample";
  ThreadLevelOption thread_level;

  ScfOptions scf;
  bool stability = true;
  GuessKind guess = GuessKind::sad;
  std::string solve = "auto";
  double linear_dependence = 1e-7;  // overlap eigenvalues below this are dropped

  bool trust_stack = false;  // no check of the stack before the calculation
  bool dry_run = false;
  OutputOptions output;
  TraceOptions trace;

  void add(CLI::App& command);
  // Parts of the options, for subcommands that name the others differently: the molecule; an input that names the
  // molecule and its basis; the basis and the integrals.
  void add_molecule(const Group& group);
  void add_molecule_or_input(CLI::App& command);
  void add_chemistry(CLI::App& command);
  // The heading for the options of the SCF.
  static Group convergence(CLI::App& command) { return {command, "Convergence"}; }
  // Completes `fock` and checks what can be checked without input files and MPI. Throws UsageError. other_helper:
  // whether rows of a table have a helper thread besides those of `fock`.
  void resolve(bool other_helper = false);
  // The needs of the options for MPI and GA. Throws UsageError.
  RuntimeOptions needs() const;

 private:
  bool needs_molecule_ = false;

  void take_input();
  Settings molecule_settings();
  Settings chemistry_settings();
  Setting grain_setting();
  Settings check_settings();
  Settings convergence_settings();
};

}  // namespace fockproxy
