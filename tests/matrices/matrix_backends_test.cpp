// The contract of every matrix of the table, for every axis of MatrixOptions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "contracts/matrix_contract.hpp"
#include "matrices/node_reads.hpp"
#include "matrices/whole_panels.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

struct Case {
  std::string_view matrix;
  MatrixOptions options;
};

const MatrixEntry& entry_of(std::string_view name) {
  return *std::find_if(matrix_table().begin(), matrix_table().end(),
                       [name](const MatrixEntry& entry) { return entry.name == name; });
}

// Options that only the steps of the ladder use; not combined with all others.
std::vector<MatrixOptions> rare_options(WindowKind window) {
  using enum BlockStorage;
  constexpr auto local = AccumulateCompletion::local, remote = AccumulateCompletion::remote;
  return {
      {window, rows, Issue::each, local, Epoch::each},      {window, strided, Issue::each, remote, Epoch::each},
      {window, tiled, Issue::batch, local, Epoch::each},    {window, rows, Issue::batch, remote, Epoch::whole},
      {window, tiled, Issue::request, local, Epoch::whole}, {window, strided, Issue::request, remote, Epoch::whole}};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const MatrixEntry& entry : matrix_table())
    for (const WindowKind window : window_kinds)
      for (const BlockStorage storage : {BlockStorage::tiled, BlockStorage::strided})
        for (const Issue issue : {Issue::each, Issue::batch})
          for (const AccumulateCompletion completion : {AccumulateCompletion::local, AccumulateCompletion::remote}) {
            const bool first = window == WindowKind::allocate && storage == BlockStorage::tiled;
            if (entry.has_windows || first) all.push_back({entry.name, {window, storage, issue, completion}});
          }
  for (const WindowKind window : {WindowKind::allocate, WindowKind::create, WindowKind::ghost})
    for (const MatrixOptions& options : rare_options(window)) all.push_back({"rma", options});
  return all;
}

