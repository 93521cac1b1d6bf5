// A setting or a property, as a library reports it.
#pragma once

#include <string>

namespace fockproxy {

struct NamedValue {
  std::string name;
  std::string value;
};

}  // namespace fockproxy
