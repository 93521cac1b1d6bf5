#include "tasks/block_partition.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <functional>
#include <numeric>

#include "support/error.hpp"

namespace fockproxy {

Grain Grain::parse(std::string_view text) {
  if (text == "shell") return {Kind::shell};
  if (text == "atom") return {Kind::atom};
  if (text == "auto") return {Kind::automatic};
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < 1)
    throw AgreedUsageError("--grain '" + std::string(text) +
                           "' is not one of shell, atom, auto or a number of functions of at least 1");
  return {Kind::functions, n};
}

std::string Grain::name() const {
  switch (kind) {
    case Kind::shell: return "shell";
    case Kind::atom: return "atom";
    case Kind::functions: return std::to_string(functions);
    case Kind::automatic: return "auto";
  }
  return {};
}

BlockPartition::BlockPartition(const BasisSet& basis, std::vector<int> first_shell)
    : first_shell_(std::move(first_shell)) {
  assert(first_shell_.size() >= 2 && first_shell_.front() == 0 && first_shell_.back() == basis.shells());
  assert(std::ranges::adjacent_find(first_shell_, std::greater_equal()) == first_shell_.end());
  for (int b = 0; b < blocks(); ++b) {
    first_function_.push_back(basis.shell(first_shell_[b]).first_function);
    for (int s = first_shell_[b]; s < first_shell_[b + 1]; ++s) {
      block_of_shell_.push_back(b);
      offset_in_block_.push_back(basis.shell(s).first_function - first_function_[b]);
    }
  }
  first_function_.push_back(basis.functions());
}

BlockPartition::BlockPartition(const std::vector<int>& first_functions) : first_function_(first_functions) {
  assert(first_functions.size() >= 2 && first_functions.front() == 0);
  assert(std::ranges::adjacent_find(first_functions, std::greater_equal()) == first_functions.end());
  first_shell_.resize(first_functions.size());
  std::iota(first_shell_.begin(), first_shell_.end(), 0);
  block_of_shell_.assign(first_shell_.begin(), first_shell_.end() - 1);
  offset_in_block_.assign(block_of_shell_.size(), 0);
}

int BlockPartition::largest_block() const {
  int largest = 0;
  for (int b = 0; b < blocks(); ++b) largest = std::max(largest, functions(b));
  return largest;
}

namespace {

// Merges consecutive atoms while `fits(atoms, functions)` is true for the block with the next atom. Atoms without
// shells (none in practice) join the atom before them.
template <class Fits>
BlockPartition merge_while(const BasisSet& basis, Fits fits) {
  std::vector<int> cuts{0};
  int atoms = 0, functions = 0;
  for (int atom = 0; atom < basis.atoms(); ++atom) {
    int own = 0;
    for (int s = basis.first_shell_of_atom(atom); s < basis.first_shell_of_atom(atom + 1); ++s)
      own += basis.shell(s).functions();
    if (own == 0) continue;
    if (atoms > 0 && !fits(atoms + 1, functions + own)) {
      cuts.push_back(basis.first_shell_of_atom(atom));
      atoms = functions = 0;
    }
    ++atoms;
    functions += own;
  }
  cuts.push_back(basis.shells());
  return BlockPartition(basis, std::move(cuts));
}

}  // namespace

BlockPartition make_partition(const BasisSet& basis, const Grain& grain) {
  switch (grain.kind) {
    case Grain::Kind::shell: {
      std::vector<int> cuts;
      for (int s = 0; s < basis.shells(); ++s)
        if (s == 0 || basis.shell(s).contraction_group != basis.shell(s - 1).contraction_group) cuts.push_back(s);
      cuts.push_back(basis.shells());
      return BlockPartition(basis, std::move(cuts));
    }
    case Grain::Kind::functions:
      return merge_while(basis, [&](int, int functions) { return functions <= grain.functions; });
    case Grain::Kind::atom:
    case Grain::Kind::automatic: break;
  }
  return merge_atoms(basis, 1);
}

BlockPartition merge_atoms(const BasisSet& basis, int atoms) {
  return merge_while(basis, [atoms](int merged, int) { return merged <= atoms; });
}

}  // namespace fockproxy
