// The input of the kernels: plain data, so that code compiled for several instruction sets can share it without sharing
// inline functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eri/boys_table.hpp"

namespace fockproxy::eri {

class Workspace;

inline constexpr int kernel_max_l = boys_max_order / 2;  // of a pair of shells: g functions
inline constexpr int kernel_max_single_l = 6;            // the same in single precision: f functions

// Sizes that no pair of a class exceeds, for working memory: the number of primitive pairs, the number in one group,
// and groups times the columns that are contracted within them. The last two are for classes with factors.
struct LargestPair {
  int primitives = 0, in_group = 0, half_columns = 0;
};

// A primitive pair by its index in PairView::data, and its group.
struct GroupedPrimitive {
  int primitive, group;
};

// A PairClass (eri/pair_class.hpp) in the form for the kernels.
struct ClassView {
  int l;
  int functions_a, functions_b, functions;
  int columns_a, columns_b, components_a, components_b;
  int products, entries, factors, values;
  const int* first_entry;                    // products + 1
  const int* hermite;                        // by entry: index of the Hermite Gaussian, below hermite_count(l)
  const double* sign;                        // by entry: (-1)^(t + u + v)
  const int* cube_offset[kernel_max_l + 1];  // by entry, for each angular momentum of the pair on the other side
  double integrals;                          // the number of functions of one pair of columns
  double steepness;                          // log2 of twice the largest exponent of a primitive pair
  LargestPair most;
};

// Whether the quartets of two classes can be computed in single precision. This needs at most f functions. It also
// excludes steep functions of high angular momentum, whose intermediate values exceed the range of floats.
bool fits_single(const ClassView& bra, const ClassView& ket);

// A pair of generalized shells as bra or ket of a task. Block 0 is the first of its block pair, 1 the second.
struct PairView {
  const double* data;             // PairTable::data
  const double* bounds;           // PairTable::bounds
  const GroupedPrimitive* order;  // PairTable::order
  int primitives;
  bool outer_a, same;  // ShellPair
  double schwarz;
  double degeneracy;   // 1 if both shells are the same, else 2
  double ordinal;      // index among the pairs of its class in the block pair
  double shell_pairs;  // the number of unique pairs of the basis set's shells in it
  bool fits_single;    // cancels_little() of eri/cancellation.hpp
  int block_a, block_b;
  int offset_a, offset_b;  // of the first function in its block
  int local_a, local_b;    // generalized shell, counted through block 0, then block 1
  int shell_a, shell_b;    // row and column of the screening matrices
  int number;              // among the pairs of all block pairs
};

// The blocks of D and F between one block of the bra and one of the ket. Element (f, g) of spin s, with f a function of
// the bra's block and g of the ket's, is at f * bra_stride + g * ket_stride + s * spin_stride.
struct CrossBlock {
  const double* density;
  double* fock;
  std::ptrdiff_t bra_stride, ket_stride, spin_stride;
};

// The block of D and F between the two blocks of the bra, or of the ket: element (f, g), with f of block 0 and g of
// block 1. The density is that of the Coulomb part, which is added to every spin of the Fock block.
struct OwnBlock {
  const double* density;
  std::ptrdiff_t density_stride;
  double* fock;
  std::ptrdiff_t fock_stride, spin_stride;
};

struct BraList {
  const ClassView* view;
  const PairView* pairs;  // by descending Schwarz bound
  int count;
  bool same_as_ket;  // the ket's own list: each unordered pair of pairs is computed once
};

// The data that decide which quartets are computed, and which of their primitives.
struct TaskScreen {
  double threshold;        // QuartetScreen
  double single_below;     // bounds below which single precision is sufficient; 0: none
  double precision;        // PairTable
  double largest_density;  // of all tasks of the batch, to end loops early
  const double* coulomb;   // shells x shells maxima, QuartetScreen
  const double* exchange;
  std::ptrdiff_t stride;
};

// The blocks of a task, with one of its block pairs as the bra.
struct TaskSides {
  int spins;
  OwnBlock bra, ket;
  CrossBlock cross[2][2];  // [bra block][ket block]
  int bra_functions[2];    // of the bra's blocks
  int ket_functions[2];    // of the ket's
  int bra_shells;          // generalized, of both blocks together
};

// A ket pair and the task of the batch to which it belongs.
struct KetPair {
  const PairView* pair;
  int task;
};
struct KetList {
  const ClassView* view;
  const KetPair* pairs;  // by descending Schwarz bound
  int count;             // at least 1
};

struct BraLists {
  const BraList* lists;
  int count;
};

// Called after every batch, with a measure of its cost.
struct BatchDone {
  void (*computed)(void* context, std::int64_t cost);
  void* context;
};

// The number of computed quartets of shells of the basis set in one task, and of their integrals.
struct TaskCounts {
  double quartets = 0, integrals = 0;
};

// The tasks of a batch. They share the blocks of the bra: the same block pair, with the same elements of D. Their
// blocks of F may or may not be the same memory.
struct BatchSides {
  const TaskSides* of;  // by task
  TaskCounts* counts;   // by task; the kernel adds to them
  int tasks;
  int first = 0;  // the first task: its number in the batch of the digestor
};

// All quartets of one class of ket pairs, for all tasks of a batch, with the lists of bra pairs. All objects that it
// refers to must outlive it.
struct KetTask {
  const TaskScreen& screen;
  BatchSides sides;
  KetList ket;
  BraLists bras;
  const BoysTable* boys;  // by order
  BatchDone done;
  bool count_work = false;  // also count KernelCounts beyond quartets and integrals
};

// The time of the kernels by parts, in ticks of a clock. The parts are estimated from a sample of the batches.
struct KernelTicks {
  double all = 0;
  double hermite = 0;      // Hermite Coulomb integrals, including the Boys function
  double contraction = 0;  // with ket and bra
  double digestion = 0;    // without the transfer of rows of D and F between blocks and lanes
  double samples = 0;      // batches

