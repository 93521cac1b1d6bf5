#include "system/launching_process.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace fockproxy {
namespace {

// The parent of a process; empty for the first process, or if it cannot be found.
std::string parent_of(const std::string& process) {
  std::ifstream in("/proc/" + process + "/stat");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (const auto name_end = text.rfind(')'); name_end != std::string::npos) text.erase(0, name_end + 1);
  std::istringstream fields(text);
  std::string state, parent;
  fields >> state >> parent;
  return parent == "0" ? "" : parent;
}

}  // namespace

std::string launching_process() {
  static const std::regex launchers("(mpiexec|mpirun|orterun|prterun|prte|prun)([.-].*)?");
  for (std::string process = std::to_string(getppid()); !process.empty(); process = parent_of(process))
    if (std::regex_match(std::filesystem::path(process_link(process, "exe")).filename().string(), launchers))
      return process;
  return "";
}

std::vector<std::string> ancestor_programs() {
  std::vector<std::string> programs;
  for (std::string process = std::to_string(getppid()); !process.empty(); process = parent_of(process))
    if (std::string program = process_link(process, "exe"); !program.empty()) programs.push_back(std::move(program));
  return programs;
}

std::vector<std::string> process_words(const std::string& process, const char* file) {
  std::ifstream in("/proc/" + process + "/" + file, std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return words;
}

std::string process_link(const std::string& process, const std::string& file) {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/" + process + "/" + file, ignored).string();
}

int terminal_columns(int output) {
  const std::string launcher = launching_process();
  const std::string path = process_link(launcher.empty() ? "self" : launcher, "fd/" + std::to_string(output));
  if (!path.starts_with("/dev/pts/") && !path.starts_with("/dev/tty")) return 0;
  const int terminal = open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return 0;
  winsize size{};
  const bool known = ioctl(terminal, TIOCGWINSZ, &size) == 0;
  close(terminal);
  return known ? size.ws_col : 0;
}

}  // namespace fockproxy
