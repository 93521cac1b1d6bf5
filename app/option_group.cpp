#include "option_group.hpp"

#include <cmath>

namespace fockproxy {

void require(bool right, const std::string& what) {
  if (!right) throw UsageError(what);
}

std::string has_a_name(const std::string& file) { return file.empty() ? "needs the name of a file" : ""; }
std::string not_negative(const std::string& number) { return number.starts_with('-') ? "must be at least 0" : ""; }

void OutputOptions::add(const Group& group) {
  group.option("--json", json, "write everything to this file, too")->check(has_a_name);
  group.option("--stall-timeout", stall_timeout, "seconds without progress after which the job is ended; 0: never");
}

void OutputOptions::resolve() const {
  require(std::isfinite(stall_timeout) && stall_timeout >= 0, "--stall-timeout must be at least 0");
}

void ThreadLevelOption::add(const Group& group) {
  group.option("--thread-level", name,
               "MPI thread level: auto (the lowest that the rest needs), single, funneled, serialized, multiple");
}

RuntimeOptions ThreadLevelOption::apply(RuntimeOptions needs, const std::string& who) const {
  if (name == "auto") return needs;
  for (const int level : {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE})
    if (thread_level_name(level) == name) {
      require(level >= needs.thread_level, "--thread-level " + name + " is below the level that " + who +
                                               " needs: " + thread_level_name(needs.thread_level));
      needs.thread_level = level;
      return needs;
    }
  throw UsageError("--thread-level '" + name + "' is none of auto, single, funneled, serialized, multiple");
}

}  // namespace fockproxy
