// The tasks of a Fock build in a file: the blocks and the time of each. This suffices to deal them again on any number
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

// The tasks by id, which is their natural order, with the time of each computation.
struct Recording {
  std::string formula{}, basis{}, grain{};  // of the calculation, as on the command line
  double threshold = 0;                     // of the screening, hartree
  std::string clock = "thread";             // of the seconds: "thread", the time of the thread on a core, or "wall"
  std::string stack{};                      // stack_name() of the recording; empty: not known
  BlockLayout layout;                       // of D and F
  std::vector<PredictedTask> tasks{};
};

// "Open MPI v4.1.4 on Intel(R) Xeon(R)", from MPI_Get_library_version and the name of the processor. Empty without
// either.
std::string stack_name(const std::string& mpi_library, const std::string& processor);

// A task as four words: i + 2^26 j, k + 2^26 l, the seconds and the quartets.
inline constexpr std::size_t words_per_task = 4;
std::array<double, words_per_task> encoded(const PredictedTask& task);
PredictedTask decoded(std::span<const double, words_per_task> words);  // the inverse of encoded()

// The size of a file with so many tasks, at most.
inline std::uint64_t recording_bytes(std::int64_t tasks) {
  constexpr std::uint64_t head = 1 << 20;
  return head + sizeof(double) * words_per_task * static_cast<std::uint64_t>(tasks);
}

// Writes an ArrayFile (record/array_file.hpp). Its JSON has formula, basis, grain, threshold, clock, stack, spins,
// first_functions (blocks + 1 entries) and tasks. The words of each task follow as doubles. Local; on one rank. Throws
// ComputationError.
void write_recording(const ArrayFile& file, const Recording& recording);
// Local; on one rank. Throws UsageError if the file cannot be read, is not a recording, is incomplete, or has
// impossible contents.
Recording read_recording(const std::filesystem::path& file);

}  // namespace fockproxy::predict
