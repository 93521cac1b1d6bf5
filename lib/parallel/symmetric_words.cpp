#include "parallel/symmetric_words.hpp"

#include <shmem.h>

#include <algorithm>

#include "parallel/openshmem.hpp"
#include "parallel/symmetric_heap.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

std::size_t in_use = 0;  // bytes that the objects of this process have, the same on every rank

}  // namespace

// Open MPI prints a line of its own if one allocation exceeds the heap. So the size is compared before.
SymmetricWords::SymmetricWords(const Runtime& runtime, std::size_t words, std::string_view object) {
  const OpenShmemSession* const session = runtime.openshmem();
  if (session == nullptr)
    throw AgreedUsageError(std::string(object) + " needs OpenSHMEM to be started (RuntimeOptions::openshmem)");
  const Communicator& world = runtime.world();
  const auto most = static_cast<std::size_t>(world.max(static_cast<std::int64_t>(std::max<std::size_t>(words, 1))));
  bytes_ = most * sizeof(long);
  const auto heap = static_cast<std::size_t>(session->heap_bytes());
  if (bytes_ <= heap - std::min(heap, in_use)) words_ = static_cast<long*>(shmem_malloc(bytes_));
  if (world.min(words_ != nullptr ? 1 : 0) == 0) {
    if (words_ != nullptr) shmem_free(words_);
    throw AgreedUsageError(symmetric_heap_error(object, static_cast<std::int64_t>(bytes_),
                                                static_cast<std::int64_t>(in_use), session->heap_bytes()));
  }
  in_use += bytes_;
  std::fill_n(words_, most, 0L);
  shmem_quiet();
  world.barrier();  // no other rank accesses the words before
}

SymmetricWords::~SymmetricWords() {
  in_use -= bytes_;
  shmem_free(words_);  // begins with a barrier
}

}  // namespace fockproxy
