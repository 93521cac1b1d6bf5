// Negative controls: the contract must catch every faulty matrix, on every run.
#include <gtest/gtest.h>

#include "contracts/matrix_contract.hpp"
#include "contracts/faulty_matrices.hpp"
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
    return std::make_unique<FaultyMatrix>(std::move(real), GetParam().fault, GetParam().k, world().size());
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
                                           Control{"misread_later", MatrixFault::misread, 17}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace fockproxy::testing
