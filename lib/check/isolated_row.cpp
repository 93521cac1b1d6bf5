#include "check/isolated_row.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>
#include <string_view>

#include "experiment/quiet_barrier.hpp"

namespace fockproxy::check {
namespace {

constexpr const char* isolation = "FOCKPROXY_CHECK_ISOLATED";
constexpr const char* no_launcher =
    "this row runs in a separate job, but the launcher of this job was not found; to run the row in this job, set "
    "FOCKPROXY_CHECK_ISOLATED=1 in the environment";
constexpr double start_and_end = 15;        // seconds that a job takes in addition to its row
constexpr double usual_stall_timeout = 30;  // where the user has switched off the watchdog of this job

// The line of a row in the report of a job.
struct ReportedLine {
  std::string status;  // empty: there is no line
  std::string detail;
};

ReportedLine line_of(const std::string& name, const std::string& output) {
  // The name, the status, the seconds of some rows, and the detail. The advice at its end is left out, because this
  // job adds it itself.
  const std::regex pattern("^  " + name +
                           " +(PASS|NOT SEEN|CURED|UNSUPPORTED|NOT RUN|FAIL|HANG) *(?:[0-9.]+ [num]?s  )?"
                           "(.*?)(?:; what may help: .*)?$");
  ReportedLine found;
  std::istringstream lines(output);
  std::smatch parts;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, parts, pattern)) found = {parts[1].str(), parts[2].str()};
  return found;
}

// The text after `prefix` in each line that contains it, joined: "a; b".
std::string text_after(std::string_view prefix, const std::string& errors) {
  std::string all;
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find(prefix); at != std::string::npos)
      all += (all.empty() ? "" : "; ") + line.substr(at + prefix.size());
  return all;
}

// The name of the signal, "SIGKILL", from the output of the launcher ("exited on signal 9 (Killed)", "Killed (signal
// 9)") or from its exit code. Empty if there is none.
std::string signal_of(const JobEnd& end) {
  static const std::regex pattern("signal ([0-9]{1,2})\\b");
  const std::string words = end.output + end.errors;
  std::smatch parts;
  int number = end.code > 128 ? end.code - 128 : 0;
  if (std::regex_search(words, parts, pattern)) number = std::stoi(parts[1].str());
  const char* const name = number > 0 ? sigabbrev_np(number) : nullptr;
  return name ? std::string("SIG") + name : "";
}

std::string last_line_of(const std::string& text) {
  std::string last;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t=-") != std::string::npos) last = line;
  return last;
}

std::string how_it_ended(const JobEnd& end, double limit) {
  std::string why;
  const auto add = [&](const std::string& reason) { why += (why.empty() ? "" : "; ") + reason; };
  if (const std::string error = text_after("fockproxy: error: ", end.errors); !error.empty()) add(error);
  if (const std::string stalled = text_after("fockproxy: stalled: ", end.errors); !stalled.empty())
    add("did not end: " + stalled);
  if (const std::string signal = signal_of(end); why.find(signal) == std::string::npos) add("ended by " + signal);
  if (!why.empty()) return why;
  if (end.code < 0) return fmt::format("did not end within {:.0f} s", limit);
  const std::string last = last_line_of(end.errors);
  return fmt::format("ended with exit code {}{}{}", end.code, last.empty() ? "" : ": ", last);
}

}  // namespace

bool is_isolated(const Communicator& world) { return world.max(std::getenv(isolation) != nullptr ? 1 : 0) == 1; }

RowResult result_of_job(const std::string& name, const JobEnd& end, double limit) {
  const ReportedLine line = line_of(name, end.output);
  if (line.status == "FAIL") return {Status::fail, line.detail};
  for (const Status status : {Status::pass, Status::unsupported, Status::not_run})
    if (end.code == 0 && line.status == to_string(status)) return {status, line.detail};
  return {Status::fail, (line.status == "PASS" ? "correct results, but then: " : "") + how_it_ended(end, limit)};
}

RowResult run_isolated(const CheckContext& context, const std::string& name) {
  const Runtime& runtime = context.runtime;
  const double stall_timeout = context.stall_timeout > 0 ? context.stall_timeout : usual_stall_timeout;
  const double limit = stall_timeout + start_and_end;
  const std::string setting = std::string(isolation) + "=1";
  RowResult result;
  context.watchdog.pause();  // the other job has its own watchdog and time limit
  if (runtime.world().is_root()) {
    const auto launch = find_launch();
    std::vector<std::string> arguments{"check", "--only", name};
    arguments.insert(arguments.end(), {"--stall-timeout", fmt::format("{}", stall_timeout)});
    arguments.insert(arguments.end(), {"--thread-level", thread_level_name(runtime.thread_level_requested())});
    if (launch) result = result_of_job(name, run_again(*launch, arguments, {setting}, limit), limit);
    else result = {Status::unsupported, no_launcher};
  }
  quiet_barrier(runtime.world(), 0.05);  // leaves the cores to the other job
  context.watchdog.resume();
  return result;
}

}  // namespace fockproxy::check
