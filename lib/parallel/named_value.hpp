// A setting or property that a library reports.
#pragma once

#include <string>

namespace fockproxy {

struct NamedValue {
  std::string name;
  std::string value;
};

}  // namespace fockproxy
