#include "app/check/check_report.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "app/shared/stack_words.hpp"
#include "parallel/agreement.hpp"
#include "parallel/mpi_introspection.hpp"
#include "record/json.hpp"
#include "record/operations.hpp"
#include "record/provenance.hpp"
#include "record/text_table.hpp"
#include "record/verdict_colours.hpp"

namespace fockproxy {

using check::RowResult;
using check::Status;

namespace {

// Writes all of `text`, in as many calls as needed; no allocation, no lock.
void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const auto n = write(file, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

void print_head(const Runtime& runtime) {
  fmt::print("{}, check\n\n  {}\n  {}\n", program_name(),
             runtime.mpi_library().substr(0, runtime.mpi_library().find(',')), processes_in_words(runtime));
  if (const std::string found = how_mpi_was_found(); !found.empty()) fmt::print("  {}\n", found);
  if (runtime.has_global_arrays()) fmt::print("  {}\n", runtime.global_arrays_version());
  for (const auto* facts : {&runtime.cures(), &runtime.quietened(), &runtime.self_tests()})
    for (const std::string& fact : *facts) fmt::print("  {}\n", fact);
  fmt::print("\n");
  std::fflush(stdout);
}

std::string whole_detail(const RowResult& result) {
  return result.detail + (result.cure.empty() ? "" : "; " + result.cure);
}

}  // namespace

ExitCode run_check(const CommandContext& context, const std::vector<check::CheckRow>& rows, const OutputOptions& output,
                   bool all) {
  const Communicator& world = context.runtime.world();
  const Json provenance = provenance_json(context);
  std::optional<JsonFile> file = open_json(context, output.json);
  const bool brief = check::waiting_is_slow(context.runtime);
  check::RowRunner runner({.runtime = context.runtime,
                           .watchdog = context.watchdog,
                           .brief = brief,
                           .all = all,
                           .stall_timeout = output.stall_timeout});
  std::optional<CheckReport> report;
  const Watchdog::LastAct last_act = [&report] { report->write_last_words(); };
  if (world.is_root()) {
    print_head(context.runtime);
    Json head = document("check", provenance, settings_json(context.settings), Json::object());
    report.emplace(rows, std::move(head), std::move(file), "fockproxy check");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    context.watchdog.before_the_end(nullptr);
    if (report) {
      report->begin(i);
      context.watchdog.before_the_end(&last_act);
    }
    const double start = now();
    const check::RowResult result = runner.run(rows[i]);
    if (report) report->end(i, result, now() - start);
  }
  context.watchdog.before_the_end(nullptr);
  int code = 0;
  on_root(world, [&] { code = static_cast<int>(report->finish()); });
  world.broadcast(std::span(&code, 1));
  return static_cast<ExitCode>(code);
}

CheckReport::CheckReport(const std::vector<check::CheckRow>& rows, Json head, std::optional<JsonFile> file,
                         std::string retry)
    : rows_(rows),
      head_(std::move(head)),
      file_(std::move(file)),
      retry_(std::move(retry)),
      results_(rows.size()),
      seconds_(rows.size(), 0.0) {
  for (const check::CheckRow& row : rows) width_ = std::max(width_, row.name.size());
  if (!file_) return;
  path_ = file_->path().string();
  temporary_ = path_ + ".tmp" + std::to_string(getpid());
}

void CheckReport::begin(std::size_t row) {
  if (rows_[row].section != section_) fmt::print("{}{}\n", section_.empty() ? "" : "\n", rows_[row].section);
  section_ = rows_[row].section;
  fmt::print("  {:<{}}  ", rows_[row].name, width_);
  std::fflush(stdout);
  last_words_ = hang_text(row);
  if (file_) last_document_ = to_text(document("HANG", row), 2) + "\n";
}

void CheckReport::end(std::size_t row, const RowResult& result, double seconds) {
  results_[row] = result;
  seconds_[row] = seconds;
  fmt::print("{}", line(row, to_string(result.status), grouped(row, result), seconds));
  std::fflush(stdout);
}

std::string CheckReport::grouped(std::size_t row, const RowResult& result) {
  if (result.status != Status::cured && result.status != Status::unsupported) return result.detail;
  const std::string& reason = result.status == Status::cured ? result.cure : result.detail;
  const auto [first, is_new] = first_with_.try_emplace(reason, rows_[row].name);
  return is_new ? whole_detail(result) : "as " + first->second;
}

std::string CheckReport::retry(std::size_t row) const {
  const int ranks = rows_[row].ranks;
  return (ranks > 1 ? fmt::format("mpiexec -n {} ", ranks) : "") + retry_ + " --only ";
}

std::string CheckReport::not_asked() const {
  std::map<std::string, std::vector<std::size_t>> by_reason;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (results_[i] && results_[i]->status == Status::not_run) by_reason[results_[i]->detail].push_back(i);
  std::string text;
  for (const auto& [reason, rows] : by_reason) {
    std::vector<std::string> names;
    for (const std::size_t row : rows) names.push_back(rows_[row].name);
    text += fmt::format("  {} ({}): {}{}\n", reason, plural(std::ssize(rows), "row"), retry(rows.front()),
                        fmt::join(names, ","));
  }
  return text.empty() ? "" : "\nNot asked\n" + text;
}

// The text after the name of a row.
std::string CheckReport::line(std::size_t row, std::string_view status, const std::string& detail,
                              double seconds) const {
  std::string text = coloured(fmt::format("{:<11}", status));
  if (status == "PASS" || status == "NOT SEEN")
    return fmt::format("{} {:>8}  {}\n", text, format_seconds(seconds), detail.empty() ? rows_[row].summary : detail);
  std::string rest = detail;
  const auto add = [&](const std::string& more) { rest += (rest.empty() ? "" : "; ") + more; };
  if (status == "NOT RUN") add(retry(row) + rows_[row].name);
  if ((status == "FAIL" || status == "HANG") && !rows_[row].cure.empty()) add("what may help: " + rows_[row].cure);
  return text + (rest.empty() ? "" : " ") + rest + "\n";
}

std::string CheckReport::hang_text(std::size_t row) const {
  // On a new line, because other ranks may have written to standard error after the name.
  std::string text = fmt::format("\n  {:<{}}  {}", rows_[row].name, width_, line(row, "HANG", "", 0));
  for (std::size_t left = row + 1; left < rows_.size(); ++left)
    text += fmt::format("  {:<{}}  {}", rows_[left].name, width_, line(left, "NOT RUN", "", 0));
  return text + fmt::format("CHECK: HANG in {}; standard error says where each rank was\n", rows_[row].name);
}

Json CheckReport::document(std::string_view verdict, std::optional<std::size_t> hanging) const {
  Json rows = Json::array();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Json row{{"name", rows_[i].name}, {"section", rows_[i].section}, {"summary", rows_[i].summary}};
    row["status"] = results_[i] ? to_string(results_[i]->status) : hanging == i ? "HANG" : "NOT RUN";
    row["detail"] = results_[i] ? whole_detail(*results_[i]) : "";
    row["cure"] = rows_[i].cure;
    row["seconds"] = seconds_[i];
    rows.push_back(std::move(row));
  }
  Json json = head_;
  json["verdict"] = verdict;
  json["rows"] = std::move(rows);
  return json;
}

ExitCode CheckReport::finish() {
  const auto count = [&](Status status) {
    return std::ranges::count_if(results_, [&](const auto& result) { return result && result->status == status; });
  };
  const bool failed = count(Status::fail) > 0;
  fmt::print("{}\nCHECK: {}: {} passed, {} not seen, {} cured, {} failed, {} unsupported, {} not run\n", not_asked(),
             coloured(failed ? "FAIL" : "PASS"), count(Status::pass), count(Status::not_seen), count(Status::cured),
             count(Status::fail), count(Status::unsupported), count(Status::not_run));
  if (file_) file_->write(document(failed ? "FAIL" : "PASS", std::nullopt));
  return failed ? ExitCode::failed_computation : ExitCode::success;
}

void CheckReport::write_last_words() const {
  write_all(STDOUT_FILENO, last_words_);
  if (!file_) return;
  const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return;
  write_all(file, last_document_);
  close(file);
  if (rename(temporary_.c_str(), path_.c_str()) != 0) unlink(temporary_.c_str());
}

}  // namespace fockproxy
