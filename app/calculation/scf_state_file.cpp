#include "app/calculation/scf_state_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <sstream>

#include "app/calculation/matrix_rows.hpp"
#include "app/calculation/system_identity.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

// Everything except the matrices, and the number of matrices. Numbers are read back bit by bit as they were.
Json scalars_of(const ScfState& state) {
  Json iterations = Json::array(), stability = Json::array();
  for (const ScfIteration& it : state.iterations)
    iterations.push_back({it.number, it.energy, it.change, it.error, it.full_build, it.threshold});
  for (const Stability& s : state.stability)
    stability.push_back({optional_json(s.lowest_triplet), optional_json(s.lowest_eigenvalue), s.builds, s.stable});
  const DifferenceBuilds& builds = state.builds;
  const ConvergenceSteps& steps = state.steps;
  return {{"starting", state.starting},
          {"confirming", state.confirming},
          {"iterations", iterations},
          {"counted_from", state.counted_from},
          {"stability", stability},
          {"builds",
           {{"fine", builds.fine},
            {"only_full", builds.only_full},
            {"since_full", builds.since_full},
            {"last_threshold", builds.last_threshold},
            {"kept", !builds.density.empty()}}},
          {"steps",
           {{"first", steps.first},
            {"second_order", steps.second_order},
            {"radius", steps.region.radius},
            {"predicted", steps.region.predicted},
            {"inside", steps.region.inside},
            {"second_order_end", steps.second_order_end},
            {"best_error", std::isfinite(steps.best_error) ? Json(steps.best_error) : Json(nullptr)},
            {"since_best", steps.since_best},
            {"orbitals", steps.subspace.empty() ? 0 : steps.subspace[0].error[0].rows()},
            {"kept", steps.subspace.size()}}}};
}

// The inverse of scalars_of(). Creates matrices of `n` functions without values.
ScfState state_of(const Json& json, const ProcessGrid& grid, std::size_t spins, Eigen::Index n) {
  const auto matrices = [&](Eigen::Index size) { return SpinDense(spins, DenseMatrix(grid, size, size)); };
  ScfState state{.density = matrices(n)};
  json["starting"].get_to(state.starting);
  json["confirming"].get_to(state.confirming);
  for (const Json& it : json["iterations"]) state.iterations.push_back({it[0], it[1], it[2], it[3], it[4], it[5]});
  const auto optional = [](const Json& number) {
    return number.is_null() ? std::nullopt : std::optional<double>(number.get<double>());
  };
  for (const Json& s : json["stability"])
    state.stability.push_back(
        {.lowest_triplet = optional(s[0]), .lowest_eigenvalue = optional(s[1]), .builds = s[2], .stable = s[3]});
  json["counted_from"].get_to(state.counted_from);
  const Json& builds = json["builds"];
  builds["fine"].get_to(state.builds.fine);
  builds["only_full"].get_to(state.builds.only_full);
  builds["since_full"].get_to(state.builds.since_full);
  builds["last_threshold"].get_to(state.builds.last_threshold);
  if (builds["kept"].get<bool>()) state.builds.density = state.builds.two_electron = matrices(n);
  const Json& steps = json["steps"];
  steps["first"].get_to(state.steps.first);
  steps["second_order"].get_to(state.steps.second_order);
  steps["radius"].get_to(state.steps.region.radius);
  steps["predicted"].get_to(state.steps.region.predicted);
  steps["inside"].get_to(state.steps.region.inside);
  steps["second_order_end"].get_to(state.steps.second_order_end);
  if (!steps["best_error"].is_null()) steps["best_error"].get_to(state.steps.best_error);
  steps["since_best"].get_to(state.steps.since_best);
  const SpinDense transformed = matrices(steps["orbitals"].get<int>());
  state.steps.subspace.resize(steps["kept"].get<std::size_t>(), {transformed, transformed});
  return state;
}

// Visits the matrices in the order of the file.
template <class State, class Visit>
void for_each_matrix(State& state, Visit visit) {
  for (auto* matrices : {&state.density, &state.builds.density, &state.builds.two_electron})
    for (auto& matrix : *matrices) visit(matrix);
  for (auto& entry : state.steps.subspace)
    for (auto* matrices : {&entry.fock, &entry.error})
      for (auto& matrix : *matrices) visit(matrix);
}

// Runs `f`, which reads `file`; a JSON error becomes a UsageError that names the file.
template <class F>
void reading(const std::filesystem::path& file, F f) {
  try {
    f();
  } catch (const Json::exception& error) {
    throw UsageError(fmt::format("{}: not a checkpoint of this program: {}", file.string(), error.what()));
  }
}

}  // namespace

Json scf_identity(const CalculationOptions& options, const System& system) {
  Json atoms = Json::array(), shells = Json::array();
  for (const Atom& atom : system.molecule.atoms) atoms.push_back({atom.charge, atom.position});
  for (const Shell& shell : system.basis.all_shells())
    shells.push_back({shell.atom, shell.angular_momentum, shell.exponents, shell.coefficients});
  Json identity = system_identity(system);
  identity.update(Json{{"guess", guess_name(options.guess)},
                       {"threshold", options.fock.integrals.threshold},
                       {"linear_dependence", options.linear_dependence},
                       {"incremental", options.scf.incremental},
                       {"full_build_interval", options.scf.full_build_interval},
                       {"diis_size", options.scf.diis_size},
                       {"level_shift", options.scf.level_shift},
                       {"atoms", atoms},
                       {"shells", shells}});
  return identity;
}

std::uint64_t largest_scf_state(const Json& identity, const CalculationOptions& options, const System& system) {
  const auto n = static_cast<std::uint64_t>(system.basis.functions());
  const auto matrices = static_cast<std::uint64_t>(3 + 2 * options.scf.diis_size) * system.spins();
  constexpr std::uint64_t numbers_as_text = 30;
  constexpr std::uint64_t per_iteration = 6 * numbers_as_text;
  return matrices * n * n * sizeof(double) + to_text(identity).size() +
         per_iteration * static_cast<std::uint64_t>(options.scf.max_iterations) + 4096;
}

void write_scf_state(const ArrayFile* file, const Json& identity, const ScfState& state) {
  std::optional<ArrayFileWriter> writer;
  if (file) {
    std::uint64_t words = 0;
    for_each_matrix(state, [&](const DenseMatrix& m) { words += words_of(m); });
    writer.emplace(*file, Json{{"identity", identity}, {"state", scalars_of(state)}}, words);
  }
  for_each_matrix(state, [&](const DenseMatrix& m) { write_rows(writer, m); });
  if (writer) writer->finish();
}

ScfState read_scf_state(const ProcessGrid& grid, const std::filesystem::path& file, const Json& identity) {
  const Communicator& comm = grid.comm();
  std::optional<ArrayFileReader> reader;  // rank 0 only
  std::string scalars;
  ScfState state;
  on_root(comm, [&] {
    reader.emplace(file, scf_state_kind);
    reading(file, [&] {
      require_identity(file, "checkpoint", reader->about().at("identity"), identity);
      scalars = to_text(reader->about().at("state"));
    });
  });
  scalars = comm.broadcast(scalars);
  collectively(comm, [&] {
    std::istringstream text(scalars);
    reading(file, [&] { state = state_of(parse_json(text), grid, identity["spins"], identity["functions"]); });
  });
  for_each_matrix(state, [&](DenseMatrix& m) { read_rows(reader, m); });
  on_root(comm, [&] { reader->require_end(); });
  return state;
}

}  // namespace fockproxy
