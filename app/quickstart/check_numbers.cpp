#include "app/quickstart/stages.hpp"
#include "check/check_row.hpp"

namespace fockproxy {
namespace {

// These rows take seconds each. The next stage measures progress, and device memory needs more than first findings.
bool takes_long(const check::CheckRow& row) {
  return row.name.starts_with("progress") || row.section == check::device_memory_section;
}

void count(const check::CheckRow& row, const check::RowResult& result, RightNumbers& numbers) {
  switch (result.status) {
    case check::Status::pass: ++numbers.passed; break;
    case check::Status::not_seen: ++numbers.not_seen; break;
    case check::Status::cured: ++numbers.cured; break;
    case check::Status::unsupported: ++numbers.unsupported; break;
    case check::Status::not_run: ++numbers.not_run; break;
    case check::Status::fail:
      if (numbers.failed.empty()) numbers.first_reason = result.detail;
      numbers.failed.push_back(row.name);
      break;
  }
}

}  // namespace

RightNumbers check_numbers(const CommandContext& context, const Done& done) {
  RightNumbers numbers;
  std::vector<check::CheckRow> rows = check::all_rows();
  std::erase_if(rows, takes_long);
  check::RowRunner runner({context.runtime, context.watchdog, check::waiting_is_slow(context.runtime), true});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    done(static_cast<double>(i) / static_cast<double>(rows.size()));
    count(rows[i], runner.run(rows[i]), numbers);
  }
  return numbers;
}

}  // namespace fockproxy
