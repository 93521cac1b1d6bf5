// Starts the Runtime and reports errors as the program does: one line in the whole job, exit code 2 for UsageError and
// 1 for ComputationError. Used by tests of what happens before a test program can run.
//
//   start_program [--global-arrays] [--expect-fault]
//
// --expect-fault inverts the codes: 0 if Global Arrays fails its self-test; 77 (skipped) if this stack does not have
// the fault of MPI_Win_allocate in MPICH 4.0.0 to 4.0.2; failure if it has the fault and GA did not notice.
#include <cstdio>
#include <cstring>

#include "parallel/global_arrays.hpp"
#include "parallel/launcher.hpp"
#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "support/error.hpp"

using namespace fockproxy;

namespace {

int report(const char* what, ExitCode code) {
  if (launcher_rank_is_zero()) std::fprintf(stderr, "fockproxy: error: %s\n", what);
  return static_cast<int>(code);
}

// Odd numbers of doubles, so that sizes are not multiples of 16 bytes.
bool raw_windows_are_wrong(const Communicator& world) {
  for (int shape = 1; shape <= 8; ++shape) {
    const std::size_t bytes = 8 * (151 + 2 * ((211 * (shape + 1) * (world.rank() + 1)) % 701));
    Window window(world, bytes, {.pad_to_page = false, .self_test = false});
    if (!window.self_test().empty()) return true;
  }
  return false;
}

int run(int argc, char** argv) {
  RuntimeOptions options;
  bool expect_fault = false;
  for (int i = 1; i < argc; ++i) {
    options.global_arrays |= std::strcmp(argv[i], "--global-arrays") == 0;
    expect_fault |= std::strcmp(argv[i], "--expect-fault") == 0;
  }
  try {
    const Runtime runtime(argc, argv, options);
    if (runtime.world().is_root()) {
      std::printf("%s, %d ranks\n", runtime.mpi_library().c_str(), runtime.world().size());
      for (const std::string& cure : runtime.cures()) std::printf("cure: %s\n", cure.c_str());
      for (const std::string& test : runtime.self_tests()) std::printf("tested: %s\n", test.c_str());
    }
    if (!expect_fault) return 0;
    const bool fault = raw_windows_are_wrong(runtime.world());
    if (runtime.world().is_root())
      std::printf(fault ? "windows are wrong here and Global Arrays did not notice\n"
                        : "skipped: this stack's MPI_Win_allocate is right without padding\n");
    return fault ? 1 : 77;
  } catch (const ServedToTheEnd&) {
    return 0;
  } catch (const UsageError& error) {
    return report(error.what(), ExitCode::bad_usage);
  } catch (const ComputationError& error) {
    const int code = report(error.what(), ExitCode::failed_computation);
    return expect_fault ? 0 : code;
  }
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv); }
