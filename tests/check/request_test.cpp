// Requests: a late or misplaced transfer is detected for every call and datatype.
#include "check/request_test.hpp"

#include <gtest/gtest.h>

#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

constexpr RequestCall calls[] = {RequestCall::rget, RequestCall::rput, RequestCall::raccumulate};

RowResult result_of(const RequestCase& the_case, int outstanding) {
  const CheckContext context{testing::runtime(), testing::watchdog(), testing::waiting_is_slow()};
  return check_requests(context, the_case, {outstanding});
}

TEST(CheckRequests, SeesATransferThatIsLateOrMisplaced) {
  for (const RequestCall call : calls)
    for (const PatchShape shape :
         {PatchShape::contiguous, PatchShape::vector, PatchShape::indexed, PatchShape::hindexed})
      for (const int outstanding : testing::waiting_is_slow() ? std::vector{8} : std::vector{1, 8, 64}) {
        const auto with = [&](RequestFault fault) {
          // With a flush, so that only the injected fault shows and not that of the library (MPICH 4.0.2).
          return result_of({.call = call, .shape = shape, .fault = fault, .flush = true}, outstanding);
        };
        SCOPED_TRACE(static_cast<int>(call) * 100 + static_cast<int>(shape));
        const RowResult sound = with(RequestFault::none);
        EXPECT_EQ(sound.status, Status::pass) << sound.detail;
        EXPECT_EQ(with(RequestFault::late).status, Status::fail) << outstanding;
        EXPECT_EQ(with(RequestFault::misplaced).status, Status::fail) << outstanding;
      }
}

// The wrong value tells where it belongs.
TEST(CheckRequests, SaysWhereAWrongValueBelongs) {
  const RowResult result = result_of({.fault = RequestFault::misplaced}, 8);
  EXPECT_NE(result.detail.find("rank "), std::string::npos) << result.detail;
  EXPECT_NE(result.detail.find("slot 7, element"), std::string::npos) << result.detail;
}

}  // namespace
}  // namespace fockproxy::check
