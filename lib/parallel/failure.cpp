#include "parallel/failure.hpp"

#include <mpi.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "parallel/communicator.hpp"
#include "parallel/launcher.hpp"
#include "parallel/status_board.hpp"
#include "support/error.hpp"
#include "system/last_words.hpp"
#include "system/memory.hpp"
#include "system/process_status.hpp"

namespace fockproxy {
namespace {

constexpr const char* prefix = "fockproxy: error: ";
constexpr int seconds_for_abort = 5;

// Async-signal-safe.
void write_error(const char* reason, const char* more = "") {
  if (!status_board().claim_error()) return;
  FixedLine line;
  line << prefix << "rank " << process_status.rank() << ", " << process_status.place() << ": " << reason << more;
  if (const AddressSpace memory = address_space(); memory.is_short()) {
    constexpr std::int64_t megabyte = 1024 * 1024;
    line << (std::strstr(reason, "out of memory") != nullptr ? "; " : "; out of memory? ") << memory.left / megabyte
         << " MB are left of the " << memory.limit / megabyte
         << " MB of address space that a limit (ulimit -v) allows this rank";
  }
  line.write(STDERR_FILENO);
}

[[noreturn]] void on_terminate() {
  if (!std::current_exception()) end_job("std::terminate was called");
  try {
    throw;
  } catch (const std::bad_alloc&) {
    end_job("out of memory; --dry-run tells how much is needed");
  } catch (const std::exception& error) {
    end_job(error.what());
  } catch (...) {
    end_job("unknown error");
  }
}

void on_fault(int signal) {
  write_error("fault in the program or a library beneath it: SIG", sigabbrev_np(signal));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void on_mpi_error(MPI_Comm*, int* code, ...) { end_job(mpi_error_text(*code).c_str()); }

std::atomic<bool> end_is_expected{false};

void on_exit() {
  if (!end_is_expected.exchange(true)) write_error("a library ended the process");
}

}  // namespace

void watch_for_failures() {
  std::set_terminate(on_terminate);
  std::atexit(on_exit);
}

void watch_for_signals() {
#ifndef __SANITIZE_ADDRESS__     // which reports better
  static char stack[64 * 1024];  // a stack overflow is a fault too
  const stack_t other_stack{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  sigaltstack(&other_stack, nullptr);
  struct sigaction action{};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
#endif
}

void watch_for_faults_in_libraries() {
  watch_for_signals();  // again, because MPI_Init may have replaced the handlers
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(on_mpi_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
}

void expect_the_end() { end_is_expected = true; }

void print_error(const std::string& message) {
  std::fflush(stdout);
  if (status_board().claim_error()) std::fprintf(stderr, "%s%s\n", prefix, message.c_str());
}

void end_job(const char* reason) {
  static std::atomic<bool> ending{false};
  if (ending.exchange(true))
    for (;;) pause();  // another thread is already ending the job
  write_error(reason, std::ferror(stdout) != 0 ? "; standard output could not be written" : "");
  end_process_within(seconds_for_abort);
  usleep(pause_for_launcher);
  constexpr int code = static_cast<int>(ExitCode::failed_computation);
  int started = 0, finalized = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&finalized);
  // A process without a launcher has no others to end, and MPICH would print a line of its own about it.
  const bool alone = read_launcher(process_environment()).variable.empty();
  if (started && !finalized && !alone) PMPI_Abort(MPI_COMM_WORLD, code);
  // If a process leaves before MPI_Init, MPICH's launcher lets the others wait there, unless a signal ended it.
  if (!started && read_launcher(process_environment()).size > 1) {
    std::signal(SIGTERM, SIG_DFL);
    std::raise(SIGTERM);
  }
  end_is_expected = true;
  _exit(code);
}

}  // namespace fockproxy

// Replaces the function of the C library, for libraries that leave in no other way that is watched here. Open MPI does
// so if it cannot start for lack of memory. The functions that exit() runs have already run.
extern "C" void _exit(int code) {
  fockproxy::on_exit();
  for (;;) syscall(SYS_exit_group, code);
}

// Called by libraries in place of MPI's function, by the profiling interface (MPI-4.0 section 15.2). Global Arrays and
// ARMCI call it if an allocation fails.
extern "C" int MPI_Abort(MPI_Comm comm, int code) {
  fockproxy::write_error("a library called MPI_Abort");
  fockproxy::end_process_within(fockproxy::seconds_for_abort);
  return PMPI_Abort(comm, code);
}
