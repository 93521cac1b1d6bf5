// Every path of every subcommand, and every way to name one file twice.
#include "app/shared/command_paths.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "app/shared/option_group.hpp"
#include "app/shared/subcommand.hpp"
#include "chem/data_directory.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;

class CommandPathsTest : public ::testing::Test {
 protected:
  CommandPathsTest() {
    std::string name = (fs::temp_directory_path() / "fockproxy_paths_XXXXXX").string();
    directory_ = mkdtemp(name.data());
    fs::current_path(directory_);
    fs::create_directory("folder");
  }
  ~CommandPathsTest() override {
    fs::current_path("/");
    fs::remove_all(directory_);
  }

  static void write(const fs::path& file, const char* text = "text\n") { std::ofstream(file) << text; }

  fs::path directory_;
};

// A subcommand with its options, as the program makes it.
struct Command {
  explicit Command(std::unique_ptr<Subcommand> made)
      : subcommand(std::move(made)),
        options(make_command(subcommand->name(), subcommand->summary(), subcommand->paths, subcommand->settings)) {
    subcommand->add_options(*options);
  }
  explicit Command(std::string_view name) : Command(named(name)) {}

  static std::unique_ptr<Subcommand> named(std::string_view name) {
    for (auto& subcommand : make_subcommands())
      if (subcommand->name() == name) return std::move(subcommand);
    throw std::runtime_error("no such subcommand");
  }

  std::unique_ptr<Subcommand> subcommand;
  std::shared_ptr<CLI::App> options;
};

