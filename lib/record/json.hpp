// The JSON library. It takes long to compile, so only files that build or read documents include it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "record/json_file.hpp"

namespace fockproxy {

// null without a value.
inline Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace fockproxy
