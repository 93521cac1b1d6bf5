// The progress strategy in effect with a dealer: one rule for all subcommands.
#include <gtest/gtest.h>

#include "counters/distributor.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {
namespace {

struct Case {
  const char *dealer, *node_counter, *asked, *in_effect;
};

constexpr Case cases[] = {
    {"mpi3", "mpi3", "none", "none"},           {"mpi3", "helper", "none", "none"},  // no node counter is used
    {"mpi3", "mpi3", "poll", "poll"},           {"helper", "mpi3", "none", "helper-block"},
    {"helper", "mpi3", "poll", "poll"},         {"static", "helper", "none", "none"},
    {"steal", "helper", "none", "none"},        {"node", "mpi3", "none", "none"},
    {"node", "helper", "none", "helper-block"}, {"node", "helper", "helper-poll", "helper-poll"},
};

TEST(ProgressInEffect, IsTheCountersOwnWhereNoneIsAskedFor) {
  for (const Case& c : cases)
    EXPECT_EQ(progress_in_effect(c.dealer, c.node_counter, c.asked), c.in_effect)
        << c.dealer << " " << c.node_counter << " " << c.asked;
}

TEST(ProgressInEffect, OfAFockBuildFollowsTheSameRule) {
  for (const Case& c : cases) {
    FockConfig config;
    config.counter = c.dealer;
    config.dealing.node_counter = c.node_counter;
    config.progress.strategy = c.asked;
    EXPECT_EQ(config.effective_progress().name, c.in_effect) << c.dealer << " " << c.node_counter << " " << c.asked;
  }
}

TEST(SharedCounter, IsTheOneThatADealerDrawsFrom) {
  EXPECT_EQ(shared_counter("mpi2", "mpi3"), &find_counter("mpi2"));
  EXPECT_EQ(shared_counter("node", "mpi2"), &find_counter("mpi2"));
  EXPECT_EQ(shared_counter("static", "mpi2"), nullptr);
  EXPECT_EQ(shared_counter("steal", "mpi2"), nullptr);
}

}  // namespace
}  // namespace fockproxy
