// A whole Fock build, verified like every build; and faulty builds, which the verification must refuse.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "check/check_row.hpp"
#include "chem/data_directory.hpp"
#include "contracts/faulty_digestor.hpp"
#include "dense/whole_matrix.hpp"
#include "digestion/fock_system.hpp"
#include "fock/fock_builder.hpp"
#include "support/random.hpp"

namespace fockproxy::check {
namespace {

using contracts::DigestFault;
using contracts::FaultyDigestor;

constexpr double threshold = 1e-9;
constexpr double share_of_faulty = 0.8;  // of the tasks: detected whichever tasks are recomputed

// Two water molecules in 6-31G, with a density in which no element follows from symmetry.
struct SmallSystem {
  explicit SmallSystem(const Communicator& world)
      : basis(read_xyz(find_molecule("water2"), 0, 0), find_basis("6-31g", find_data_directory()), false),
        partition(merge_atoms(basis, 1)),
        pairs(world, basis, threshold) {
    Matrix d(basis.functions(), basis.functions());
    for (int a = 0; a < basis.functions(); ++a)
      for (int b = 0; b <= a; ++b) d(a, b) = d(b, a) = 2 * unit_interval(hash_append(hash64(a), b)) - 1;
    density.push_back(std::move(d));
  }

  BasisSet basis;
  BlockPartition partition;
  PairData pairs;
  SpinMatrices density;
  std::optional<Matrix> wrong_bounds;  // instead of the right ones

  FockSystem fock_system() const {
    return {pairs.pairs, wrong_bounds ? view_of(*wrong_bounds) : pairs.schwarz, partition, 1};
  }
};

FinishedBuild build(const CheckContext& context, const SmallSystem& system, const FockConfig& config,
                    const std::function<void(BuildBackends&)>& spoil = {}) {
  const FockSystem fock_system = system.fock_system();
  BuildBackends backends = make_backends(context.runtime, fock_system.layout(), config);
  if (spoil) spoil(backends);
  FockBuilder builder({context.runtime, context.watchdog}, fock_system, config, std::move(backends));
  const ProcessGrid grid = ProcessGrid::of_all(context.runtime.world(), 8);
  return builder.build(distributed(grid, system.density));
}

FockConfig config_with(const char* integrals) {
  return {.integrals = {.threshold = threshold, .source = integrals},
          .counter = "static",
          .blocks = {.cache = "replicated"},
          .verification = {.least_seconds = 4}};  // enough for every task, even beside other work
}

CheckRow build_row(const char* name, const char* integrals, const char* summary) {
  return {.name = name,
          .section = "Fock builds",
          .summary = summary,
          .cure = "the other --integrals",
          .needs = {},
          .run = [integrals](const CheckContext& context) -> RowResult {
            const SmallSystem system(context.runtime.world());
            const FinishedBuild finished = build(context, system, config_with(integrals));
            if (!finished.verified()) return {Status::fail, finished.verification().first_failure()};
            return {Status::pass, fmt::format("{} of {} tasks recomputed by Libint",
                                              finished.verification().coverage().tasks_recomputed,
                                              finished.verification().coverage().tasks)};
          }};
}

// `check` is the check that must refuse the build.
RowResult refused(const FinishedBuild& build, std::string_view check) {
  for (const Check& c : build.verification().checks())
    if (c.name == check && !c.passed()) return {Status::pass, fmt::format("caught: {}: {}", c.name, c.detail)};
  return {Status::fail, "not caught: this check is broken, and its PASS rows mean nothing"};
}

CheckRow control(std::string name, const char* summary, const char* by,
                 std::function<FinishedBuild(const CheckContext&, SmallSystem&)> faulty_build) {
  return {.name = std::move(name),
          .section = "Negative controls",
          .summary = summary,
          .cure = "",
          .needs = {},
          .run = [by, faulty_build](const CheckContext& context) {
            SmallSystem system(context.runtime.world());
            return refused(faulty_build(context, system), by);
          }};
}

CheckRow digestion_control(const char* name, const char* summary, DigestFault fault, const char* by) {
  return control(name, summary, by, [fault](const CheckContext& context, SmallSystem& system) {
    return build(context, system, config_with("own"), [&](BuildBackends& backends) {
      backends.digestor = [&](std::unique_ptr<Digestor> digestor) {
        return std::make_unique<FaultyDigestor>(std::move(digestor), contracts::Sabotage{fault, share_of_faulty, 7},
                                                system.basis, system.partition, system.density);
      };
    });
  });
}

}  // namespace

std::vector<CheckRow> fock_rows() {
  return {build_row("fock-own", "own", "a verified build with the program's own integrals"),
          build_row("fock-libint", "libint", "a verified build with Libint's")};
}

std::vector<CheckRow> fock_control_rows() {
  constexpr auto counted = "quartets digested against quartets that screening keeps";
  constexpr auto recomputed = "tasks recomputed by Libint";
  return {
      digestion_control("control-task-left-out", "tasks that are not done", DigestFault::leave_out, counted),
      digestion_control("control-task-lost", "tasks whose contributions are lost", DigestFault::lose, recomputed),
      digestion_control("control-integral-class", "a class of integrals that is 0.1% too large",
                        DigestFault::integral_class, recomputed),
      digestion_control("control-factor", "contributions that are twice too large", DigestFault::factor, recomputed),
      digestion_control("control-transposed", "contributions that are transposed", DigestFault::transpose, recomputed),
      digestion_control("control-other-density", "tasks with the density of another", DigestFault::other_density,
                        recomputed),
      control("control-small-bounds", "Schwarz bounds that are too small", "Schwarz bounds against Libint",
              [](const CheckContext& context, SmallSystem& system) {
                system.wrong_bounds = 0.01 * system.pairs.schwarz;
                return build(context, system, config_with("own"));
              })};
}

}  // namespace fockproxy::check
