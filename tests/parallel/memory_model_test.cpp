// The memory model of a window, as an MPI tells it that has the unified model, the separate one, or no such attribute.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "parallel/mpi_introspection.hpp"
#include "parallel/window.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

enum class Answer { of_mpi, separate, none };
Answer answer = Answer::of_mpi;

// Gives other answers until the end of the scope.
class Answers {
 public:
  explicit Answers(Answer other) { answer = other; }
  ~Answers() { answer = Answer::of_mpi; }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;
};

TEST(MemoryModel, IsUnified) {
  const Window window(world(), 8, {.kind = WindowKind::create});
  EXPECT_EQ(memory_model(window.handle()), MPI_WIN_UNIFIED);
  EXPECT_EQ(describe_window(world(), WindowKind::create).memory_model, "unified");
}

TEST(MemoryModel, SeparateIsRefused) {
  const Answers separate(Answer::separate);
  std::string refusal;
  try {
    const Window window(world(), 8, {.kind = WindowKind::create});
  } catch (const AgreedUsageError& error) {
    refusal = error.what();
  }
  EXPECT_NE(refusal.find("separate memory model"), std::string::npos) << refusal;
}

// SMPI of SimGrid does so. The self-test then decides whether the window may be used.
TEST(MemoryModel, MayBeUnknown) {
  const Answers none(Answer::none);
  Window window(world(), 8, {.kind = WindowKind::create});
  EXPECT_EQ(memory_model(window.handle()), std::nullopt);
  EXPECT_EQ(window.self_test(), "");
  EXPECT_EQ(describe_window(world(), WindowKind::create).memory_model, "unknown");
}

}  // namespace
}  // namespace fockproxy::testing

// In place of MPI's function, by the profiling interface (MPI-4.0 section 15.2).
extern "C" int MPI_Win_get_attr(MPI_Win win, int key, void* value, int* found) {
  using fockproxy::testing::Answer, fockproxy::testing::answer;
  if (key != MPI_WIN_MODEL || answer == Answer::of_mpi) return PMPI_Win_get_attr(win, key, value, found);
  if (answer == Answer::none) return MPI_ERR_ARG;
  static int model = MPI_WIN_SEPARATE;
  *static_cast<int**>(value) = &model;
  *found = 1;
  return MPI_SUCCESS;
}
