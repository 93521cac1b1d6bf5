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

// The datatype of an element and the number of elements in a word.
struct ElementType {
  MPI_Datatype type;
  int per_word;
};

ElementType type_of(Element element) {
  switch (element) {
    case Element::real: return {MPI_DOUBLE, 1};
    case Element::integer: return {MPI_INT64_T, 1};
    case Element::pair: return {MPI_INT32_T, 2};
    case Element::half: return {MPI_INT32_T, 1};
  }
  return {MPI_DATATYPE_NULL, 0};
}

MPI_Op op_of(Combination combination) {
  switch (combination) {
    case Combination::sum: return MPI_SUM;
    case Combination::replace: return MPI_REPLACE;
    case Combination::no_op: return MPI_NO_OP;
    case Combination::min: return MPI_MIN;
    case Combination::max: return MPI_MAX;
  }
  return MPI_OP_NULL;
}

// Owns a committed datatype of elements: MPI_Type_vector for a strided footprint, MPI_Type_create_hindexed for any
// other (MPI-4.0 section 5.1.2). Local.
class ShapeType {
 public:
  ShapeType(const Footprint& footprint, const ElementType& element);
  ~ShapeType() { MPI_Type_free(&type_); }
  ShapeType(const ShapeType&) = delete;
  ShapeType& operator=(const ShapeType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

ShapeType::ShapeType(const Footprint& footprint, const ElementType& element) {
  const std::vector<Segment>& segments = footprint.segments();
  const int count = static_cast<int>(segments.size());
  const auto elements = [&](std::size_t words) { return static_cast<int>(words) * element.per_word; };
  if (footprint.stride()) {
    check_mpi(MPI_Type_vector(count, elements(segments[0].words), elements(*footprint.stride()), element.type, &type_),
              "MPI_Type_vector");
  } else {
    std::vector<int> lengths;
    std::vector<MPI_Aint> places;
    for (const Segment& segment : segments) {
      lengths.push_back(elements(segment.words));
      places.push_back(static_cast<MPI_Aint>(segment.first * sizeof(Word)));
    }
    check_mpi(MPI_Type_create_hindexed(count, lengths.data(), places.data(), element.type, &type_),
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
  MPI_Op op;
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
  return MPI_Accumulate(c.transfer.sent, c.count, c.type, c.target, c.place, c.target_count, c.target_type, c.op,
                        c.window);
}
int get_accumulate(const Call& c, MPI_Request*) {
  return MPI_Get_accumulate(c.transfer.sent, c.count, c.type, c.transfer.fetched, c.count, c.type, c.target, c.place,
                            c.target_count, c.target_type, c.op, c.window);
}
int fetch_and_op(const Call& c, MPI_Request*) {
  return MPI_Fetch_and_op(c.transfer.sent, c.transfer.fetched, c.type, c.target, c.place, c.op, c.window);
}
int compare_and_swap(const Call& c, MPI_Request*) {
  return MPI_Compare_and_swap(c.transfer.sent, c.transfer.compared, c.transfer.fetched, c.type, c.target, c.place,
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
  return MPI_Raccumulate(c.transfer.sent, c.count, c.type, c.target, c.place, c.target_count, c.target_type, c.op,
                         c.window, request);
}

class WindowMover : public Mover {
 public:
  WindowMover(const MoverContext& context, const char* name, MpiCall call, bool requests, bool stores,
              const Accumulates& accumulates)
      : window_(
            context.runtime.world(), context.words * sizeof(Word),
            {.kind = context.window, .lock_all = context.completion != Completion::epoch, .accumulates = accumulates}),
        completion_(context.completion),
        element_(type_of(context.element)),
        op_(op_of(context.combination)),
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
    const int all = static_cast<int>(shape.words()) * element_.per_word;
    if (shape.is_contiguous()) {
      const MPI_Datatype type = element_.type;
      check_mpi(call_({transfer, all, type, target, place, all, type, op_, window_.handle()}, &request), name_);
    } else {
      const ShapeType there(shape, element_);
      const bool alike = shape.at_origin() == AtOrigin::alike;
      const int n = alike ? 1 : all;
      const MPI_Datatype here = alike ? there.get() : element_.type;
      check_mpi(call_({transfer, n, here, target, place, 1, there.get(), op_, window_.handle()}, &request), name_);
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
  ElementType element_;
  MPI_Op op_;
  const char* name_;
  MpiCall call_;
  bool with_requests_, stores_;
  std::vector<MPI_Request> requests_;
};

Accumulates accumulates_of(Effect effect, Combination combination, bool single) {
  switch (effect) {
    case Effect::fetch:
    case Effect::store: break;
    case Effect::update:
    case Effect::fetch_update: return {.operators = to_string(combination), .blocks = !single};
    case Effect::swap: return {.operators = "cswap"};
  }
  return {};
}

OperationEntry by_call(OperationEntry line, const char* name, MpiCall call) {
  line.typed = true;
  line.combines = line.effect == Effect::update || line.effect == Effect::fetch_update;
  line.make = [name, call, requests = line.requests, effect = line.effect,
               single = line.single](const MoverContext& context) {
    return std::make_unique<WindowMover>(context, name, call, requests, sends_words(effect),
                                         accumulates_of(effect, context.combination, single));
  };
  return line;
}

OperationEntry swap_entry() {
  OperationEntry line{.name = "compare_and_swap",
                      .summary = "MPI_Compare_and_swap",
                      .effect = Effect::swap,
                      .element = Element::integer,
                      .typed = true,
                      .single = true,
                      .make = {}};
  line.make = [](const MoverContext& context) {
    auto mover = std::make_unique<WindowMover>(context, "MPI_Compare_and_swap", compare_and_swap, false, true,
                                               accumulates_of(Effect::swap, context.combination, true));
    if (context.element == Element::integer) require_compare_and_swap(mover->window());
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
      by_call({.name = "accumulate", .summary = "MPI_Accumulate", .effect = update, .make = {}}, "MPI_Accumulate",
              accumulate),
      by_call({.name = "get_accumulate", .summary = "MPI_Get_accumulate", .effect = fetch_update, .make = {}},
              "MPI_Get_accumulate", get_accumulate),
      by_call({.name = "fetch_and_op",
               .summary = "MPI_Fetch_and_op",
               .effect = fetch_update,
               .element = Element::integer,
               .single = true,
               .make = {}},
              "MPI_Fetch_and_op", fetch_and_op),
      swap_entry(),
      by_call({.name = "rget", .summary = "MPI_Rget", .effect = fetch, .requests = true, .make = {}}, "MPI_Rget", rget),
      by_call({.name = "rput", .summary = "MPI_Rput", .effect = store, .requests = true, .make = {}}, "MPI_Rput", rput),
      by_call({.name = "raccumulate", .summary = "MPI_Raccumulate", .effect = update, .requests = true, .make = {}},
              "MPI_Raccumulate", raccumulate),
  };
}

}  // namespace fockproxy::onesided
