#include "app/calculation/checkpoint.hpp"

#include <fmt/format.h>

#include "parallel/agreement.hpp"
#include "parallel/ending_signals.hpp"
#include "record/json.hpp"
#include "support/clock.hpp"

namespace fockproxy {

Checkpoint::Checkpoint(const CommandContext& context, const std::string& file, const CalculationOptions& options,
                       const System& system)
    : context_(context), wanted_(!file.empty()) {
  on_root(context.runtime.world(), [&] {
    if (!wanted_) return;
    identity_ = scf_identity(options, system);
    file_.emplace(file, scf_state_kind, largest_scf_state(identity_, options, system));
  });
}

void Checkpoint::write(const ScfState& state) {
  if (!wanted_) return;
  context_.watchdog.mark("writing the checkpoint");
  const double start = now();
  const int iteration = static_cast<int>(state.iterations.size());
  try {
    write_scf_state(file_ ? &*file_ : nullptr, identity_, state);
    if (!file_) return;
    // A signal may arrive between the renaming and the next line. These words are true before and after the renaming.
    set_last_words(fmt::format("{} holds the checkpoint of iteration {}, or what it held before",
                               file_->path().string(), iteration));
    context_.watchdog.locate("putting the checkpoint in its place");
    file_->replace();
    iteration_ = iteration;
    tell_which_stands();
    file_->settle();
  } catch (const ComputationError& error) {
    ++failed_;
    tell_which_stands();
    fmt::print(stderr, "fockproxy: warning: no checkpoint of iteration {}: {}; {}\n", iteration, error.what(),
               iteration_ > 0 ? fmt::format("that of iteration {} stands", iteration_) : "there is none yet");
  }
  seconds_ += now() - start;
}

void Checkpoint::tell_which_stands() const {
  if (!file_) return;
  set_last_words(iteration_ == 0 ? ""
                                 : fmt::format("the checkpoint of iteration {} is in {}, and --restart goes on from "
                                               "there",
                                               iteration_, file_->path().string()));
}

Json Checkpoint::report() const {
  if (!file_) return nullptr;
  return {{"file", file_->path().string()},
          {"iteration", iteration_ > 0 ? Json(iteration_) : Json(nullptr)},
          {"failed", failed_},
          {"seconds", seconds_}};
}

}  // namespace fockproxy
