#include "parallel/window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

// Sizes that are not whole numbers of pages and differ between ranks; some ranks have none.
std::size_t ragged_bytes(int shape, int rank) {
  if ((shape + rank) % 7 == 6) return 0;
  return 8 + (1237 * static_cast<std::size_t>(shape + 1) * (rank + 3) + 4099 * shape) % 20011;
}
constexpr int shapes = 24;
constexpr int few_shapes = 1;

class WindowOfKind : public ::testing::TestWithParam<WindowKind> {
 protected:
  void SetUp() override {
    const auto [window, reason] = made_or_reason<Window>([] { return make(8, {.kind = GetParam()}); });
    if (!window) GTEST_SKIP() << reason;
  }
  static std::unique_ptr<Window> make(std::size_t bytes, const WindowOptions& options) {
    return std::make_unique<Window>(world(), bytes, options);
  }
};

TEST_P(WindowOfKind, PassesItsSelfTestOnRaggedSegments) {
  for (int shape = 0; shape < (waiting_is_slow() ? few_shapes : shapes); ++shape)
    for (const bool lock_all : {true, false}) {
      const std::size_t bytes = ragged_bytes(shape, world().rank());
      std::string found;
      try {
        Window window(world(), bytes, {.kind = GetParam(), .lock_all = lock_all});
        EXPECT_EQ(window.local_bytes(), bytes);
        found = window.self_test();
      } catch (const ComputationError& error) {
        found = error.what();
      }
      EXPECT_EQ(found, "") << "shape " << shape;
    }
}

// Both halves of the cure: without padding the self-test detects the fault, and with padding there is none.
TEST_P(WindowOfKind, PaddingCuresRaggedSegments) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no neighbour whose memory could be mixed up";
  int wrong_without = 0, wrong_with = 0;
  std::string example;
  for (int shape = 0; shape < (waiting_is_slow() ? few_shapes : shapes); ++shape) {
    const std::size_t bytes = ragged_bytes(shape, world().rank());
    const WindowOptions raw{.kind = GetParam(), .pad_to_page = false, .self_test = false};
    if (const std::string found = make(bytes, raw)->self_test(); !found.empty()) {
      ++wrong_without;
      example = found;
    }
    const WindowOptions padded{.kind = GetParam(), .self_test = false};
    if (const std::string found = make(bytes, padded)->self_test(); !found.empty()) {
      ++wrong_with;
      example = found;
    }
  }
  EXPECT_EQ(wrong_with, 0) << example;
  if (wrong_without == 0) GTEST_SKIP() << "first half: this stack's windows are right without padding too";
  if (world().is_root())
    std::printf("without padding %d of the windows were wrong, e.g. %s\n", wrong_without, example.c_str());
}

TEST_P(WindowOfKind, LargeSegmentsAreSampled) {
  Window window(world(), (std::size_t{3} << 20) + 24 * world().rank(), {.kind = GetParam()});
  EXPECT_EQ(window.self_test(), "");
}

TEST_P(WindowOfKind, StartsZeroed) {
  Window window(world(), ragged_bytes(1, world().rank()), {.kind = GetParam()});
  window.sync();
  const auto* bytes = static_cast<const unsigned char*>(window.base());
  std::size_t nonzero = 0;
  for (std::size_t i = 0; i < window.local_bytes(); ++i) nonzero += bytes[i] != 0;
  EXPECT_EQ(nonzero, 0U);
  world().barrier();
}

TEST_P(WindowOfKind, WithoutLockAllTakesExclusiveLocks) {
  Window window(world(), sizeof(std::int64_t), {.kind = GetParam(), .lock_all = false});
  const auto [target, byte] = window.at((world().rank() + 1) % world().size());
  const std::int64_t sent = 100 + world().rank();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window.handle());
  MPI_Put(&sent, 1, MPI_INT64_T, target, byte, 1, MPI_INT64_T, window.handle());
  MPI_Win_unlock(target, window.handle());
  world().barrier();
  std::int64_t got = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window.handle());
  MPI_Get(&got, 1, MPI_INT64_T, target, byte, 1, MPI_INT64_T, window.handle());
  MPI_Win_unlock(target, window.handle());
  EXPECT_EQ(got, sent);
  world().barrier();
}

// The bytes that each rank exposes, as MPI knows them.
std::int64_t exposed_bytes(const Window& window) {
  MPI_Aint* bytes = nullptr;
  int found = 0;
  MPI_Win_get_attr(window.handle(), MPI_WIN_SIZE, &bytes, &found);
  return found ? static_cast<std::int64_t>(*bytes) : -1;
}

// Rank 0 has two pages and a bit, the others eight bytes.
std::size_t unequal_bytes() { return world().is_root() ? 8200 : 8; }

TEST_P(WindowOfKind, SameSizeIsMadeTrue) {
  const WindowChoice choice(GetParam(), WindowInfo::parse("same_size=true"));
  if (GetParam() == WindowKind::ghost) {
    EXPECT_THROW(make(unequal_bytes(), {.kind = choice}), FalsePromise);
    return;
  }
  const auto with = make(unequal_bytes(), {.kind = choice});
  EXPECT_EQ(world().min(exposed_bytes(*with)), world().max(exposed_bytes(*with)));
  EXPECT_EQ(with->local_bytes(), unequal_bytes());
  EXPECT_EQ(with->self_test(), "");
  if (world().size() == 1) return;
  const auto without = make(unequal_bytes(), {.kind = GetParam()});  // the sizes differ unless they are made equal
  EXPECT_LT(world().min(exposed_bytes(*without)), world().max(exposed_bytes(*without)));
}

TEST_P(WindowOfKind, NotesWhatMpiKeeps) {
  const WindowInfo info = WindowInfo::parse("same_disp_unit=true+accumulate_ordering=none+fockproxy_no_such_key=1");
  const WindowInfo copy = info;
  const auto window = make(8, {.kind = {GetParam(), copy}, .accumulates = Accumulates{.operators = "sum"}});
  for (const KeptKey& key : info.kept()) EXPECT_EQ(key.returned.size(), 1U) << key.name;
  const std::vector<NamedValue> pairs = info_of(window->handle());
  for (const KeptKey& key : info.kept()) {
    const auto found = std::ranges::find(pairs, key.name, &NamedValue::name);
    if (found == pairs.end()) EXPECT_EQ(key.verdict(), "not kept") << key.name;
    else EXPECT_EQ(key.verdict(), found->value == key.asked ? "kept" : "changed") << key.name;
  }
  EXPECT_EQ(info.with_own_record().kept().front().verdict(), "no window");
}

TEST_P(WindowOfKind, RefusesAFalsePromiseBeforeItIsMade) {
  const WindowChoice choice(GetParam(), WindowInfo::parse("accumulate_ops=same_op"));
  EXPECT_THROW(make(8, {.kind = choice}), FalsePromise);
  EXPECT_EQ(choice.info.kept().front().verdict(), "no window");
  EXPECT_NO_THROW(make(8, {.kind = choice, .accumulates = Accumulates{.operators = "sum"}}));
}

INSTANTIATE_TEST_SUITE_P(Kinds, WindowOfKind, ::testing::ValuesIn(window_kinds), [](const auto& info) {
  std::string name(to_string(info.param));
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(Window, FailureOnOneRankIsEveryRanksError) {
  const std::size_t bytes = world().is_root() ? std::size_t{1} << 60 : 8;
  EXPECT_THROW(Window(world(), bytes, {.kind = WindowKind::create}), ComputationError);
}

}  // namespace
}  // namespace fockproxy::testing
