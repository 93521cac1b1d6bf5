// The inputs of benchmarks: only results for the same input are compared between machines (docs/figure-of-merit.md).
#pragma once

#include <span>
#include <string_view>

namespace fockproxy {

struct NamedInput {
  std::string_view name;
  std::string_view summary;
  std::string_view molecule, basis;
};

std::span<const NamedInput> named_inputs();  // from the smallest to the largest

}  // namespace fockproxy
