// The tasks of a Fock build in a file: what each was and how long it took. Enough to deal them out anew, on any number
// of ranks, without chemistry.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "predict/fock_workload.hpp"
#include "record/array_file.hpp"

namespace fockproxy::predict {

inline constexpr const char* recording_kind = "fockproxy recording 2";

// Tasks by id, which is their natural order, with the time that each took to compute.
struct Recording {
  std::string formula{}, basis{}, grain{};  // of what was computed, as on the command line
  double threshold = 0;                     // of the screening, hartree
  std::string clock = "thread";             // of the seconds: of the thread on a core, or "wall"
  std::string stack{};                      // stack_name() of where it was recorded; empty: not known
  BlockLayout layout;                       // of D and F
  std::vector<PredictedTask> tasks{};
};

// "Open MPI v4.1.4 on Intel(R) Xeon(R)", from MPI_Get_library_version and the processor's name. Empty without either.
std::string stack_name(const std::string& mpi_library, const std::string& processor);

// A task as four words: i + 2^26 j, k + 2^26 l, the seconds and the quartets.
inline constexpr std::size_t words_per_task = 4;
std::array<double, words_per_task> encoded(const PredictedTask& task);
PredictedTask decoded(std::span<const double, words_per_task> words);  // of encoded()

// An ArrayFile (record/array_file.hpp). The JSON has formula, basis, grain, threshold, clock, stack, spins,
// first_functions (blocks + 1 entries) and tasks. Then the words of each task, as doubles. Local; on one rank. Throws
// ComputationError.
void write_recording(const ArrayFile& file, const Recording& recording);
// Local; on one rank. Throws UsageError: the file cannot be read, is no recording, is torn, or has impossible contents.
Recording read_recording(const std::filesystem::path& file);

}  // namespace fockproxy::predict
