// Self-contained C programs that show the behaviour that a row tests, for the developers of the MPI library.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/window.hpp"

namespace fockproxy::check {

// The pieces of lib/check/reproducers that make up the program, in order, and the texts that replace @NAME@ in them. If
// the text of a name is empty, a line with only this @NAME@ is left out.
struct Reproducer {
  std::vector<std::string> pieces = {};  // empty: the row has no program
  std::map<std::string, std::string> values = {};
};

// A program with a window of this kind and these info keys. "LIBRARIES" are options of the linker, with a blank before.
// Empty for ghosts, which need more than MPI. Local.
Reproducer reproducer(WindowKind kind, const std::vector<std::string>& pieces,
                      std::map<std::string, std::string> values = {}, const std::vector<NamedValue>& info = {});

// The text of the program for the row `name`, under 100 lines. It needs only C99 and MPI-3. It prints "ok" and has exit
// code 0 if the library is right. Local.
std::string reproducer_source(const Reproducer& reproducer, const std::string& name, const std::string& summary);

// The text of a piece. Throws std::out_of_range for an unknown name. Local.
const std::string& reproducer_piece(const std::string& name);

}  // namespace fockproxy::check