  // That transfer, screening, and loops.
  double around() const { return all - hermite - contraction - digestion; }
};

// Counted if KetTask::count_work is true.
struct KernelCounts {
  double lanes = 0, lanes_used = 0;         // of all batches, in lanes of double precision
  double full_flops = 0, single_flops = 0;  // of the lanes used, by precision
  double bytes = 0;                         // loaded and stored for them, to and from the first level of cache
  KernelTicks ticks;

  KernelCounts& operator+=(const KernelCounts& other);
};

using DigestKetClass = void (*)(const KetTask& task, Workspace& workspace, KernelCounts& counts);

// A single quartet. The angular momentum of the bra must not be smaller than that of the ket.
struct QuartetView {
  PairView bra, ket;
  const ClassView* bra_class;
  const ClassView* ket_class;
  const BoysTable* boys;
  double precision;
  bool single;  // in single precision, which must fit; not possible if the ket has factors
};

// Writes (ab|cd) to result[ab][cd]. Returns false, with zeros, if every primitive quartet is negligible.
using ComputeQuartet = bool (*)(const QuartetView& quartet, Workspace& workspace, double* result);

// Loops to measure a core (core_limits.hpp): rounds of `chains` multiply-adds of vectors in either precision, and of
// loading vectors at addresses that are multiples of 64 bytes. They return a value so that the compiler cannot remove
// them.
struct LimitLoops {
  double (*full)(std::int64_t rounds);
  double (*single)(std::int64_t rounds);
  int chains;
  double (*load)(const void* memory, std::size_t vectors, std::int64_t rounds);
};

// The kernels of one instruction set.
struct KernelSet {
  DigestKetClass digest_ket_class;
  ComputeQuartet compute_quartet;
  int lanes;
  const KernelSet* narrower;  // with half the lanes, for few ket pairs; nullptr: none
  LimitLoops limits;
};

extern const KernelSet portable_kernels;  // any processor
extern const KernelSet avx2_kernels;      // AVX2 and FMA
extern const KernelSet avx512_kernels;    // AVX-512 F, DQ and VL
// The bodies for the threads of a GPU (team_quartets.hpp), on one thread of any processor: for tests. A batch is what a
// team computes at a time. They leave classes with factors to portable_kernels, count no work, and have no limits.
extern const KernelSet team_kernels;

}  // namespace fockproxy::eri
