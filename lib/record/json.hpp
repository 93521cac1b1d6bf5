// JSON documents themselves: a header that takes long to compile, for the files that build or read them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "record/json_file.hpp"

namespace fockproxy {

// null for none.
inline Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace fockproxy
