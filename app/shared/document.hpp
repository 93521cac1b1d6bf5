// The common parts of the JSON documents of all subcommands.
#pragma once

#include <optional>
#include <string>

#include "app/shared/subcommand.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

inline constexpr int json_schema_version = 2;

// Collective: ranks send rank 0 their hosts and affinities. The result is valid on rank 0.
Json provenance_json(const CommandContext& context);

// The members of every document, with the results.
Json document(const std::string& command, const Json& provenance, const Json& config, const Json& results);

// Collective. The file at `path` on rank 0, after a check that it can be written. Not set on other ranks, or for an
// empty path.
std::optional<JsonFile> open_json(const CommandContext& context, const std::string& path);

}  // namespace fockproxy
