#include "app/calculation/report_json.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "app/shared/dealing_report.hpp"
#include "app/shared/progress_report.hpp"
#include "record/json.hpp"

namespace fockproxy {

namespace {

Json tally_json(const OperationTally& tally) {
  Json json{{"operations", tally.total_operations()},
            {"bytes", tally.total_bytes()},
            {"seconds", tally.total_seconds()},
            {"strided", tally.strided}};
  for (int t = 0; t < targets; ++t)
    json[std::string(target_names[t])] = {
        {"operations", tally.operations[t]}, {"bytes", tally.bytes[t]}, {"seconds", tally.seconds[t]}};
  return json;
}

Json rank_json(const RankRecord& record) {
  Json json{{"rank", record.rank}, {"thread", record.thread}};
  for_each_field([&](const char* name, auto field) {
    const auto& value = record.*field;
    if constexpr (std::is_same_v<decltype(field), NamedCounts RankRecord::*>) json[name] = statistics_json(value);
    else json[name] = value;
  });
  json["disturbed"] = record.disturbed();
  for (int k = 0; k < operation_kinds; ++k)
    json[std::string(operation_kind_names[k])] = tally_json(record.operations[k]);
  return json;
}

template <class T>
Json list(const std::vector<FockBuild>& builds, T FockBuild::* member) {
  Json values = Json::array();
  for (const FockBuild& build : builds) values.push_back(build.*member);
  return values;
}

Json grid_json(const std::optional<FockGrid>& grid) {
  if (!grid) return nullptr;
  return {
      {"bound", grid->bound()}, {"unit", grid->unit()}, {"words", grid->words()}, {"resolution", grid->resolution()}};
}

}  // namespace

Json settings_taken_json(const CommandContext& context, const System& system, const FockBuilder& builder) {
  Json json = settings_json(context.settings);
  json["cartesian"] = system.basis.cartesian();
  json["solve"] = system.solver->name;
  json["simd"] = builder.simd_path().empty() ? Json(nullptr) : Json(builder.simd_path());
  if (!builder.config().integrals.source->own_kernels) json["precision"] = "double";
  json["device_used"] = device_used(context.runtime, *builder.config().integrals.source);
  return json;
}

Json config_json(const CommandContext& context, const CalculationOptions& options, const System& system,
                 const FockBuilder& builder) {
  Json json = settings_taken_json(context, system, builder);
  FockConfig taken = options.fock;
  taken.dealing = builder.config().effective_dealing();
  json.update(settings_json(dealing_settings(taken)));
  json["basis"] = options.basis;
  json["blocks"] = builder.partition().blocks();
  json["largest_block"] = builder.partition().largest_block();
  json["ghosts_per_node"] = taken.dealing.ghosts ? ghosts_per_node() : 0;
  json["progress"] = builder.config().effective_progress().name;
  if (builder.config().replicated()) json["matrix"] = "replicated";
  return json;
}

Json molecule_json(const System& system) {
  const Molecule& molecule = system.molecule;
  return {{"name", molecule.name},
          {"comment", molecule.comment},
          {"formula", molecule.formula()},
          {"atoms", molecule.atoms.size()},
          {"units", name_of(molecule.unit)},
          {"charge", molecule.charge},
          {"multiplicity", molecule.multiplicity},
          {"electrons", molecule.electrons()},
          {"basis", system.basis.name()},
          {"functions", system.basis.functions()},
          {"shells", system.basis.shells()},
          {"method", system.method()},
          {"notes", system.notes}};
}

Json builds_json(const std::vector<FockBuild>& builds, const std::vector<RankRecord>& ranks) {
  Json per_task = Json::object(), by_target = Json::object();
  for (int k = 0; k < operation_kinds; ++k) {
    const std::string name(operation_kind_names[k]);
    per_task[name] = operations_per_task(ranks, static_cast<OperationKind>(k));
    for (int t = 0; t < targets; ++t)
      by_target[name][std::string(target_names[t])] =
          operations_per_task(ranks, static_cast<OperationKind>(k), static_cast<Target>(t));
  }
  const RankRecord sum = total(ranks);
  const auto mean = [&](double seconds) { return sum.tasks == 0 ? 0 : seconds / static_cast<double>(sum.tasks); };
  Json rank_list = Json::array();
  for (const RankRecord& rank : ranks) rank_list.push_back(rank_json(rank));
  return {{"communications_per_task", per_task},
          {"communications_per_task_by_target", by_target},
          {"mean_held_run",
           sum.held_runs == 0 ? 0 : static_cast<double>(sum.held_uses) / static_cast<double>(sum.held_runs)},
          {"tasks", list(builds, &FockBuild::tasks)},
          {"quartets", list(builds, &FockBuild::quartets)},
          {"seconds", list(builds, &FockBuild::seconds)},
          {"setup_seconds", list(builds, &FockBuild::setup_seconds)},
          {"collect_seconds", list(builds, &FockBuild::collect_seconds)},
          {"verification_seconds", list(builds, &FockBuild::verification_seconds)},
          {"mean_task_seconds", mean(sum.compute)},
          {"mean_communication_seconds", mean(sum.communication_seconds())},
          {"load_imbalance", load_imbalance(ranks)},
          {"cpu_per_useful_second", cpu_per_useful_second(ranks)},
          {"ranks", rank_list}};
}

Json fock_json(const FockHistory& history) {
  const auto& builds = history.builds();
  Json json = builds_json(builds, history.ranks());
  json["tasks_before_screening"] = builds.empty() ? 0 : builds.front().tasks_before_screening;
  json["task_table_seconds"] = list(builds, &FockBuild::task_table_seconds);
  json["hash"] = Json::array();
  json["grid"] = Json::array();
  for (const FockBuild& build : builds) {
    json["hash"].push_back(fmt::format("{:016x}", build.hash));
    json["grid"].push_back(grid_json(build.grid));
  }
  json["neglected"] = Json::array();
  json["promised_error"] = Json::array();
  for (const FockBuild& build : builds) {
    json["neglected"].push_back(build.neglected.size);
    json["promised_error"].push_back(build.neglected.promise());
  }
  return json;
}

Json scf_json(const HartreeFockProblem& problem, const ScfResult& result) {
  Json history = Json::array();
  for (const ScfIteration& it : result.iterations)
    history.push_back({{"iteration", it.number},
                       {"energy", it.energy},
                       {"change", it.number == 1 ? Json(nullptr) : Json(it.change)},
                       {"diis_error", it.error},
                       {"full_build", it.full_build},
                       {"threshold", it.threshold}});
  Json stability = Json::array();
  for (const Stability& analysis : result.stability)
    stability.push_back({{"stable", analysis.stable},
                         {"lowest_eigenvalue", optional_json(analysis.lowest_eigenvalue)},
                         {"lowest_triplet_eigenvalue", optional_json(analysis.lowest_triplet)},
                         {"builds", analysis.builds}});
  Json orbitals = Json::object();
  for (std::size_t s = 0; s < result.orbitals.size(); ++s) {
    const Vector& e = result.orbitals[s].energies;
    orbitals[s == 0 ? "alpha" : "beta"] = std::vector<double>(e.data(), e.data() + e.size());
  }
  const Properties& p = result.properties;
  return {{"converged", result.converged},
          {"iterations", result.iterations.empty() ? 0 : result.iterations.back().number},
          {"energy_total", result.energies.total()},
          {"energy_nuclear", result.energies.nuclear},
          {"energy_one_electron", result.energies.one_electron},
          {"energy_two_electron", result.energies.two_electron},
          {"s_squared", p.s_squared},
          {"s_squared_exact", p.s_squared_exact},
          {"dipole", p.dipole},
          {"virial_ratio", p.virial_ratio},
          {"homo", optional_json(p.homo)},
          {"lumo", optional_json(p.lumo)},
          {"gap", optional_json(p.gap())},
          {"orbital_energies", orbitals},
          {"orbitals_dropped", problem.orthogonal.dropped},
          {"history", history},
          {"stability", stability},
          {"hessian_builds", result.hessian_builds}};
}

Json verification_json(const Verification& verification) {
  Json checks = Json::array();
  for (const Check& check : verification.checks())
    checks.push_back({{"name", check.name},
                      {"passed", check.passed()},
                      {"deviation", check.deviation},
                      {"allowed", check.allowed},
                      {"builds", check.builds},
                      {"detail", check.detail}});
  const Coverage& c = verification.coverage();
  const Json coverage{{"tasks", c.tasks},
                      {"tasks_recomputed", c.tasks_recomputed},
                      {"tasks_in_part", c.tasks_in_part},
                      {"quartets", c.quartets},
                      {"quartets_recomputed", c.quartets_recomputed},
                      {"quartets_counted", c.quartets_counted},
                      {"bounds_recomputed", c.bounds_recomputed},
                      {"dropped_recomputed", c.dropped_recomputed},
                      {"certainty", Coverage::certainty},
                      {"smallest_share_of_tasks_caught", c.smallest_share_of_tasks()},
                      {"smallest_share_of_quartets_caught", c.smallest_share_of_quartets()}};
  return {{"status", verification.passed() ? "PASS" : "FAIL"}, {"checks", checks}, {"coverage", coverage}};
}

Json phases_json(const std::vector<Phase>& phases) {
  Json json = Json::object();
  for (const Phase& phase : phases) json[phase.name] = phase.seconds;
  return json;
}

}  // namespace fockproxy
