// What the tests of this folder share: a directory of their own, and the message of an expected UsageError.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/error.hpp"

namespace fockproxy {

// A new directory that is removed with everything in it at the end of the scope.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "fockproxy_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot create " + name);
    }
    path_ = name;
  }
  ~ScratchDirectory() { std::filesystem::remove_all(path_); }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Writes a file, with the directories above it.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

// What the UsageError thrown by `call` says; a test failure if it throws none or more than one line.
template <class Call>
std::string usage_error(Call call) {
  try {
    call();
  } catch (const UsageError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_FALSE(message.empty());
    return message;
  }
  ADD_FAILURE() << "no UsageError was thrown";
  return "";
}

// The same for a call on `file`, without the path at the front of the message.
template <class Call>
std::string usage_error_in(const std::filesystem::path& file, Call call) {
  const std::string message = usage_error(call);
  const std::string path = file.string();
  EXPECT_TRUE(message.starts_with(path + ":")) << message;
  return message.substr(std::min(message.size(), path.size() + 1));
}

}  // namespace fockproxy
