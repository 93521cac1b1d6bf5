// Tests every operator with every type of element. All ranks call MPI_Accumulate, MPI_Get_accumulate and
// MPI_Fetch_and_op on the same words at once. The test judges each word from the values that were sent, fetched and
// left.
#pragma once

#include <array>
#include <vector>

#include "check/check_row.hpp"

namespace fockproxy::check {

enum class UpdateCall { accumulate, get_accumulate, fetch_and_op };
enum class Operator { sum, replace, no_op, min, max };
inline constexpr std::array operators = {Operator::sum, Operator::replace, Operator::no_op, Operator::min,
                                         Operator::max};
enum class ElementType { int32, int64, real };
inline constexpr std::array element_types = {ElementType::int32, ElementType::int64, ElementType::real};
enum class OperatorFault {
  none,
  misplaced,  // a word of rank 0 becomes larger by one without an update
  misfetched  // rank 0 gets a wrong value in place of one fetched value
};

std::string_view to_string(UpdateCall call);  // "MPI_Accumulate"
std::string_view to_string(Operator op);      // "MPI_SUM"
std::string_view to_string(ElementType type);

// The history of one word. Values of all types are exact in a double.
struct WordHistory {
  double initial = 0, final = 0;
  std::vector<std::vector<double>> sent;     // of each rank, in its order
  std::vector<std::vector<double>> fetched;  // of each rank, in its order: the word before each of its updates
  std::vector<double> read;                  // by MPI_NO_OP beside the updates
  bool all_fetched = true;                   // whether every update fetched
};

// The first contradiction of the history: no order of atomic updates explains it. Empty if an order may. Updates of
// MPI_SUM must add one. Local.
std::string contradiction(Operator op, const WordHistory& history);

struct OperatorCase {
  WindowKind kind = WindowKind::allocate;
  UpdateCall call = UpdateCall::get_accumulate;
  ElementType type = ElementType::int64;
  bool derived = false;  // with MPI_Type_vector, or contiguous; MPI_Fetch_and_op allows neither
  OperatorFault fault = OperatorFault::none;
  std::vector<Operator> tried{operators.begin(), operators.end()};  // without MPI_NO_OP for MPI_Accumulate
};

// One case with each of its operators, one after the other. Returns at most one violation per operator. Collective; the
// same on every rank.
contracts::Violations check_operators(const CheckContext& context, const OperatorCase& the_case);

// All operators at once, one for each word of each type. Different calls alternate on a word, and MPI_NO_OP reads it in
// between, as the default accumulate_ops=same_op_no_op allows. Collective; the same on every rank.
contracts::Violations check_operator_mix(const CheckContext& context, WindowKind kind, OperatorFault fault);

}  // namespace fockproxy::check
