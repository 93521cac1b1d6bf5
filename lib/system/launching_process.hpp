// The launcher of this process, as far as /proc (Linux) shows it, and the terminal that shows its output.
#pragma once

#include <string>
#include <vector>

namespace fockproxy {

// All functions are local. Returns the name in /proc of the nearest ancestor of this process that is an mpiexec. Empty
// if there is none: on hosts where mpiexec does not run, and under launchers like srun.
std::string launching_process();

// The programs (targets of exe) of the ancestors of this process, the nearest first, without those that are not
// readable.
std::vector<std::string> ancestor_programs();

// For a process in /proc: the words of cmdline or environ, and the target of exe, cwd or fd/N. Empty if not readable.
std::vector<std::string> process_words(const std::string& process, const char* file);
std::string process_link(const std::string& process, const std::string& file);

// The columns of the terminal that shows standard output (1) or standard error (2) of this process. Looks through the
// launcher, which gives the process a pipe or a terminal of its own. 0 if there is no terminal, or it is unknown.
int terminal_columns(int output);

}  // namespace fockproxy
