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

// A pipe from a job. Its ends are closed in other programs, and in this one with the object.
class JobPipe {
 public:
  JobPipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  ~JobPipe() {
    close_writing();
    if (ends_[0] >= 0) close(ends_[0]);
  }
  JobPipe(const JobPipe&) = delete;
  JobPipe& operator=(const JobPipe&) = delete;

  bool is_open() const { return ends_[0] >= 0; }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  // Appends what is there to `text`, if there is something.
  bool read_to(std::string& text) const {
    std::array<char, 4096> bytes;
    const ssize_t n = read(ends_[0], bytes.data(), bytes.size());
    if (n > 0) text.append(bytes.data(), static_cast<std::size_t>(n));
    return n > 0;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

// A job with a session of its own, so that all its processes on this host can be ended together.
class Job {
 public:
  Job(const Launch& launch, Words command, Words environment) {
    if (!output_.is_open() || !errors_.is_open()) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output_.writing(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors_.writing(), STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, launch.directory.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    if (posix_spawn(&process_, launch.launcher.c_str(), &actions, &attributes, pointers(command).data(),
                    pointers(environment).data()) != 0)
      process_ = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    output_.close_writing();
    errors_.close_writing();
  }
  ~Job() {
    if (ended()) return;
    const pid_t session = process_;
    kill(-session, SIGTERM);  // a launcher that is asked to end also ends its ranks on other hosts
    for (int i = 0; i < 30 && !ended(); ++i) usleep(100'000);
    kill(-session, SIGKILL);
    if (!ended()) waitpid(session, nullptr, 0);
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  JobEnd end_before(double deadline) {
    JobEnd end;
    while (now() < deadline) {
      const bool over = ended();  // checked before reading, so that the last output is not missed
      std::array<pollfd, 2> waiting{{{output_.reading(), POLLIN, 0}, {errors_.reading(), POLLIN, 0}}};
      const bool ready = poll(waiting.data(), waiting.size(), over ? 0 : 100) > 0;
      const bool said = ready && waiting[0].revents != 0 && output_.read_to(end.output);
      const bool complained = ready && waiting[1].revents != 0 && errors_.read_to(end.errors);
      if (said || complained) continue;
      if (over) break;
      if (ready) usleep(10'000);  // a pipe is closed, but the process has not ended
    }
    if (ended()) end.code = code_;
    return end;
  }

 private:
  bool ended() {
    int status = 0;
    if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
      code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      process_ = -1;
    }
    return process_ < 0;
  }

  JobPipe output_, errors_;
  pid_t process_ = -1;
  int code_ = -1;
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

JobEnd run_again(const Launch& launch, const Words& arguments, const Words& settings, double seconds) {
  Words command = launch.command, environment = launch.environment;
  command.insert(command.end(), arguments.begin(), arguments.end());
  for (const std::string& setting : settings) {
    std::erase_if(environment, [&](const std::string& other) { return name_of(other) == name_of(setting); });
    environment.push_back(setting);
  }
  return Job(launch, command, environment).end_before(now() + seconds);
}

std::optional<std::string> relaunch(const Launch& launch, const Words& arguments, const Words& settings,
                                    double seconds) {
  const JobEnd end = run_again(launch, arguments, settings, seconds);
  return end.code == 0 ? std::optional(end.output) : std::nullopt;
}

}  // namespace fockproxy
