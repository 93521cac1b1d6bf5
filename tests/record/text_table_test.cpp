#include "record/text_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "record/verdict_colours.hpp"

namespace fockproxy {
namespace {

TEST(TextTable, AlignsColumnsWithoutTrailingBlanks) {
  TextTable table({"kind", "n", "time"});
  table.add({"get", "3", "1.5 us"});
  table.add({"accumulate", "12345", ""});
  EXPECT_EQ(table.str(),
            "  kind            n    time\n"
            "  get             3  1.5 us\n"
            "  accumulate  12345\n");
}

TEST(TextTable, FoldsAtTheWidthOfATerminal) {
  TextTable table({"rank", "counter", "get", "accumulate", "held"}, 2);
  table.add({"0", "mpi3", "12.3 us", "4 us", "1"});
  table.add({"1", "ga", "1 us", "5 us", "2"});
  const std::string whole = table.str();
  fold_tables_at(34);
  EXPECT_EQ(table.str(),
            "  rank  counter      get\n"
            "  0        mpi3  12.3 us\n"
            "  1          ga     1 us\n"
            "\n"
            "  rank  counter  accumulate  held\n"
            "  0        mpi3        4 us     1\n"
            "  1          ga        5 us     2\n");
  fold_tables_at(5);  // too narrow for anything, so one column at a time
  EXPECT_EQ(std::ranges::count(table.str(), '\n'), 3 * 3 + 2);
  fold_tables_at(200);
  EXPECT_EQ(table.str(), whole);
  fold_tables_at(0);
  EXPECT_EQ(table.str(), whole);
}

TEST(VerdictColours, TakeNoRoomInATable) {
  TextTable table({"row", "verdict", "n"});
  table.add({"put", "PASS", "1"});
  table.add({"FAIL it", "HANG: put", ""});
  const std::string plain = table.str();
  colour_verdicts(true);
  const std::string in_colour = table.str();
  colour_verdicts(false);
  EXPECT_EQ(in_colour,
            "  row        verdict  n\n"
            "  put           \033[32mPASS\033[0m  1\n"
            "  \033[1;31mFAIL\033[0m it  \033[1;31mHANG\033[0m: put\n");
  EXPECT_EQ(std::regex_replace(in_colour, std::regex("\033\\[[0-9;]*m"), ""), plain);
}

TEST(VerdictColours, AreForWordsAlone) {
  colour_verdicts(true);
  for (const char* text : {"PASSED", "okay", "2 PASS", "UNSUPPORTED", ""}) EXPECT_EQ(coloured(text), text);
  EXPECT_EQ(coloured("ok   "), "\033[32mok\033[0m   ");
  colour_verdicts(false);
  EXPECT_EQ(coloured("FAIL"), "FAIL");
}

TEST(Format, SecondsHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(format_seconds(0), "0 s");
  EXPECT_EQ(format_seconds(1.234e-6), "1.23 us");
  EXPECT_EQ(format_seconds(12.34e-6), "12.3 us");
  EXPECT_EQ(format_seconds(9.996e-6), "10.0 us");
  EXPECT_EQ(format_seconds(32.46e-9), "32.5 ns");
  EXPECT_EQ(format_seconds(0.9996e-6), "1.00 us");
  EXPECT_EQ(format_seconds(0.1234), "123 ms");
  EXPECT_EQ(format_seconds(12.34), "12.3 s");
}

TEST(Format, CountsAndBytes) {
  EXPECT_EQ(format_count(7), "7");
  EXPECT_EQ(format_count(1234), "1 234");
  EXPECT_EQ(format_count(-123456), "-123 456");
  EXPECT_EQ(format_count(std::int64_t{5000000000}), "5 000 000 000");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(1.5e6), "1.5 MB");
}

}  // namespace
}  // namespace fockproxy
