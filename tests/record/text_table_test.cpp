#include "record/text_table.hpp"

#include <gtest/gtest.h>

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
