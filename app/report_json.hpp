// The same in machine-readable form; tests/cli/schema.json describes it.
#pragma once

#include "record/json_file.hpp"
#include "report.hpp"

namespace fockproxy {

inline constexpr int json_schema_version = 1;

// Collective: ranks tell rank 0 their hosts and affinities. Meaningful on rank 0.
Json provenance_json(const CommandContext& context);

Json config_json(const CalculationOptions& options, const FockBuilder& builder);
Json molecule_json(const System& system);
Json fock_json(const FockHistory& history);
Json scf_json(const HartreeFockProblem& problem, const ScfResult& result);
Json verification_json(const Verification& verification);
Json phases_json(const std::vector<Phase>& phases);

}  // namespace fockproxy
