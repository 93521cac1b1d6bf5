#include "app/shared/thread_options.hpp"

#include "support/duration.hpp"

namespace fockproxy {

void ThreadArguments::add(const Group& group, FockConfig& fock) {
  group.option("--threads", fock.threads.count, "of every rank, which share out what it draws");
  group.option("--thread-calls", calls, "which threads of a rank call MPI: " + names_of(thread_calls_table()));
  group.option("--task-sleep", task_sleep,
               "every task also sleeps so long, as if it computed: 10ms; more ranks and threads than cores can then be "
               "studied");
}

void ThreadArguments::resolve(FockConfig& fock) const {
  constexpr int most = 4096;
  constexpr double longest = 60;
  require(fock.threads.count >= 1 && fock.threads.count <= most,
          "--threads must be between 1 and " + std::to_string(most));
  fock.threads.calls = chosen("--thread-calls", calls, thread_calls_table());
  fock.integrals.task_sleep = task_sleep.empty() ? 0 : parse_duration(task_sleep);
  require(fock.integrals.task_sleep <= longest, "--task-sleep must be at most 60s");
}

}  // namespace fockproxy
