// JSON documents themselves: a header that takes long to compile, for the files that build or read them.
#pragma once

#include <nlohmann/json.hpp>

#include "record/json_file.hpp"
