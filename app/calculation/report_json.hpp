// The tables of report.hpp in machine-readable form; perf/fockproxy_perf/schemas/run.json describes it.
#pragma once

#include "app/calculation/report.hpp"
#include "app/shared/document.hpp"

namespace fockproxy {

// The settings of the subcommand. If the program decides a setting, its choice is added, and so is the GPU of rank 0.
Json settings_taken_json(const CommandContext& context, const System& system, const FockBuilder& builder);
// The same for a calculation with this builder for all builds.
Json config_json(const CommandContext& context, const CalculationOptions& options, const System& system,
                 const FockBuilder& builder);
Json molecule_json(const System& system);
Json fock_json(const FockHistory& history);
// The part that replayed builds also have. ranks: for all builds together, as FockHistory::ranks().
Json builds_json(const std::vector<FockBuild>& builds, const std::vector<RankRecord>& ranks);
Json scf_json(const HartreeFockProblem& problem, const ScfResult& result);
Json verification_json(const Verification& verification);
Json phases_json(const std::vector<Phase>& phases);

}  // namespace fockproxy
