#include "app/shared/time_left.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "record/text_table.hpp"
#include "system/launching_process.hpp"

namespace fockproxy {

TimeLeft::TimeLeft(bool speaks, std::string what, Where where)
    : what_(std::move(what)),
      terminal_(speaks && terminal_columns(STDERR_FILENO) > 0),
      speaks_(speaks && (terminal_ || where == Where::anywhere)) {}

TimeLeft::~TimeLeft() {
  if (told_ && terminal_) std::fputs("\r\033[K", stderr);
}

void TimeLeft::tell(double share) {
  const double elapsed = now() - start_;
  if (!speaks_ || share <= 0 || elapsed < next_) return;
  next_ = elapsed + (terminal_ ? 1 : 15);
  told_ = true;
  fmt::print(stderr, "{}{}, some {} left{}", terminal_ ? "\r" : "",
             fmt::format(fmt::runtime(what_), fmt::format("{:.0f}%", 100 * share)),
             format_seconds(elapsed / share * (1 - share)), terminal_ ? "\033[K" : "\n");
  std::fflush(stderr);
}

}  // namespace fockproxy
