// The lines and the JSON document of `fockproxy check`, also for a job that hangs in the middle.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/document.hpp"
#include "app/shared/option_group.hpp"
#include "check/check_row.hpp"
#include "record/json.hpp"

namespace fockproxy {

// Runs the rows in their order and reports each as it finishes. Collective, the same exit code on every rank: failed
// when a row failed. A row that hangs ends the job: see CheckReport. `all`: every row is asked for.
ExitCode run_check(const CommandContext& context, const std::vector<check::CheckRow>& rows, const OutputOptions& output,
                   bool all = false);

// Rank 0 only. Prints a row's name before it runs and its result after; keeps what the watchdog is to say and write if
// the row never ends.
class CheckReport {
 public:
  // `head`: schema version, command, provenance and config of the document; a path for it, or none.
  CheckReport(const std::vector<check::CheckRow>& rows, Json head, std::optional<JsonFile> file, std::string retry);
  CheckReport(const CheckReport&) = delete;
  CheckReport& operator=(const CheckReport&) = delete;

  void begin(std::size_t row);
  void end(std::size_t row, const check::RowResult& result, double seconds);
  // The last lines and the document.
  ExitCode finish();

  // For the watchdog's thread: writes with write(2) and rename(2) alone what begin() prepared.
  void write_last_words() const;

 private:
  std::string line(std::size_t row, std::string_view status, const std::string& detail, double seconds) const;
  // The detail; where another row gave the same reason before, only which one.
  std::string grouped(std::size_t row, const check::RowResult& result);
  // Why rows were not run, and the command that runs them, a line for each reason.
  std::string not_asked() const;
  std::string retry(std::size_t row) const;  // the command for one row, up to its name
  // The row, and those after it: each NOT RUN, with the command that runs it.
  std::string hang_text(std::size_t row) const;
  Json document(std::string_view verdict, std::optional<std::size_t> hanging) const;

  const std::vector<check::CheckRow>& rows_;
  Json head_;
  std::optional<JsonFile> file_;
  std::string retry_;  // how this program is started for one row: "fockproxy check"
  std::size_t width_ = 0;
  std::vector<std::optional<check::RowResult>> results_;
  std::vector<double> seconds_;
  std::string section_;
  std::map<std::string, std::string> first_with_;  // the row that gave a reason first
  std::string last_words_, last_document_, temporary_, path_;
};

}  // namespace fockproxy
