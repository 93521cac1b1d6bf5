// The launcher above this process, as far as /proc (Linux) tells; and the terminal that shows what this process prints.
#pragma once

#include <string>
#include <vector>

namespace fockproxy {

// Local, as everything here. The nearest ancestor of this process that is an mpiexec, as a name in /proc; empty where
// there is none: on the hosts where mpiexec does not run, and under launchers like srun.
std::string launching_process();

// Of a process in /proc: the words of cmdline or environ, and where exe, cwd or fd/N point. Empty where it cannot be
// seen.
std::vector<std::string> process_words(const std::string& process, const char* file);
std::string process_link(const std::string& process, const std::string& file);

// The columns of the terminal on which standard output (1) or standard error (2) of this process is read, by way of its
// launcher, which gives it a pipe or a terminal of its own; 0 where that is none, or unknown.
int terminal_columns(int output);

}  // namespace fockproxy
