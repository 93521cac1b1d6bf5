// The lines and the JSON document of `fockproxy check`, also for a job that hangs during a row.
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

// Runs the rows in their order and reports each at its end. Collective, the same exit code on every rank: failed if a
// row failed. A row that hangs ends the job: see CheckReport. `all`: every row was requested.
ExitCode run_check(const CommandContext& context, const std::vector<check::CheckRow>& rows, const OutputOptions& output,
                   bool all = false);

// Rank 0 only. Prints the name of a row before it runs, and its result after. Prepares the words and the document that
// the watchdog writes if the row never ends.
class CheckReport {
 public:
  // `head`: schema version, command, provenance and config of the document. `file`: not set without a document.
  CheckReport(const std::vector<check::CheckRow>& rows, Json head, std::optional<JsonFile> file, std::string retry);
  CheckReport(const CheckReport&) = delete;
  CheckReport& operator=(const CheckReport&) = delete;

  void begin(std::size_t row);
  void end(std::size_t row, const check::RowResult& result, double seconds);
  // Prints the last lines and writes the document.
  ExitCode finish();

  // Called by the watchdog's thread. Writes what begin() prepared, only with write(2) and rename(2).
  void write_last_words() const;

 private:
  std::string line(std::size_t row, std::string_view status, const std::string& detail, double seconds) const;
  // The detail. If an earlier row gave the same reason, only the name of that row.
  std::string grouped(std::size_t row, const check::RowResult& result);
  // The reasons why rows were not run, with the command that runs them, one line per reason.
  std::string not_asked() const;
  std::string retry(std::size_t row) const;  // the command that runs one row, without the row's name
  // The line of the row and those of the rows after it: each NOT RUN, with the command that runs it.
  std::string hang_text(std::size_t row) const;
  Json document(std::string_view verdict, std::optional<std::size_t> hanging) const;

  const std::vector<check::CheckRow>& rows_;
  Json head_;
  std::optional<JsonFile> file_;
  std::string retry_;  // the command that starts this program for one row: "fockproxy check"
  std::size_t width_ = 0;
  std::vector<std::optional<check::RowResult>> results_;
  std::vector<double> seconds_;
  std::string section_;
  std::map<std::string, std::string> first_with_;  // the row that gave a reason first
  std::string last_words_, last_document_, temporary_, path_;
};

}  // namespace fockproxy
