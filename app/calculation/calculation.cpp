#include "app/calculation/calculation.hpp"

#include <fmt/format.h>

#include "app/shared/document.hpp"
#include "app/shared/progress_report.hpp"
#include "app/shared/stack_check.hpp"
#include "app/shared/time_left.hpp"
#include "record/operations.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

namespace {

// Collective. With large molecules it takes minutes.
HartreeFockProblem timed_problem(const CommandContext& context, const CalculationOptions& options, System& system) {
  TimeLeft left(context.runtime.world().is_root(), "set-up: {} of the one-electron integrals",
                TimeLeft::Where::terminals);
  return make_problem(*system.algebra, system.molecule, system.basis,
                      {.unrestricted = system.unrestricted,
                       .overlap_threshold = options.linear_dependence,
                       .progress = [&](double share) {
                         context.watchdog.beat();
                         left.tell(share);
                       }});
}

FockConfig traced(FockConfig config, const Tracing& tracing) {
  config.record.trace = tracing.ring();
  return config;
}

}  // namespace

Calculation::Calculation(const CommandContext& context, const CalculationOptions& options, System loaded)
    : context(context),
      options(options),
      system(std::move(loaded)),
      tracing(context, options.trace),
      stack_check_seconds(options.trust_stack ? 0 : check_stack(context, options.fock, system.spins())),
      pairs(make_pairs(context, system.basis, options.fock.integrals.threshold, pairs_seconds)),
      problem(timed_problem(context, options, system)),
      guess(make_guess(problem, options.guess)),
      arrays_seconds(-now()),
      builder(context, fock_system(choose_partition()), traced(options.fock, tracing)),
      history(builder),
      hessian_builds(builder, system.spins(), [this] {
        return std::make_unique<FockBuilder>(this->context, fock_system(builder.partition(), 2), this->options.fock);
      }) {
  arrays_seconds += now() - grain_seconds;
  provenance = provenance_json(context);
}

BlockPartition Calculation::choose_partition() {
  const Grain grain = Grain::parse(options.grain);
  if (grain.kind != Grain::Kind::automatic) return make_partition(system.basis, grain);
  context.watchdog.mark("choosing the grain");
  const double start = now();
  GrainChoice choice = choose_grain(context, pairs, guess.density, options.fock);
  grain_seconds = now() - start;
  const std::string merged =
      fmt::format(": {} {} a block", choice.atoms_per_block, choice.atoms_per_block == 1 ? "atom" : "atoms");
  grain_note = options.fock.blocks.sum->exact
                   ? merged + ", without a measurement, as sums are exact"
                   : fmt::format("{}, for an expected mean task of {} against {} of communication", merged,
                                 format_seconds(choice.task_seconds), format_seconds(choice.communication_seconds));
  return std::move(choice.partition);
}

FockSystem Calculation::fock_system(BlockPartition partition, int spins) const {
  return {pairs.pairs, pairs.schwarz, std::move(partition), spins};
}

Verification Calculation::verification() const {
  Verification all = history.verification();
  hessian_builds.add_verification(all);
  return all;
}

void Calculation::forget() {
  history.forget();
  tracing.forget();
}

std::int64_t Calculation::print_header() {
  const std::int64_t tasks = builder.count(guess.density);
  if (is_root()) print_builder(context, options, builder, tasks, grain_note);
  warn_of_crowded_cores(context.runtime, builder.config());
  return tasks;
}

void Calculation::print_notes() const {
  if (!guess.note.empty()) fmt::print("note: {}\n\n", guess.note);
  if (problem.orthogonal.dropped > 0)
    fmt::print("note: {} combinations of functions dropped, overlap eigenvalues below {:g}\n\n",
               problem.orthogonal.dropped, options.linear_dependence);
}

std::vector<Phase> Calculation::phases() const {
  return {{"stack check", stack_check_seconds},
          {"guess", guess.seconds},
          {"choosing the solver", system.solver_choice.seconds},
          {"one-electron", problem.one_electron_seconds},
          {"orthogonalisation", problem.orthogonalisation_seconds},
          {"Schwarz", pairs_seconds},
          {"grain", grain_seconds},
          {"arrays", arrays_seconds},
          {"tasks", history.seconds(&FockBuild::task_table_seconds)},
          {"Fock", history.seconds(&FockBuild::seconds)},
          {"distributing D", history.seconds(&FockBuild::setup_seconds)},
          {"collecting F", history.seconds(&FockBuild::collect_seconds)},
          {"verification", history.seconds(&FockBuild::verification_seconds)}};
}

}  // namespace fockproxy
