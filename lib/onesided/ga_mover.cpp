// Operations of Global Arrays on a matrix of which every rank has several whole rows.
#include <mpi.h>

extern "C" {
#include <armci.h>  // has no extern "C" of its own
}
#include <fmt/format.h>
#include <ga.h>
#include <macdecls.h>

#include <vector>

#include "onesided/ga_movers.hpp"
#include "parallel/agreement.hpp"
#include "support/error.hpp"

namespace fockproxy::onesided {
namespace {

static_assert(sizeof(long) == sizeof(Word), "GA_Read_inc returns the long of C_LONG");

// A rectangle with inclusive bounds, as in GA.
struct Patch {
  int lo[2], hi[2], ld[1];
};

class GaMover : public Mover {
 public:
  GaMover(const MoverContext& context, GaCall call, Element element)
      : comm_(context.runtime.world()),
        call_(call),
        completion_(context.completion),
        columns_(static_cast<int>(context.row_words)),
        rows_(static_cast<int>((context.words + context.row_words - 1) / context.row_words)) {
    int dims[] = {rows_ * comm_.size(), columns_}, pieces[] = {comm_.size(), 1};
    std::vector<int> first;
    for (int r = 0; r < comm_.size(); ++r) first.push_back(r * rows_);
    first.push_back(0);
    char name[] = "onesided";
    handle_ = NGA_Create_irreg(element == Element::real ? C_DBL : C_LONG, 2, dims, name, pieces, first.data());
    if (!handle_) throw AgreedComputationError("NGA_Create_irreg failed");
    handles_.reserve(256);
    GA_Zero(handle_);
    int lo[2], hi[2];
    NGA_Distribution(handle_, comm_.rank(), lo, hi);
    const bool right = lo[0] == comm_.rank() * rows_ && hi[0] == lo[0] + rows_ - 1 && hi[1] == columns_ - 1;
    if (comm_.max(right ? 0 : 1) != 0) {
      GA_Destroy(handle_);
      throw AgreedComputationError("Global Arrays distributed other rows than the program requested");
    }
  }
  ~GaMover() override { GA_Destroy(handle_); }

  std::span<Word> own() override { return {own_, static_cast<std::size_t>(rows_) * columns_}; }
  void begin_access() override {
    Patch p = own_rows();
    void* base = nullptr;
    NGA_Access(handle_, p.lo, p.hi, &base, p.ld);
    own_ = static_cast<Word*>(base);
  }
  void end_access() override {
    Patch p = own_rows();
    NGA_Release_update(handle_, p.lo, p.hi);
  }

  void open_epoch(int) override {}

  void issue(const Transfer& t) override {
    Patch p = patch(t);
    double one = 1.0;
    switch (call_) {
      case GaCall::get: NGA_Get(handle_, p.lo, p.hi, t.fetched, p.ld); break;
      case GaCall::put: NGA_Put(handle_, p.lo, p.hi, const_cast<Word*>(t.sent), p.ld); break;
      case GaCall::acc: NGA_Acc(handle_, p.lo, p.hi, const_cast<Word*>(t.sent), p.ld, &one); break;
      case GaCall::nbget: NGA_NbGet(handle_, p.lo, p.hi, t.fetched, p.ld, &handles_.emplace_back()); break;
      case GaCall::read_inc:
        *t.fetched = static_cast<Word>(NGA_Read_inc(handle_, p.lo, static_cast<long>(*t.sent)));
        break;
    }
  }

  void complete(int target) override {
    for (ga_nbhdl_t& handle : handles_) NGA_NbWait(&handle);
    handles_.clear();
    if (completion_ == Completion::flush && (call_ == GaCall::put || call_ == GaCall::acc)) ARMCI_Fence(target);
  }
  void finish() override { ARMCI_AllFence(); }

 private:
  Patch own_rows() const {
    const int first = comm_.rank() * rows_;
    return {{first, 0}, {first + rows_ - 1, columns_ - 1}, {columns_}};
  }
  Patch patch(const Transfer& t) const {
    const std::vector<Segment>& segments = t.footprint->segments();
    const int row = t.target * rows_ + static_cast<int>(t.first / columns_);
    const int column = static_cast<int>(t.first % columns_), width = static_cast<int>(segments[0].words);
    const bool dense = t.footprint->at_origin() == AtOrigin::dense;
    return {
        {row, column}, {row + static_cast<int>(segments.size()) - 1, column + width - 1}, {dense ? width : columns_}};
  }

  const Communicator& comm_;
  GaCall call_;
  Completion completion_;
  int columns_, rows_;  // rows per rank
  int handle_ = 0;
  Word* own_ = nullptr;
  std::vector<ga_nbhdl_t> handles_;
};

}  // namespace

std::unique_ptr<Mover> make_ga_mover(const MoverContext& context, GaCall call, Element element) {
  return std::make_unique<GaMover>(context, call, element);
}

}  // namespace fockproxy::onesided
