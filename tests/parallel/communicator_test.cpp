#include "parallel/communicator.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

TEST(Communicator, ReturnsErrorsAndLeavesTheWorldAlone) {
  MPI_Errhandler ours = MPI_ERRHANDLER_NULL, worlds = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(world().handle(), &ours);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &worlds);
  EXPECT_EQ(ours, MPI_ERRORS_RETURN);
  EXPECT_NE(worlds, MPI_ERRORS_RETURN);
  char token = 0;
  const int code = MPI_Send(&token, 1, MPI_CHAR, world().size() + 5, 0, world().handle());
  EXPECT_THROW(check_mpi(code, "MPI_Send"), ComputationError);
}

TEST(Communicator, BroadcastsTexts) {
  const int last = world().size() - 1;
  const std::string text = world().rank() == last ? std::string("two\nlines") : "";
  EXPECT_EQ(world().broadcast(text, last), "two\nlines");
  EXPECT_EQ(world().broadcast(std::string(), 0), "");
}

TEST(Communicator, Reduces) {
  const std::int64_t n = world().size();
  EXPECT_EQ(world().sum(std::int64_t{world().rank()}), n * (n - 1) / 2);
  EXPECT_EQ(world().max(world().rank()), world().size() - 1);
  EXPECT_EQ(world().min(1.5 + world().rank()), 1.5);
}

TEST(Communicator, Gathers) {
  const double mine[] = {world().rank() + 0.25, world().rank() + 0.5};
  const std::vector<double> all = world().gather(std::span<const double>(mine));
  EXPECT_EQ(all.size(), world().is_root() ? 2U * world().size() : 0U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], static_cast<double>(i / 2) + 0.25 * (1 + i % 2));

  const std::vector<std::string> texts = world().gather(std::string(world().rank(), 'x'));
  EXPECT_EQ(texts.size(), world().is_root() ? static_cast<std::size_t>(world().size()) : 0U);
  for (std::size_t r = 0; r < texts.size(); ++r) EXPECT_EQ(texts[r], std::string(r, 'x'));

  const std::vector<int> ranks = world().all_gather(world().rank());
  for (int r = 0; r < world().size(); ++r) EXPECT_EQ(ranks[r], r);
}

// Messages of at most three entries, as in a job whose spans are longer than an int can count.
TEST(Communicator, CutsWhatIsTooLongForAMessage) {
  const Communicator comm(world().handle(), 3);
  const int rank = comm.rank(), size = comm.size();
  const auto value = [](int of_rank, std::size_t i) { return 1000.0 * of_rank + static_cast<double>(i); };
  std::vector<double> mine(7 * (rank + 1) % 17);  // includes multiples of three, and zero
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = value(rank, i);
  const auto lists = comm.gather_lists(std::span<const double>(mine));
  ASSERT_EQ(lists.size(), comm.is_root() ? static_cast<std::size_t>(size) : 0U);
  for (std::size_t r = 0; r < lists.size(); ++r) {
    EXPECT_EQ(lists[r].size(), 7 * (r + 1) % 17);
    for (std::size_t i = 0; i < lists[r].size(); ++i) EXPECT_EQ(lists[r][i], value(static_cast<int>(r), i));
  }
  std::vector<double> back(mine.size(), -1);
  comm.scatter_lists(lists, std::span(back));
  EXPECT_EQ(back, mine);
  const std::vector<std::string> texts = comm.gather(std::string(10 * rank, static_cast<char>('a' + rank)));
  for (std::size_t r = 0; r < texts.size(); ++r) EXPECT_EQ(texts[r], std::string(10 * r, static_cast<char>('a' + r)));

  std::vector<double> ten(10);
  for (std::size_t i = 0; i < ten.size(); ++i) ten[i] = value(rank, i);
  const std::vector<double> all = comm.gather(std::span<const double>(ten));
  EXPECT_EQ(all.size(), comm.is_root() ? 10U * size : 0U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], value(static_cast<int>(i / 10), i % 10));
  comm.reduce_all(std::span(ten), MPI_MAX);
  for (std::size_t i = 0; i < ten.size(); ++i) EXPECT_EQ(ten[i], value(size - 1, i));
  EXPECT_EQ(comm.broadcast(rank == 0 ? std::string("more than three") : ""), "more than three");
}

TEST(Communicator, SeesUnequalValues) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{42}, ~std::uint64_t{0}}) {
    EXPECT_TRUE(world().all_equal(value));
    const std::uint64_t other = world().is_root() ? value : value ^ 1;
    EXPECT_EQ(world().all_equal(other), world().size() == 1);
  }
}

}  // namespace
}  // namespace fockproxy::testing
