// Operations of ARMCI on segments of ARMCI_Malloc.
#include <mpi.h>

extern "C" {
#include <armci.h>  // has no extern "C" of its own
}

#include <algorithm>
#include <vector>

#include "onesided/ga_movers.hpp"
#include "support/error.hpp"

namespace fockproxy::onesided {
namespace {

static_assert(sizeof(long) == sizeof(Word), "ARMCI_FETCH_AND_ADD_LONG");

constexpr int bytes(std::size_t words) { return static_cast<int>(words * sizeof(Word)); }

void require_success(int code, const char* what) {
  if (code != 0) throw ComputationError(std::string(what) + " failed");
}

class ArmciMover : public Mover {
 public:
  ArmciMover(const MoverContext& context, ArmciCall call)
      : comm_(context.runtime.world()),
        call_(call),
        completion_(context.completion),
        words_(context.words),
        segments_(comm_.size()) {
    const int code = ARMCI_Malloc(segments_.data(), static_cast<armci_size_t>(words_ * sizeof(Word)));
    if (comm_.max(code == 0 ? 0 : 1) != 0) throw AgreedComputationError("ARMCI_Malloc failed");
    begin_access();
    std::ranges::fill(own(), Word{0});
    end_access();
    ARMCI_Barrier();
  }
  ~ArmciMover() override {
    ARMCI_Barrier();
    ARMCI_Free(segments_[comm_.rank()]);
  }

  std::span<Word> own() override { return {at(comm_.rank()), words_}; }
  // ARMCI-MPI must know when the program loads and stores; other ARMCIs need no such call.
  void begin_access() override {
#ifdef ARMCI_MPI
    ARMCI_Access_begin(at(comm_.rank()));
#endif
  }
  void end_access() override {
#ifdef ARMCI_MPI
    ARMCI_Access_end(at(comm_.rank()));
#endif
  }

  void open_epoch(int) override {}

  void issue(const Transfer& t) override {
    if (call_ == ArmciCall::rmw)
      require_success(
          ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, t.fetched, at(t.target) + t.first, static_cast<int>(*t.sent), t.target),
          "ARMCI_Rmw");
    else if (t.footprint->is_contiguous()) contiguous(t);
    else if (t.footprint->stride()) strided(t);
    else vector(t);
  }

  void complete(int target) override {
    if (completion_ == Completion::flush && call_ != ArmciCall::get && call_ != ArmciCall::rmw) ARMCI_Fence(target);
  }
  void finish() override { ARMCI_AllFence(); }

 private:
  Word* at(int rank) const { return static_cast<Word*>(segments_[rank]); }

  void contiguous(const Transfer& t) {
    Word* const there = at(t.target) + t.first;
    int count = bytes(t.footprint->words());
    double one = 1.0;
    if (call_ == ArmciCall::get) require_success(ARMCI_Get(there, t.fetched, count, t.target), "ARMCI_Get");
    if (call_ == ArmciCall::put)
      require_success(ARMCI_Put(const_cast<Word*>(t.sent), there, count, t.target), "ARMCI_Put");
    if (call_ == ArmciCall::acc)
      require_success(
          ARMCI_AccS(ARMCI_ACC_DBL, &one, const_cast<Word*>(t.sent), nullptr, there, nullptr, &count, 0, t.target),
          "ARMCI_AccS");
  }

  void strided(const Transfer& t) {
    const std::vector<Segment>& segments = t.footprint->segments();
    Word* const there = at(t.target) + t.first;
    int counts[] = {bytes(segments[0].words), static_cast<int>(segments.size())};
    int remote = bytes(*t.footprint->stride());
    int local = t.footprint->at_origin() == AtOrigin::alike ? remote : counts[0];
    double one = 1.0;
    if (call_ == ArmciCall::get)
      require_success(ARMCI_GetS(there, &remote, t.fetched, &local, counts, 1, t.target), "ARMCI_GetS");
    if (call_ == ArmciCall::put)
      require_success(ARMCI_PutS(const_cast<Word*>(t.sent), &local, there, &remote, counts, 1, t.target), "ARMCI_PutS");
    if (call_ == ArmciCall::acc)
      require_success(
          ARMCI_AccS(ARMCI_ACC_DBL, &one, const_cast<Word*>(t.sent), &local, there, &remote, counts, 1, t.target),
          "ARMCI_AccS");
  }

  // One list of pointers for each segment length; the segments of the program's footprints have equal lengths.
  void vector(const Transfer& t) {
    Word* const there = at(t.target) + t.first;
    Word* const here = call_ == ArmciCall::get ? t.fetched : const_cast<Word*>(t.sent);
    std::vector<void*> local, remote;
    const std::size_t words = t.footprint->segments()[0].words;
    t.footprint->for_each([&](const Segment& segment, std::size_t place) {
      if (segment.words != words) throw ComputationError("ARMCI's vectors have segments of one length");
      local.push_back(here + place);
      remote.push_back(there + segment.first);
    });
    const bool fetches = call_ == ArmciCall::get;
    armci_giov_t list{};
    list.src_ptr_array = fetches ? remote.data() : local.data();
    list.dst_ptr_array = fetches ? local.data() : remote.data();
    list.ptr_array_len = static_cast<int>(local.size());
    list.bytes = bytes(words);
    double one = 1.0;
    if (call_ == ArmciCall::get) require_success(ARMCI_GetV(&list, 1, t.target), "ARMCI_GetV");
    if (call_ == ArmciCall::put) require_success(ARMCI_PutV(&list, 1, t.target), "ARMCI_PutV");
    if (call_ == ArmciCall::acc) require_success(ARMCI_AccV(ARMCI_ACC_DBL, &one, &list, 1, t.target), "ARMCI_AccV");
  }

  const Communicator& comm_;
  ArmciCall call_;
  Completion completion_;
  std::size_t words_;
  std::vector<void*> segments_;
};

}  // namespace

std::unique_ptr<Mover> make_armci_mover(const MoverContext& context, ArmciCall call) {
  return std::make_unique<ArmciMover>(context, call);
}

}  // namespace fockproxy::onesided
