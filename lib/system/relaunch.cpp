#include "system/relaunch.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "support/clock.hpp"
#include "system/launching_process.hpp"

namespace fockproxy {
namespace {

using Words = std::vector<std::string>;

bool ends_with(const Words& words, const Words& end) {
  return words.size() > end.size() && std::equal(end.rbegin(), end.rend(), words.rbegin());
}

std::vector<char*> pointers(Words& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

std::string name_of(const std::string& setting) { return setting.substr(0, setting.find('=') + 1); }

// A job with a session of its own, so that all its processes on this host can be ended together.
class Job {
 public:
  Job(const Launch& launch, Words command, Words environment) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addchdir_np(&actions, launch.directory.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    if (posix_spawn(&process_, launch.launcher.c_str(), &actions, &attributes, pointers(command).data(),
                    pointers(environment).data()) != 0)
      process_ = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe[1]);
    from_ = pipe[0];
  }
  ~Job() {
    if (from_ >= 0) close(from_);
    if (ended()) return;
    const pid_t session = process_;
    kill(-session, SIGTERM);  // a launcher that is asked to end also ends its ranks on other hosts
    for (int i = 0; i < 30 && !ended(); ++i) usleep(100'000);
    kill(-session, SIGKILL);
    if (!ended()) waitpid(session, nullptr, 0);
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  std::optional<std::string> output_until(double deadline) {
    std::string text;
    while (now() < deadline) {
      const bool over = ended();  // checked before reading, so that the last output is not missed
      pollfd waiting{from_, POLLIN, 0};
      const bool ready = poll(&waiting, 1, over ? 0 : 100) > 0;
      std::array<char, 4096> bytes;
      const ssize_t n = ready ? read(from_, bytes.data(), bytes.size()) : 0;
      if (n > 0) text.append(bytes.data(), n);
      else if (over) break;
      else if (ready) usleep(10'000);  // the pipe is closed, but the process has not ended
    }
    return succeeded_ ? std::optional(text) : std::nullopt;
  }

 private:
  bool ended() {
    int status = 0;
    if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
      succeeded_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      process_ = -1;
    }
    return process_ < 0;
  }

  pid_t process_ = -1;
  int from_ = -1;
  bool succeeded_ = false;
};

}  // namespace

std::optional<Launch> find_launch() {
  const Words own = process_words("self", "cmdline");
  const std::string process = launching_process();
  if (own.empty() || process.empty()) return std::nullopt;
  Words command = process_words(process, "cmdline");
  // "mpiexec -n 1 a : -n 1 b" starts other programs too.
  if (!ends_with(command, own) || std::ranges::find(command, ":") != command.end()) return std::nullopt;
  command.resize(command.size() - own.size() + 1);
  return Launch{process_link(process, "exe"), command, process_words(process, "environ"), process_link(process, "cwd")};
}

std::optional<std::string> relaunch(const Launch& launch, const Words& arguments, const Words& settings,
                                    double seconds) {
  Words command = launch.command, environment = launch.environment;
  command.insert(command.end(), arguments.begin(), arguments.end());
  for (const std::string& setting : settings) {
    std::erase_if(environment, [&](const std::string& other) { return name_of(other) == name_of(setting); });
    environment.push_back(setting);
  }
  return Job(launch, command, environment).output_until(now() + seconds);
}

}  // namespace fockproxy
