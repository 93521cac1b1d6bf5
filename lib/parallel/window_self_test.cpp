// Checks, on every pair of neighbouring ranks, that RMA on this window reaches the memory that loads and stores reach.
#include <fmt/format.h>

#include <cstring>
#include <set>
#include <vector>

#include "parallel/agreement.hpp"
#include "parallel/window.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t sample_bytes = std::size_t{1} << 16;

struct Region {
  std::size_t first, bytes;
};

// A small segment as a whole, or the head, middle and tail of a large one: a wrong mapping shifts the whole segment.
std::vector<Region> regions(std::size_t bytes) {
  if (bytes == 0) return {};
  if (bytes <= 4 * sample_bytes) return {{0, bytes}};
  return {{0, sample_bytes}, {bytes / 2, sample_bytes}, {bytes - sample_bytes, sample_bytes}};
}

// Values that differ between owners, places and rounds. The period of 251 is coprime to every page size.
std::vector<unsigned char> region_pattern(int owner, const Region& region, int round) {
  std::vector<unsigned char> bytes(region.bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = region.first + i;
    bytes[i] = static_cast<unsigned char>(1 + (at + 67 * owner + 131 * round + at / 251) % 255);
  }
  return bytes;
}

// Every rank makes the same calls, whatever it finds. Errors and differences are recorded, not thrown, so that no rank
// is left waiting.
class SelfTest {
 public:
  SelfTest(const Communicator& comm, const Window& window)
      : comm_(comm), window_(window), bytes_(comm.all_gather(static_cast<std::uint64_t>(window.local_bytes()))) {}

  std::string run() {
    const int right = (comm_.rank() + 1) % comm_.size();
    const int left = (comm_.rank() + comm_.size() - 1) % comm_.size();
    const std::set<int> near = {left, comm_.rank(), right};
    put(right, 1);
    everybody();
    compare_loads("put -> load", 1);
    for (const int owner : near) compare_get("put -> get", owner, 1);
    everybody();
    store(2);
    everybody();
    for (const int owner : near) compare_get("store -> get", owner, 2);
    everybody();
    put(comm_.rank(), 3);
    everybody();
    compare_loads("put to itself -> load", 3);
    for (const int owner : near) compare_get("put to itself -> get", owner, 3);
    return first_message(comm_, found_);  // a reduction, so no rank leaves before all have compared
  }

 private:
  void note(int code, const char* call) {
    if (code != MPI_SUCCESS && found_.empty()) found_ = fmt::format("{} failed: {}", call, mpi_error_text(code));
  }

  // All RMA has completed at its targets, and all stores are visible (MPI-4.0 section 12.7).
  void everybody() {
    window_.sync();
    comm_.barrier();
    window_.sync();
  }

  void put(int owner, int round) {
    for (const Region& region : regions(bytes_[owner])) {
      const std::vector<unsigned char> bytes = region_pattern(owner, region, round);
      const int n = static_cast<int>(bytes.size());
      const Window::Place place = window_.at(owner, static_cast<MPI_Aint>(region.first));
      note(MPI_Put(bytes.data(), n, MPI_BYTE, place.rank, place.byte, n, MPI_BYTE, window_.handle()), "MPI_Put");
      note(MPI_Win_flush(place.rank, window_.handle()), "MPI_Win_flush");
    }
  }

  void store(int round) {
    for (const Region& region : regions(window_.local_bytes()))
      std::memcpy(static_cast<char*>(window_.base()) + region.first, region_pattern(comm_.rank(), region, round).data(),
                  region.bytes);
  }

  void compare_loads(const char* what, int round) {
    for (const Region& region : regions(window_.local_bytes()))
      compare(what, comm_.rank(), region, static_cast<const unsigned char*>(window_.base()) + region.first, round);
  }

  void compare_get(const char* what, int owner, int round) {
    for (const Region& region : regions(bytes_[owner])) {
      std::vector<unsigned char> bytes(region.bytes, 0);
      const int n = static_cast<int>(bytes.size());
      const Window::Place place = window_.at(owner, static_cast<MPI_Aint>(region.first));
      note(MPI_Get(bytes.data(), n, MPI_BYTE, place.rank, place.byte, n, MPI_BYTE, window_.handle()), "MPI_Get");
      note(MPI_Win_flush(place.rank, window_.handle()), "MPI_Win_flush");
      compare(what, owner, region, bytes.data(), round);
    }
  }

  void compare(const char* what, int owner, const Region& region, const unsigned char* seen, int round) {
    if (!found_.empty()) return;
    const std::vector<unsigned char> right = region_pattern(owner, region, round);
    for (std::size_t i = 0; i < right.size(); ++i)
      if (seen[i] != right[i]) {
        found_ = fmt::format("{}: byte {} of rank {}'s {} is {:#04x} and not {:#04x}, seen from rank {}", what,
                             region.first + i, owner, bytes_[owner], seen[i], right[i], comm_.rank());
        return;
      }
  }

  const Communicator& comm_;
  const Window& window_;
  std::vector<std::uint64_t> bytes_;
  std::string found_;
};

}  // namespace

std::string Window::self_test() {
  // A window that is not locked by all is locked for the test only. The barrier after the zeroing keeps this shared
  // lock from meeting the exclusive lock of another rank.
  if (!options_.lock_all) check_mpi(MPI_Win_lock_all(0, win_), "MPI_Win_lock_all");
  const std::string found = SelfTest(comm_, *this).run();
  if (!options_.lock_all) check_mpi(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
  zero_own_memory();
  return found;
}

}  // namespace fockproxy
