// Programs for the developers of MPI: which rows have one, and its text. tests/cli compiles and runs them.
#include "check/reproducer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "check/check_row.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

TEST(Reproducers, AreShortAndComplete) {
  int programs = 0;
  for (const CheckRow& row : all_rows()) {
    if (row.reproducer.pieces.empty()) continue;
    ++programs;
    const std::string source = reproducer_source(row);
    EXPECT_LT(std::ranges::count(source, '\n'), 100) << row.name;
    EXPECT_EQ(source.find('@'), std::string::npos) << row.name << ": " << source.substr(source.find('@'), 40);
    EXPECT_TRUE(source.starts_with("/* " + row.name + ": ")) << source.substr(0, 80);
    EXPECT_NE(source.find("mpicc"), std::string::npos);
    EXPECT_NE(source.find("Right: \"ok\""), std::string::npos);
    const bool creates = row.name.ends_with("-create") || row.name == "window-unaligned" || row.name == "window-far" ||
                         row.name.starts_with("device-window") || row.name.starts_with("device-both");
    EXPECT_NE(source.find("mpiexec -n " + std::to_string(std::max(2, row.ranks))), std::string::npos) << row.name;
    EXPECT_EQ(source.find("MPI_Win_create(") != std::string::npos, creates) << row.name;
    EXPECT_EQ(source.find("MPI_Win_allocate(") != std::string::npos, !creates) << row.name;
    EXPECT_EQ(source.find("\"alloc_shm\", \"false\"") != std::string::npos, row.name.ends_with("-noshm")) << row.name;
  }
  EXPECT_GT(programs, 80);
}

TEST(Reproducers, BelongToEveryRowOnMpiItselfAndToNoOther) {
  for (const CheckRow& row : all_rows()) {
    const bool about_mpi = row.section == "Windows" || row.section == "Atomics" || row.section == "Patches" ||
                           row.section == "Requests" || row.section == "Info keys of windows" ||
                           row.section == "Operators and datatypes" || row.section == "Completion at all targets" ||
                           row.section == "Threads" || row.section == "Device memory";
    const bool alone = about_mpi && !row.name.ends_with("-ghost");  // a ghost needs more than MPI
    EXPECT_EQ(!row.reproducer.pieces.empty(), alone) << row.name;
  }
}

TEST(Reproducers, AreRefusedWithTheNamesOfThoseThereAre) {
  const auto rows = all_rows();
  const auto own = std::ranges::find(rows, "counter-mpi3", &CheckRow::name);
  ASSERT_NE(own, rows.end());
  try {
    reproducer_source(*own);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const char* word : {"counter-mpi3", "UNSUPPORTED", "fetch-and-op", "rget-255", "window-unpadded"})
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fockproxy::check
