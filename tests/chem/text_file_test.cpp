#include "chem/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "scratch.hpp"

namespace fockproxy {
namespace {

constexpr std::string_view kind = "an XYZ file";

TEST(SplitWords, BlanksAndTabsSeparate) {
  EXPECT_EQ(split_words("  a\tbc   d "), (std::vector<std::string_view>{"a", "bc", "d"}));
  EXPECT_TRUE(split_words("").empty());
  EXPECT_TRUE(split_words(" \t ").empty());
}

TEST(Printable, IsOneShortLine) {
  EXPECT_EQ(printable("plain text"), "plain text");
  EXPECT_EQ(printable("a\nb\x1b[31m"), "a?b?[31m");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable("\xc3\x85ngstr\xc3\xb6m"), "\xc3\x85ngstr\xc3\xb6m");
}

TEST(TextFile, LineEndsOfUnixAndWindows) {
  const ScratchDirectory scratch;
  for (const char* content :
       {"one\ntwo\n\nfour", "one\ntwo\n\nfour\n", "one\r\ntwo\r\n\r\nfour\r\n", "\xEF\xBB\xBFone\ntwo\n\nfour\n"}) {
    const TextFile text = TextFile::read(scratch.write("file", content), kind);
    ASSERT_EQ(text.lines(), 4);
    EXPECT_EQ(text.line(1), "one");
    EXPECT_EQ(text.line(2), "two");
    EXPECT_EQ(text.line(3), "");
    EXPECT_EQ(text.line(4), "four");
  }
}

TEST(TextFile, LongFilesAreReadWhole) {
  const ScratchDirectory scratch;
  std::string content;
  for (int i = 0; i < 100000; ++i) {
    content += std::to_string(i) + "\n";
  }
  const TextFile text = TextFile::read(scratch.write("file", content), kind);
  ASSERT_EQ(text.lines(), 100000);
  EXPECT_EQ(text.line(77778), "77777");
  EXPECT_EQ(text.line(100000), "99999");
}

TEST(TextFile, WhatCannotBeReadIsRefused) {
  const ScratchDirectory scratch;
  const auto message = [&](const std::filesystem::path& file) {
    return usage_error_in(file, [&] { read_text(file, kind); });
  };
  EXPECT_EQ(message(scratch.path() / "missing"),
            " cannot be opened (No such file or directory); give the path of an XYZ file");
  EXPECT_EQ(message(scratch.path()), " is a directory; give the path of an XYZ file");
  EXPECT_EQ(message(scratch.write("empty", "")), "1: the file is empty; give the path of an XYZ file");
  EXPECT_EQ(message(scratch.write("blank", " \n\t\r\n\n")), "1: the file is empty; give the path of an XYZ file");
  EXPECT_EQ(message("/dev/zero"), " is larger than 64 MiB; give the path of an XYZ file");
  EXPECT_EQ(message(scratch.write("nul", std::string_view("3\n\nO\0 0 0", 9))),
            "3: a byte of value 0, which no text has; give the path of an XYZ file");
}

TEST(TextFile, APipeIsReadToItsEnd) {
  const ScratchDirectory scratch;
  const std::string pipe = (scratch.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string content = std::string(200000, 'a') + "\nlast\n";  // longer than a pipe holds at once
  std::thread writer([&] { std::ofstream(pipe) << content; });
  const TextFile text = TextFile::read(pipe, kind);
  writer.join();
  ASSERT_EQ(text.lines(), 2);
  EXPECT_EQ(text.line(2), "last");
}

TEST(TextFile, ALineBreakInAFileNameStaysOutOfTheMessage) {
  const std::string message = usage_error([] { read_text("no\nsuch\nfile", kind); });
  EXPECT_TRUE(message.starts_with("no?such?file: cannot be opened")) << message;
}

class FiniteNumber : public ::testing::Test {
 protected:
  double read(std::string_view word) const { return text_.finite_number(1, word, "the exponent"); }
  std::string refusal(std::string_view word) const {
    return usage_error_in(text_.path(), [&] { read(word); });
  }

 private:
  TextFile text_{"file", "text"};
};

TEST_F(FiniteNumber, FormsOfFortranAndC) {
  EXPECT_EQ(read("1.5"), 1.5);
  EXPECT_EQ(read("-1.5"), -1.5);
  EXPECT_EQ(read("+1.5"), 1.5);
  EXPECT_EQ(read("0"), 0.0);
  EXPECT_EQ(read(".5"), 0.5);
  EXPECT_EQ(read("5."), 5.0);
  EXPECT_EQ(read("1.3e2"), 130.0);
  EXPECT_EQ(read("1.3E+02"), 130.0);
  EXPECT_EQ(read("1.3D+02"), 130.0);
  EXPECT_EQ(read("0.13d-1"), 0.013);
}

TEST_F(FiniteNumber, WhatIsNoNumberIsRefused) {
  for (const char* word :
       {"1.0x", "x", "-", "+", "+-1", "++1", "1,5", "1.0e", "1.0D", "0x10", "1.0e5.0", "1.2.3", "1e-"}) {
    EXPECT_EQ(refusal(word),
              "1: the exponent '" + std::string(word) + "' is not a number; write it like 0.757 or 1.2e-3");
  }
}

TEST_F(FiniteNumber, WhatIsNotFiniteIsRefused) {
  for (const char* word : {"nan", "NaN", "-nan", "inf", "-inf", "Infinity"}) {
    EXPECT_NE(refusal(word).find("is not finite; "), std::string::npos) << word;
  }
  for (const char* word : {"1e400", "-1D400", "1e-400"}) {
    EXPECT_NE(refusal(word).find("is outside the range of a double; "), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace fockproxy
