#include "app/quickstart/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "record/text_table.hpp"

namespace fockproxy {
namespace {

std::string about_numbers(const RightNumbers& numbers) {
  if (!numbers.failed.empty()) {
    const std::size_t shown = std::min<std::size_t>(numbers.failed.size(), 3);
    const std::vector<std::string> names(numbers.failed.begin(), numbers.failed.begin() + std::ptrdiff_t(shown));
    return fmt::format(
        "It computes WRONG numbers: {} of check failed, {}{} ({}). "
        "`fockproxy check` says what may help.",
        plural(std::ssize(numbers.failed), "row"), fmt::join(names, ", "),
        shown < numbers.failed.size() ? " among them" : "", numbers.first_reason);
  }
  std::string text = fmt::format("It computes right: {} of check passed", plural(numbers.passed, "row"));
  if (numbers.cured > 0)
    text += fmt::format(", {} more because the program works round a known fault of the library", numbers.cured);
  if (numbers.not_seen > 0)
    text += fmt::format("; {} looked for a fault that takes luck, and saw none", numbers.not_seen);
  if (numbers.unsupported > 0)
    text += fmt::format("; {} {} for what this stack does not have", numbers.unsupported,
                        numbers.unsupported == 1 ? "asks" : "ask");
  return text + ".";
}

std::string about_progress(const Waits& measured) {
  if (!measured.reason.empty()) return "Whether it makes progress by itself is not known: " + measured.reason + ".";
  std::vector<std::string> stuck;
  const Wait* example = nullptr;
  bool disturbed = false;
  for (const Wait& wait : measured.waits) {
    if (wait.by_itself) continue;
    stuck.push_back(wait.operation);
    disturbed = disturbed || wait.disturbed;
    const auto grown = [](const Wait& w) { return w.computing / w.undisturbed; };
    if (example == nullptr || grown(wait) > grown(*example)) example = &wait;
  }
  if (stuck.empty())
    return fmt::format(
        "It makes progress by itself: all of {} kinds of operations complete while their target "
        "computes.",
        measured.waits.size());
  const std::string which = stuck.size() == measured.waits.size()
                                ? fmt::format("none of {} kinds of operations completes", measured.waits.size())
                                : fmt::format("{} of {} kinds of operations do not complete ({})", stuck.size(),
                                              measured.waits.size(), fmt::join(stuck, "; "));
  return fmt::format(
      "It makes no progress by itself: {} while the target computes; {} took {} then, and {} with the "
      "target inside MPI.{}",
      which, example->operation, format_seconds(example->computing), format_seconds(example->undisturbed),
      disturbed ? " Ranks waited for a core meanwhile, so this may be wrong: repeat it on a quiet machine." : "");
}

std::string in_words(const std::string& settings) { return settings.empty() ? "as it is" : "with " + settings; }

std::string about_use(const Findings& findings) {
  const Trial* best = nullptr;
  for (const Trial& trial : findings.trials)
    if (trial.believed() && (best == nullptr || trial.median() < best->median())) best = &trial;
  if (best == nullptr) return "Do not use this stack: no build was right.";
  const Trial& plain = findings.trials.front();
  if (plain.believed() && plain.median() < (1 + worth_a_setting) * best->median()) best = &plain;
  std::string text =
      fmt::format("Use it {}: builds of {} took {}, {:.0f}% of it integrals and digestion", in_words(best->settings),
                  findings.input, format_seconds(best->median()), 100 * best->computing);
  for (const Trial& trial : findings.trials)
    if (&trial != best && trial.believed())
      text += fmt::format("; {} {} and {:.0f}%", in_words(trial.settings), format_seconds(trial.median()),
                          100 * trial.computing);
  return text + ".";
}

}  // namespace

double Trial::median() const {
  std::vector<double> sorted = seconds;
  std::ranges::sort(sorted);
  return 0.5 * (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]);
}

std::vector<std::string> sentences(const Findings& findings) {
  return {about_numbers(findings.numbers), about_progress(findings.waits), about_use(findings)};
}

}  // namespace fockproxy
