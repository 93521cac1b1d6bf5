// Negative controls: the contract must detect every faulty matrix, in every run.
#include <gtest/gtest.h>

#include "contracts/faulty_matrices.hpp"
#include "contracts/matrix_contract.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

struct Control {
  const char* name;
  MatrixFault fault;
  int k;
};

class FaultyMatrixControl : public ::testing::TestWithParam<Control> {};

TEST_P(FaultyMatrixControl, IsCaughtByTheMatrixContract) {
  const MatrixMaker make = [](const BlockLayout& layout) -> std::unique_ptr<DistributedMatrix> {
    auto real = find_matrix("rma").make({runtime(), {}}, layout, "control");
    return std::make_unique<FaultyMatrix>(std::move(real), GetParam().fault, GetParam().k);
  };
  EXPECT_FALSE(none(check_matrix(world(), make, AccumulateCompletion::local, few_contract_layouts())));
}

INSTANTIATE_TEST_SUITE_P(Controls, FaultyMatrixControl,
                         ::testing::Values(Control{"lose_first", MatrixFault::lose, 0},
                                           Control{"lose_later", MatrixFault::lose, 17},
                                           Control{"repeat_first", MatrixFault::repeat, 0},
                                           Control{"repeat_later", MatrixFault::repeat, 17},
                                           Control{"misplace_first", MatrixFault::misplace, 0},
                                           Control{"misplace_later", MatrixFault::misplace, 17},
                                           Control{"misread_first", MatrixFault::misread, 0},
                                           Control{"misread_later", MatrixFault::misread, 17},
                                           Control{"misread_split_first", MatrixFault::misread_split, 0},
                                           Control{"misread_split_later", MatrixFault::misread_split, 17},
                                           Control{"late_split_first", MatrixFault::late_split, 0},
                                           Control{"late_split_later", MatrixFault::late_split, 17}),
                         [](const auto& info) { return std::string(info.param.name); });

// Whole gets do not show a wrong element in a get in two halves, so the split gets are checked separately.
TEST(SplitGets, AreCheckedByThemselves) {
  for (const MatrixFault fault : {MatrixFault::misread, MatrixFault::misread_split, MatrixFault::late_split}) {
    const BlockLayout layout({0, 3, 4, 9}, 1);
    FaultyMatrix matrix(find_matrix("rma").make({runtime(), {}}, layout, "control"), fault, 2);
    EXPECT_FALSE(none(check_split_gets(world(), matrix))) << static_cast<int>(fault);
  }
}

// Updates that only a fence completes are in its sums, but not after complete() or a barrier.
TEST(Completion, IsCheckedByItself) {
  const BlockLayout layout({0, 3, 4, 9}, 1);
  for (const Element element : {Element::real, Element::integer})
    for (const AccumulateCompletion completion : {AccumulateCompletion::local, AccumulateCompletion::remote}) {
      FaultyMatrix matrix(find_matrix("rma").make({runtime(), {.completion = completion}, element}, layout, "control"),
                          MatrixFault::late, 0);
      EXPECT_TRUE(none(element == Element::real ? check_sums(world(), matrix) : check_integer_sums(world(), matrix)));
      EXPECT_FALSE(none(check_completion(world(), matrix, completion)));
    }
}

TEST(IntegerSums, MissNoFaultyUpdate) {
  const BlockLayout layout({0, 3, 4, 9}, 1);
  for (const MatrixFault fault : {MatrixFault::lose, MatrixFault::repeat, MatrixFault::misplace})
    for (const int k : {0, 7}) {
      FaultyMatrix matrix(find_matrix("rma").make({runtime(), {}, Element::integer}, layout, "control"), fault, k);
      EXPECT_FALSE(none(check_integer_sums(world(), matrix))) << static_cast<int>(fault) << " " << k;
    }
}

// It forwards all of its calls.
TEST(ForwardingMatrix, KeepsTheContractOfWhatItWraps) {
  const MatrixMaker make = [](const BlockLayout& layout) -> std::unique_ptr<DistributedMatrix> {
    return std::make_unique<ForwardingMatrix>(find_matrix("rma").make({runtime(), {.owners = 1}}, layout, "wrapped"));
  };
  EXPECT_TRUE(none(check_matrix(world(), make, AccumulateCompletion::local, few_contract_layouts())));
  const BlockLayout layout({0, 3, 4, 9}, 1);
  const auto matrix = make(layout);
  EXPECT_TRUE(matrix->can_start_get());
  EXPECT_EQ(matrix->ownership().owner(2, 2), 0) << "the owners are those of the wrapped matrix";
}

}  // namespace
}  // namespace fockproxy::testing
