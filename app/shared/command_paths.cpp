#include "app/shared/command_paths.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <system_error>

#include "chem/data_directory.hpp"
#include "chem/text_file.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;
using Role = PathOption::Role;

// Identifies a file: two paths name the same file if their identities are equal.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name;  // for a missing file: its name in the directory `inode`; without such a directory, the whole path
  bool operator==(const FileIdentity&) const = default;
};

FileIdentity identity_of(fs::path path) {
  struct stat found{};
  std::error_code error;
  if (!path.has_filename()) path = path.parent_path();  // "file/"
  if (stat(path.c_str(), &found) == 0) return {found.st_dev, found.st_ino, {}};
  constexpr int most_links = 40;  // as in Linux
  for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  for (const fs::path& form : {path, fs::absolute(path, error).lexically_normal()}) {
    const fs::path parent = form.parent_path();
    if (stat(parent.empty() ? "." : parent.c_str(), &found) == 0)
      return {found.st_dev, found.st_ino, form.filename().string()};
  }
  return {0, 0, fs::absolute(path, error).lexically_normal().string()};
}

std::string shown(const fs::path& path) { return "'" + printable(path.string(), 1000) + "'"; }

// A path on the command line, or a standard stream.
struct Claim {
  const PathOption* option;  // null for a standard stream
  std::string words;
  FileIdentity file;
  bool beside = false;
};

// Standard output or standard error, if it goes to a file that could be lost.
std::optional<Claim> claim_of(int descriptor, const char* words) {
  struct stat found{};
  if (fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return Claim{nullptr, words, {found.st_dev, found.st_ino, {}}};
}

// The file of an input. A value that names no file is taken as a path; the command will refuse it later.
fs::path located(const PathOption& option) {
  if (!option.locate) return *option.value;
  try {
    return option.locate(*option.value);
  } catch (const UsageError&) {
    return *option.value;
  }
}

std::vector<Claim> claims_of(const PathOption& option) {
  const fs::path path = option.value->empty() ? "" : located(option);
  if (path.empty()) return {};
  const std::string words = option.name + " " + shown(*option.value);
  std::vector<Claim> claims{{&option, words, identity_of(path)}};
  if (!option.beside.empty()) {
    const fs::path first = path.string() + option.beside;
    claims.push_back({&option, fmt::format("{}, written as {} first,", words, shown(first)), identity_of(first), true});
  }
  return claims;
}

bool may_be_one(const Claim& a, const Claim& b) {
  if (a.option == b.option) return true;  // a file and the one beside it; the two standard streams
  const auto replaces = [](const Claim& output, const Claim& input) {
    return output.option && input.option && !output.beside && output.option->replaces == input.option->name;
  };
  return replaces(a, b) || replaces(b, a);
}

void refuse_shipped(const Claim& claim, const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error) return;
  fs::path data;
  try {
    data = fs::canonical(find_data_directory(), error);
  } catch (const UsageError&) {
    return;
  }
  if ((file.parent_path() == data / "molecules" && file.extension() == ".xyz") ||
      (file.parent_path() == data / "basis" && file.extension() == ".g94"))
    throw UsageError(claim.words + " would replace a file that comes with fockproxy; name another file");
}

}  // namespace

void CommandPaths::refuse_shared_files() const {
  std::vector<Claim> claims;
  const auto take = [&claims](const Claim& claim) {
    for (const Claim& other : claims)
      if (claim.file == other.file && !may_be_one(claim, other))
        throw UsageError(
            fmt::format("{} and {} are the same file; name another file for one of them", other.words, claim.words));
    claims.push_back(claim);
  };
  for (const PathOption& option : options_)
    for (const Claim& claim : claims_of(option)) take(claim);
  if (const auto output = claim_of(STDOUT_FILENO, "standard output")) take(*output);
  if (const auto errors = claim_of(STDERR_FILENO, "standard error")) take(*errors);
  for (const Claim& claim : claims)
    if (claim.option && claim.option->role == Role::output && !claim.beside)
      refuse_shipped(claim, *claim.option->value);
}

}  // namespace fockproxy
