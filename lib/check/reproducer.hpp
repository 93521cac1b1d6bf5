// Self-contained C programs that show what a row tests, for the developers of the MPI library beneath.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/window.hpp"

namespace fockproxy::check {

// Which pieces of lib/check/reproducers make up the program, in order, and what stands for @NAME@ in them. A line that
// is nothing but a @NAME@ of no text is left out.
struct Reproducer {
  std::vector<std::string> pieces = {};  // empty: the row has no program
  std::map<std::string, std::string> values = {};
};

// The program whose window is of this kind and has these info keys; none for ghosts, which are more than MPI. Local.
Reproducer reproducer(WindowKind kind, const std::vector<std::string>& pieces,
                      std::map<std::string, std::string> values = {}, const std::vector<NamedValue>& info = {});

// The text of the program of the row `name`, under 100 lines: C99 and MPI-3 alone, "ok" and exit code 0 where the
// library is right. Local.
std::string reproducer_source(const Reproducer& reproducer, const std::string& name, const std::string& summary);

// The text of a piece; throws std::out_of_range for an unknown name. Local.
const std::string& reproducer_piece(const std::string& name);

}  // namespace fockproxy::check
