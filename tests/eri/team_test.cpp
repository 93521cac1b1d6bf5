// A team on a CPU does its phases for all threads, and shows code that needs an order of the threads within a phase.
#include "eri/kernel/team.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

namespace fockproxy::eri {
namespace {

TEST(Team, DoesEachPhaseForAllThreads) {
  Team team;
  PerThread<int> phases;
  team.each([&](int thread) { phases[thread] = 0; });
  for (int n = 0; n < 3; ++n) team.each([&](int thread) { phases[thread] += thread; });
  for (int thread = 0; thread < team_size; ++thread) EXPECT_EQ(phases[thread], 3 * thread);
}

TEST(Team, AddsAndTakes) {
  Team team;
  double sum = 1, each = 1;
  int count = 0;
  std::set<int> taken;
  team.add_sum(sum, [](int thread) { return thread; });
  team.each([&](int thread) {
    Team::add(each, thread);
    taken.insert(Team::take(count));
  });
  EXPECT_EQ(sum, 1 + team_size * (team_size - 1) / 2);
  EXPECT_EQ(each, sum);
  EXPECT_EQ(count, team_size);
  EXPECT_EQ(taken.size(), std::size_t{team_size});
  EXPECT_EQ(*taken.rbegin(), team_size - 1);
}

// Each thread adds the number of its neighbour to its own. With a phase between, all see the numbers from before.
template <class Add>
std::vector<int> sums_of_neighbours(Team& team, Add add) {
  std::vector<int> numbers(team_size);
  std::iota(numbers.begin(), numbers.end(), 0);
  add(team, numbers);
  return numbers;
}

TEST(Team, ShowsAThreadThatReadsWhatAnotherWritesInTheSamePhase) {
  const auto right = [](Team& team, std::vector<int>& numbers) {
    PerThread<int> read;
    team.each([&](int thread) { read[thread] = numbers[(thread + 1) % team_size]; });
    team.each([&](int thread) { numbers[thread] += read[thread]; });
  };
  const auto wrong = [](Team& team, std::vector<int>& numbers) {
    team.each([&](int thread) { numbers[thread] += numbers[(thread + 1) % team_size]; });
  };
  Team team;
  const std::vector<int> expected = sums_of_neighbours(team, right);
  EXPECT_EQ(sums_of_neighbours(team, right), expected);
  std::set<std::vector<int>> results;
  for (int n = 0; n < 2; ++n) results.insert(sums_of_neighbours(team, wrong));
  EXPECT_EQ(results.size(), 2u) << "the order of the threads must change from phase to phase";
}

// The numbers of different threads and parts do not overlap, and fill the memory.
TEST(Team, HasMemoryForEachNumberOfEachThread) {
  ClassView bra{}, ket{};
  bra.l = 2;
  bra.functions_a = 5;
  bra.functions_b = 1;
  bra.functions = 5;
  ket.functions_a = 3;
  ket.functions_b = 3;
  ket.functions = 9;
  for (const int spins : {1, 2}) {
    const OwnLayout layout(bra, ket, spins);
    std::vector<double> memory(static_cast<std::size_t>(layout.numbers) * team_size);
    const TeamMemory team{.slots = nullptr, .used = nullptr, .primitive = nullptr, .own = memory.data()};
    const auto use = [&](std::ptrdiff_t part, int numbers) {
      for (int thread = 0; thread < team_size; ++thread)
        for (int i = 0; i < numbers; ++i) own_numbers<double>(team, part, thread)[i] += 1;
    };
    use(layout.half, 10 * 9);  // Hermite Gaussians of the bra
    use(layout.integrals, 5 * 9);
    use(layout.density, spins * 6 * 6);
    use(layout.fock, spins * 6 * 6);
    use(layout.density_cd, 9);
    use(layout.fock_cd, 9);
    use(layout.sum_ab, 5);
    for (const double x : memory) ASSERT_EQ(x, 1);
  }
}

}  // namespace
}  // namespace fockproxy::eri