// Every pair of values of any two axes.
bool is_in_covering_subset(const MatrixOptions& options) {
  using enum WindowKind;
  using enum BlockStorage;
  using enum Issue;
  constexpr auto local = AccumulateCompletion::local, remote = AccumulateCompletion::remote;
  static const MatrixOptions subset[] = {
      {allocate, tiled, each, local}, {allocate, strided, batch, remote},    {create, tiled, batch, remote},
      {create, strided, each, local}, {allocate_noshm, tiled, each, remote}, {allocate_noshm, strided, batch, local},
      {ghost, tiled, each, remote},   {ghost, strided, batch, local},
  };
  if (options.epoch == Epoch::each || options.storage == rows || options.issue == request)
    return options.window.is(create);
  return std::any_of(std::begin(subset), std::end(subset), [&](const MatrixOptions& o) {
    return o.window.kind == options.window.kind && o.storage == options.storage && o.issue == options.issue &&
           o.completion == options.completion;
  });
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  const MatrixOptions& options = info.param.options;
  std::string name(info.param.matrix);
  if (entry_of(name).has_windows)
    name += "_" + std::string(to_string(options.window.kind)) + "_" + std::string(to_string(options.storage));
  if (options.epoch == Epoch::each) name += "_epochs";
  name += "_" + std::string(to_string(options.issue)) + "_" + std::string(to_string(options.completion));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class MatrixBackend : public ::testing::TestWithParam<Case> {
 protected:
  static bool can_make(const MatrixEntry& entry) {
    return made_or_reason<DistributedMatrix>([&] {
             return entry.make({runtime(), GetParam().options}, BlockLayout({0, 1}, 1), "tried");
           }).made != nullptr;
  }
};

TEST_P(MatrixBackend, KeepsTheContract) {
  const MatrixEntry* entry = &entry_of(GetParam().matrix);
  if (!entry->make) GTEST_SKIP() << "UNSUPPORTED: " << entry->unsupported;
  if (!is_tested_here(*entry)) GTEST_SKIP() << "tested by a program with other libraries";
  if (entry->has_windows && waiting_is_slow() && !is_in_covering_subset(GetParam().options))
    GTEST_SKIP() << "more ranks than cores: only a subset that covers every pair of options";
  const MatrixMaker make = [entry](const BlockLayout& layout) {
    return entry->make({runtime(), GetParam().options}, layout, "contract");
  };
  if (entry->max_ranks > 0 && world().size() > entry->max_ranks) {
    EXPECT_THROW(make(BlockLayout({0, 1}, 1)), UsageError);
    GTEST_SKIP() << "UNSUPPORTED: at most " << entry->max_ranks << " rank";
  }
  if (const auto tried = made_or_reason<DistributedMatrix>([&] { return make(BlockLayout({0, 1}, 1)); }); !tried.made)
    GTEST_SKIP() << tried.reason;
  const bool halves = GetParam().options.epoch == Epoch::whole && GetParam().options.storage != BlockStorage::rows;
  EXPECT_EQ(make(BlockLayout({0, 1}, 1))->can_start_get(), entry->no_prefetch.empty() && halves);
  EXPECT_TRUE(none(check_matrix(world(), make, GetParam().options.completion,
                                waiting_is_slow() ? few_contract_layouts() : contract_layouts())));
}

TEST_P(MatrixBackend, AddsIntegersExactly) {
  const MatrixEntry* entry = &entry_of(GetParam().matrix);
  if (!entry->make || !is_tested_here(*entry) || (entry->max_ranks > 0 && world().size() > entry->max_ranks) ||
      !can_make(*entry))
    GTEST_SKIP() << "see KeepsTheContract";
  if (entry->has_windows && waiting_is_slow() && !is_in_covering_subset(GetParam().options))
    GTEST_SKIP() << "more ranks than cores";
  for (const auto& [name, layout] : {few_contract_layouts()[1], NamedLayout{"two words", BlockLayout({0, 5, 9}, 4)}}) {
    const auto matrix = entry->make({runtime(), GetParam().options, Element::integer}, layout, "integers");
    EXPECT_TRUE(none(check_integer_sums(world(), *matrix))) << name;
    EXPECT_TRUE(none(check_completion(world(), *matrix, GetParam().options.completion))) << name;
  }
}

// Case 2 with --owners idle: only rank 0 holds blocks, and the contract holds as before.
TEST(MatrixOwners, TheFirstRanksAloneMayOwnAllBlocks) {
  for (const MatrixEntry& entry : matrix_table()) {
    if (!entry.make || !is_tested_here(entry)) continue;
    if (entry.max_ranks > 0 && world().size() > entry.max_ranks) continue;
    const MatrixMaker make = [&entry](const BlockLayout& layout) {
      return entry.make({runtime(), {.owners = 1}}, layout, "owners");
    };
    const BlockLayout layout({0, 3, 4, 9}, 1);
    const auto matrix = make(layout);
    for (int row = 0; row < layout.blocks(); ++row)
      for (int column = 0; column < layout.blocks(); ++column) EXPECT_EQ(matrix->ownership().owner(row, column), 0);
    EXPECT_TRUE(none(check_matrix(world(), make, AccumulateCompletion::local, few_contract_layouts()))) << entry.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, MatrixBackend, ::testing::ValuesIn(cases()), name_of);

TEST(RmaMatrix, ContiguousBlocksAreTheTiledOnes) {
  const BlockLayout layout({0, 3, 4, 9}, 1);
  for (const BlockStorage storage : {BlockStorage::tiled, BlockStorage::strided}) {
    const auto matrix = find_matrix("rma").make({runtime(), {.storage = storage}}, layout, "test");
    EXPECT_EQ(matrix->contiguous(), storage == BlockStorage::tiled);
  }
}

// More operations in one call than may be in flight.
TEST(RmaMatrix, LongBatchesAreCut) {
  const BlockLayout layout({0, 2, 3}, 1);
  const auto matrix = find_matrix("rma").make({runtime(), {.issue = Issue::batch}}, layout, "test");
  const std::vector<double> ones(4, 1.0);
  const std::vector<BlockUpdate> updates(200, BlockUpdate{0, 0, ones.data()});
  matrix->accumulate(updates);
  matrix->fence();
  std::vector<double> block(4);
  const std::vector<BlockRead> reads(200, BlockRead{0, 0, block.data()});
  matrix->get(reads);
  EXPECT_EQ(block, std::vector<double>(4, 200.0 * world().size()));
  world().barrier();
}

std::unique_ptr<DistributedMatrix> shmem_matrix_of(int megabytes) {
  const int functions = static_cast<int>(std::sqrt(megabytes * 131072.0));  // 8 bytes an element
  return find_matrix("shmem").make({runtime(), {.owners = 1}}, BlockLayout({0, functions}, 1), "large");
}

void expect_no_room(int megabytes) {
  try {
    shmem_matrix_of(megabytes);
    ADD_FAILURE() << megabytes << " MB fit";
  } catch (const AgreedUsageError& error) {
    for (const char* words : {"matrix large needs ", "has 16 MB", "set SHMEM_SYMMETRIC_SIZE="})
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(ShmemMatrix, SaysWhichSymmetricHeapWouldSuffice) {
  static_assert(test_heap_megabytes == 16);
  if (!runtime().has_openshmem()) GTEST_SKIP() << "started without OpenSHMEM";
  expect_no_room(20);
  {
    const auto half = shmem_matrix_of(8);
    expect_no_room(12);  // it would fit into an empty heap
  }
  EXPECT_NE(shmem_matrix_of(12), nullptr) << "memory was not given back";
}

// All ranks meet at one lock, or at the same words.
TEST(ShmemMatrix, LosesNoContributionToOneBlock) {
  if (!runtime().has_openshmem()) GTEST_SKIP() << "started without OpenSHMEM";
  const BlockLayout layout({0, 3}, 1);
  for (const Element element : {Element::real, Element::integer}) {
    const auto matrix = find_matrix("shmem").make({runtime(), {}, element}, layout, "rivals");
    const std::vector<double> reals(9, 1.0);
    const std::vector<std::int64_t> integers(9, 1);
    const BlockUpdate update{0, 0, element == Element::real ? static_cast<const void*>(reals.data()) : integers.data()};
    for (int i = 0; i < 200; ++i) matrix->accumulate(std::array{update});
    matrix->fence();
    const int sum = 200 * world().size();
    if (world().is_root() && element == Element::real) {
      const Matrix expected = Matrix::Constant(3, 3, sum);
      EXPECT_EQ(matrix->panel(0), expected);
    } else if (world().is_root()) {
      const IntegerMatrix expected = IntegerMatrix::Constant(3, 3, sum);
      EXPECT_EQ(matrix->integer_panel(0), expected);
    }
    world().barrier();
  }
}

// Blocks on the node are loaded and others are fetched; all of them have the values that were set.
TEST(NodeReads, AreTheBlocksThatWereSet) {
  const BlockLayout layout({0, 3, 4, 9, 15}, 2);
  const auto matrix = with_node_reads(find_matrix("rma").make({runtime(), {}}, layout, "test"), runtime());
  Matrix full(layout.functions(), layout.matrix_columns());
  for (int round = 0; round < 3; ++round) {
    for (Eigen::Index i = 0; i < full.size(); ++i) full.data()[i] = static_cast<double>(1000 * round + i);
    set_whole(world(), *matrix, full);
    for (int row = 0; row < layout.blocks(); ++row)
      for (int column = 0; column < layout.blocks(); ++column) {
        const int owner = matrix->ownership().owner(row, column);
        EXPECT_EQ(matrix->reads_by_load(owner), runtime().node_of(owner) == runtime().node_of(world().rank()));
        const auto elements = static_cast<std::size_t>(layout.elements(row, column));
        std::vector<double> whole(elements, -1.0), halves(elements, -1.0);
        matrix->get(std::array{BlockRead{row, column, whole.data()}});
        matrix->start_get(std::array{BlockRead{row, column, halves.data()}});
        matrix->finish_get();
        const Matrix right =
            full.block(layout.first_row(row), layout.first_column(column), layout.rows(row), layout.columns(column));
        EXPECT_EQ(whole, std::vector<double>(right.data(), right.data() + right.size()));
        EXPECT_EQ(halves, whole);
      }
    world().barrier();  // no rank sets what another still reads
  }
  EXPECT_EQ(whole(world(), *matrix), full);
}

TEST(MatrixTable, UnknownNameListsTheKnownOnes) {
  try {
    find_matrix("dense");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const MatrixEntry& entry : matrix_table())
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fockproxy::testing