// The error for these arguments; empty if they are accepted.
std::string refusal(std::string_view subcommand, const std::string& arguments) {
  Command command(subcommand);
  command.options->parse(arguments);
  try {
    command.subcommand->paths.refuse_shared_files();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string with_value(const PathOption& option, const std::string& value) {
  return option.name.starts_with("--") ? option.name + " " + value : value;
}

bool is_meant(const PathOption& a, const PathOption& b) { return a.replaces == b.name || b.replaces == a.name; }

// Pairs of names of one file, which `make` creates.
struct TwoNames {
  const char* how;
  std::string first, second;
  void (*make)();
};

const std::vector<TwoNames> ways = {
    {"the same path", "./a", "./a", [] { std::ofstream("a") << "text\n"; }},
    {"another spelling", "a", "./a", [] { std::ofstream("a") << "text\n"; }},
    {"by way of ..", "./a", "folder/../a", [] { std::ofstream("a") << "text\n"; }},
    {"a symbolic link", "./a", "./b",
     [] {
       std::ofstream("a") << "text\n";
       fs::create_symlink("a", "b");
     }},
    {"a hard link", "./a", "./b",
     [] {
       std::ofstream("a") << "text\n";
       fs::create_hard_link("a", "b");
     }},
    {"a linked folder", "./folder/a", "./other/a",
     [] {
       std::ofstream("folder/a") << "text\n";
       fs::create_symlink("folder", "other");
     }},
    {"not there yet", "./a", "folder/../a", [] {}},
    {"a link to what is not there yet", "./folder/a", "./b", [] { fs::create_symlink("folder/a", "b"); }},
    {"in a linked folder, not there yet", "./folder/a", "./other/a", [] { fs::create_symlink("folder", "other"); }},
    {"a path that nobody has", "./none/a", "none/./a", [] {}},
};

TEST_F(CommandPathsTest, EveryPairOfOptionsInEveryWay) {
  int pairs = 0, meant = 0;
  for (const auto& subcommand : make_subcommands()) {
    const auto options = Command(subcommand->name()).subcommand->paths.options().size();
    for (std::size_t i = 0; i < options; ++i)
      for (std::size_t j = 0; j < options; ++j)
        for (const TwoNames& way : ways) {
          if (i == j) continue;
          const fs::path scratch = directory_ / "scratch";
          fs::create_directories(scratch / "folder");
          fs::current_path(scratch);
          way.make();
          Command command(subcommand->name());
          const PathOption& a = command.subcommand->paths.options()[i];
          const PathOption& b = command.subcommand->paths.options()[j];
          const std::string message =
              refusal(subcommand->name(), with_value(a, way.first) + " " + with_value(b, way.second));
          const std::string what = std::string(subcommand->name()) + " " + a.name + " " + b.name + ", " + way.how;
          if (is_meant(a, b)) {
            EXPECT_EQ(message, "") << what;
            ++meant;
          } else {
            EXPECT_NE(message.find(a.name + " '" + way.first), std::string::npos) << what << ": " << message;
            EXPECT_NE(message.find(b.name + " '" + way.second), std::string::npos) << what << ": " << message;
            EXPECT_NE(message.find("are the same file"), std::string::npos) << what << ": " << message;
            ++pairs;
          }
          fs::current_path(directory_);
          fs::remove_all(scratch);
        }
  }
  EXPECT_GT(pairs, 700);
  EXPECT_EQ(meant, 2 * static_cast<int>(ways.size())) << "--restart c --checkpoint c, both ways round, and no other";
}

TEST_F(CommandPathsTest, DifferentFilesAreLeftAlone) {
  write("a");
  fs::create_symlink("a", "link");
  fs::create_directory("other");
  EXPECT_EQ(refusal("scf", "a --json b --save-density folder/b --checkpoint other/b --trace c"), "");
  EXPECT_EQ(refusal("scf", "link --json b --restart c --checkpoint c"), "");
  EXPECT_EQ(refusal("fock", "a --density first --json first"), "") << "first is no file here";
}

TEST_F(CommandPathsTest, WhatANameStandsForIsAnInput) {
  const std::string water = (find_data_directory() / "molecules" / "water.xyz").string();
  const std::string basis = (find_data_directory() / "basis" / "cc-pvdz.g94").string();
  EXPECT_NE(refusal("scf", "water --json " + water).find("molecule 'water' and --json '"), std::string::npos);
  EXPECT_NE(refusal("scf", "water --json " + basis).find("--basis 'cc-pvdz' and --json '"), std::string::npos);
  for (const char* subcommand : {"check", "info", "ladder"})
    EXPECT_NE(refusal(subcommand, "--json " + water).find("comes with fockproxy"), std::string::npos) << subcommand;
}

TEST_F(CommandPathsTest, TheFileThatIsWrittenFirstIsAnOutputToo) {
  write("c.new");
  EXPECT_NE(refusal("scf", "./c.new --checkpoint c").find("written as 'c.new' first"), std::string::npos);
  EXPECT_NE(refusal("scf", "water --json c.new --save-density c").find("are the same file"), std::string::npos);
  EXPECT_NE(refusal("scf", "water --restart c.new --checkpoint c").find("are the same file"), std::string::npos);
}

// An option that takes any word and is not known as a path may be an unregistered path.
TEST_F(CommandPathsTest, WhatTakesTheNameOfAFileIsKnown) {
  const std::string file = (directory_ / "some.file").string();
  write(file);
  int looked_at = 0;
  for (const auto& subcommand : make_subcommands()) {
    Command table(subcommand->name());
    for (const CLI::Option* option : table.options->get_options()) {
      const std::string name = option->get_positional() ? option->get_name(true) : "--" + option->get_lnames().front();
      const bool known = std::ranges::any_of(table.subcommand->paths.options(),
                                             [&](const PathOption& path) { return path.name == name; });
      EXPECT_EQ(known, option->get_type_name() == "FILE") << name;
      if (known || option->get_items_expected_max() == 0) continue;
      Command command(subcommand->name());
      const bool needs_molecule = std::ranges::any_of(command.subcommand->paths.options(),
                                                      [](const PathOption& path) { return path.name == "molecule"; });
      const auto use = [&] {
        command.options->parse((needs_molecule ? "water " : "") + name + " " + file);
        command.subcommand->resolve();
        command.subcommand->needs();
      };
      EXPECT_ANY_THROW(use()) << subcommand->name() << " " << name << " takes the name of a file: declare it as one";
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 100);
}

}  // namespace
}  // namespace fockproxy
