// Blocks: runs of consecutive shells, the unit in which the density and Fock matrices are moved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chem/basis_set.hpp"

namespace fockproxy {

// The size of blocks: --grain shell | atom | N | auto.
struct Grain {
  // shell: shells that share their primitives (a contraction group) count as one.
  enum class Kind { shell, atom, functions, automatic };
  Kind kind = Kind::atom;
  int functions = 0;  // Kind::functions: whole atoms are merged while a block has at most this many functions

  static Grain parse(std::string_view text);  // throws UsageError
  std::string name() const;                   // "atom", "30", "auto"
};

// Divides the shells [0, shells) into consecutive non-empty blocks, never within a contraction group. Immutable;
// thread-safe.
class BlockPartition {
 public:
  // Block boundaries in shells: 0 first, the number of shells last, strictly increasing.
  BlockPartition(const BasisSet& basis, std::vector<int> first_shell);
  // For blocks whose shells are not known: each block counts as one shell. first_functions: blocks + 1 entries, from 0,
  // increasing.
  explicit BlockPartition(const std::vector<int>& first_functions);

  int blocks() const { return static_cast<int>(first_shell_.size()) - 1; }
  int first_shell(int block) const { return first_shell_[block]; }
  int last_shell(int block) const { return first_shell_[block + 1]; }  // one past the end
  int shells(int block) const { return last_shell(block) - first_shell(block); }
  int first_function(int block) const { return first_function_[block]; }
  int functions(int block) const { return first_function_[block + 1] - first_function_[block]; }
  int largest_block() const;                                                   // functions
  const std::vector<int>& first_functions() const { return first_function_; }  // blocks + 1 entries
  int block_of_shell(int shell) const { return block_of_shell_[shell]; }
  // Offset of a shell's first function from its block's first function.
  int offset_in_block(int shell) const { return offset_in_block_[shell]; }

 private:
  std::vector<int> first_shell_;
  std::vector<int> first_function_;
  std::vector<int> block_of_shell_;
  std::vector<int> offset_in_block_;
};

// The partition for a grain. Precondition: not Kind::automatic, which needs measurements (fock/auto_grain.hpp).
BlockPartition make_partition(const BasisSet& basis, const Grain& grain);

// Merges atoms in the order of the molecule, `atoms` to a block (the last block may have fewer).
BlockPartition merge_atoms(const BasisSet& basis, int atoms);

}  // namespace fockproxy
