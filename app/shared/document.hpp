// What the JSON documents of all subcommands have in common.
#pragma once

#include <optional>
#include <string>

#include "app/shared/subcommand.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

inline constexpr int json_schema_version = 2;

// Collective: ranks tell rank 0 their hosts and affinities. Meaningful on rank 0.
Json provenance_json(const CommandContext& context);

// What every document has, before the results.
Json document(const std::string& command, const Json& provenance, const Json& config, const Json& results);

// Collective. The file at `path` on rank 0, found writable; nothing elsewhere, or for an empty path.
std::optional<JsonFile> open_json(const CommandContext& context, const std::string& path);

}  // namespace fockproxy
