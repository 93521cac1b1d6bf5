// Operations of MPI on windows (MPI-4.0 section 12.3).
#include <mpi.h>

#include <vector>

#include "onesided/footprint.hpp"
#include "onesided/mover.hpp"
#include "onesided/pattern.hpp"
#include "parallel/communicator.hpp"
#include "parallel/known_faults.hpp"

namespace fockproxy::onesided {
namespace {

// Owns a committed datatype of doubles: MPI_Type_vector for a strided footprint, MPI_Type_create_hindexed for any other
// (MPI-4.0 section 5.1.2). Local.
class ShapeType {
 public:
  explicit ShapeType(const Footprint& footprint);
  ~ShapeType() { MPI_Type_free(&type_); }
  ShapeType(const ShapeType&) = delete;
  ShapeType& operator=(const ShapeType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

ShapeType::ShapeType(const Footprint& footprint) {
  const std::vector<Segment>& segments = footprint.segments();
  const int count = static_cast<int>(segments.size());
  if (footprint.stride()) {
    check_mpi(MPI_Type_vector(count, static_cast<int>(segments[0].words), static_cast<int>(*footprint.stride()),
                              MPI_DOUBLE, &type_),
              "MPI_Type_vector");
  } else {
    std::vector<int> lengths;
    std::vector<MPI_Aint> places;
    for (const Segment& segment : segments) {
      lengths.push_back(static_cast<int>(segment.words));
      places.push_back(static_cast<MPI_Aint>(segment.first * sizeof(Word)));
    }
    check_mpi(MPI_Type_create_hindexed(count, lengths.data(), places.data(), MPI_DOUBLE, &type_),
              "MPI_Type_create_hindexed");
  }
  check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
}

// The arguments of one call, with a datatype for each side.
struct Call {
  const Transfer& transfer;
  int count;  // of `type`, at the origin
  MPI_Datatype type;
  int target;
  MPI_Aint place;  // bytes, at the target
  int target_count;
  MPI_Datatype target_type;
  MPI_Win window;
};
using MpiCall = int (*)(const Call&, MPI_Request*);

int get(const Call& c, MPI_Request*) {
  return MPI_Get(c.transfer.fetched, c.count, c.type, c.target, c.place, c.target_count, c.target_type, c.window);
}
int put(const Call& c, MPI_Request*) {
  return MPI_Put(c.transfer.sent, c.count, c.type, c.target, c.place, c.target_count, c.target_type, c.window);
}
int accumulate(const Call& c, MPI_Request*) {
  return MPI_Accumulate(c.transfer.sent, c.count, c.type, c.target, c.place, c.target_count, c.target_type, MPI_SUM,
                        c.window);
}
int get_accumulate(const Call& c, MPI_Request*) {
  return MPI_Get_accumulate(c.transfer.sent, c.count, c.type, c.transfer.fetched, c.count, c.type, c.target, c.place,
                            c.target_count, c.target_type, MPI_SUM, c.window);
}
int fetch_and_op(const Call& c, MPI_Request*) {
  return MPI_Fetch_and_op(c.transfer.sent, c.transfer.fetched, MPI_INT64_T, c.target, c.place, MPI_SUM, c.window);
}
int compare_and_swap(const Call& c, MPI_Request*) {
  return MPI_Compare_and_swap(c.transfer.sent, c.transfer.compared, c.transfer.fetched, MPI_INT64_T, c.target, c.place,
                              c.window);
}
int rget(const Call& c, MPI_Request* request) {
  return MPI_Rget(c.transfer.fetched, c.count, c.type, c.target, c.place, c.target_count, c.target_type, c.window,
                  request);
}
int rput(const Call& c, MPI_Request* request) {
  return MPI_Rput(c.transfer.sent, c.count, c.type, c.target, c.place, c.target_count, c.target_type, c.window,
                  request);
}
int raccumulate(const Call& c, MPI_Request* request) {
  return MPI_Raccumulate(c.transfer.sent, c.count, c.type, c.target, c.place, c.target_count, c.target_type, MPI_SUM,
                         c.window, request);
}

class WindowMover : public Mover {
 public:
  WindowMover(const MoverContext& context, const char* name, MpiCall call, bool requests, bool stores,
              const Accumulates& accumulates)
      : window_(context.runtime.world(), context.words * sizeof(Word),
                {.kind = context.window,
                 .lock_all = context.completion != Completion::epoch,
                 .accumulates = accumulates}),
        completion_(context.completion),
        name_(name),
        call_(call),
        with_requests_(requests),
        stores_(stores) {
    requests_.reserve(256);  // no allocation between two readings of the clock
  }

  const Window& window() const { return window_; }

  std::span<Word> own() override { return {static_cast<Word*>(window_.base()), window_.local_bytes() / sizeof(Word)}; }
  // Without a permanent epoch, only an exclusive lock can separate transfers from loads.
  void begin_access() override {
    if (completion_ == Completion::epoch) lock(MPI_LOCK_EXCLUSIVE, window_.comm().rank());
    else window_.sync();
  }
  void end_access() override {
    if (completion_ == Completion::epoch) unlock(window_.comm().rank());
    else window_.sync();
  }

  void open_epoch(int target) override { lock(MPI_LOCK_SHARED, target); }

  void issue(const Transfer& transfer) override {
    const auto [target, place] = window_.at(transfer.target, static_cast<MPI_Aint>(transfer.first * sizeof(Word)));
    MPI_Request request = MPI_REQUEST_NULL;
    const Footprint& shape = *transfer.footprint;
    if (shape.is_contiguous()) {
      const int n = static_cast<int>(shape.words());
      const MPI_Datatype type = call_ == fetch_and_op || call_ == compare_and_swap ? MPI_INT64_T : MPI_DOUBLE;
      check_mpi(call_({transfer, n, type, target, place, n, type, window_.handle()}, &request), name_);
    } else {
      const ShapeType there(shape);
      const bool alike = shape.at_origin() == AtOrigin::alike;
      const int n = alike ? 1 : static_cast<int>(shape.words());
      const MPI_Datatype here = alike ? there.get() : MPI_DOUBLE;
      check_mpi(call_({transfer, n, here, target, place, 1, there.get(), window_.handle()}, &request), name_);
    }
    if (with_requests_) requests_.push_back(request);
  }

  void complete(int target) override {
    if (with_requests_) {
      const int n = static_cast<int>(requests_.size());
      check_mpi(MPI_Waitall(n, requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
      requests_.clear();
    }
    switch (completion_) {
      case Completion::flush:
        // A request of MPI_Rget is complete when its words have arrived.
        if (!with_requests_ || stores_)
          check_mpi(MPI_Win_flush(window_.at(target).rank, window_.handle()), "MPI_Win_flush");
        break;
      case Completion::flush_local:
        if (!with_requests_)
          check_mpi(MPI_Win_flush_local(window_.at(target).rank, window_.handle()), "MPI_Win_flush_local");
        break;
      case Completion::epoch: unlock(target); break;
    }
  }

  void finish() override {
    if (completion_ != Completion::epoch) window_.flush_all();
  }

 private:
  void lock(int type, int target) {
    check_mpi(MPI_Win_lock(type, window_.at(target).rank, 0, window_.handle()), "MPI_Win_lock");
  }
  void unlock(int target) { check_mpi(MPI_Win_unlock(window_.at(target).rank, window_.handle()), "MPI_Win_unlock"); }

  Window window_;
  Completion completion_;
  const char* name_;
  MpiCall call_;
  bool with_requests_, stores_;
  std::vector<MPI_Request> requests_;
};

Accumulates accumulates_of(Effect effect, bool single) {
  switch (effect) {
    case Effect::fetch:
    case Effect::store: break;
    case Effect::add:
    case Effect::fetch_add: return {.operators = "sum", .blocks = !single};
    case Effect::swap: return {.operators = "cswap"};
  }
  return {};
}

OperationEntry by_call(OperationEntry line, const char* name, MpiCall call) {
  line.make = [name, call, requests = line.requests, effect = line.effect,
               accumulates = accumulates_of(line.effect, line.single)](const MoverContext& context) {
    return std::make_unique<WindowMover>(context, name, call, requests, sends_words(effect), accumulates);
  };
  return line;
}

OperationEntry swap_entry() {
  OperationEntry line{.name = "compare_and_swap",
                      .summary = "MPI_Compare_and_swap",
                      .effect = Effect::swap,
                      .element = Element::integer,
                      .single = true,
                      .make = {}};
  line.make = [](const MoverContext& context) {
    auto mover = std::make_unique<WindowMover>(context, "MPI_Compare_and_swap", compare_and_swap, false, true,
                                               accumulates_of(Effect::swap, true));
    require_compare_and_swap(mover->window());
    return mover;
  };
  return line;
}

}  // namespace

std::vector<OperationEntry> window_operations() {
  using enum Effect;
  return {
      by_call({.name = "get", .summary = "MPI_Get", .effect = fetch, .make = {}}, "MPI_Get", get),
      by_call({.name = "put", .summary = "MPI_Put", .effect = store, .make = {}}, "MPI_Put", put),
      by_call({.name = "accumulate", .summary = "MPI_Accumulate with MPI_SUM", .effect = add, .make = {}},
              "MPI_Accumulate", accumulate),
      by_call({.name = "get_accumulate", .summary = "MPI_Get_accumulate with MPI_SUM", .effect = fetch_add, .make = {}},
              "MPI_Get_accumulate", get_accumulate),
      by_call({.name = "fetch_and_op",
               .summary = "MPI_Fetch_and_op with MPI_SUM",
               .effect = fetch_add,
               .element = Element::integer,
               .single = true,
               .make = {}},
              "MPI_Fetch_and_op", fetch_and_op),
      swap_entry(),
      by_call({.name = "rget", .summary = "MPI_Rget", .effect = fetch, .requests = true, .make = {}}, "MPI_Rget", rget),
      by_call({.name = "rput", .summary = "MPI_Rput", .effect = store, .requests = true, .make = {}}, "MPI_Rput", rput),
      by_call({.name = "raccumulate",
               .summary = "MPI_Raccumulate with MPI_SUM",
               .effect = add,
               .requests = true,
               .make = {}},
              "MPI_Raccumulate", raccumulate),
  };
}

}  // namespace fockproxy::onesided
