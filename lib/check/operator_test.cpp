#include "check/operator_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "check/one_sided.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr int updates = 12;
constexpr int few_updates = 3;
// A patch of five columns in a matrix of nine.
constexpr int patch_rows = 12, patch_columns = 5, columns = 9;
constexpr int words_of_patch = patch_rows * patch_columns;
constexpr int words_of_segment = patch_rows * columns;

struct Traits {
  std::string_view name;
  MPI_Datatype type;
  std::size_t bytes;
  double offset;  // added to all values but ones, so that a loss of bits shows
};

Traits traits(ElementType type) {
  switch (type) {
    case ElementType::int32: return {"int32", MPI_INT32_T, 4, 1000};
    case ElementType::int64: return {"int64", MPI_INT64_T, 8, 1099511627776.0};
    case ElementType::real: return {"double", MPI_DOUBLE, 8, 0.5};
  }
  return {};
}

MPI_Op mpi_op(Operator op) {
  switch (op) {
    case Operator::sum: return MPI_SUM;
    case Operator::replace: return MPI_REPLACE;
    case Operator::no_op: return MPI_NO_OP;
    case Operator::min: return MPI_MIN;
    case Operator::max: return MPI_MAX;
  }
  return MPI_OP_NULL;
}

void store(std::byte* word, ElementType type, double value) {
  const auto copy = [&](auto typed) { std::memcpy(word, &typed, sizeof typed); };
  switch (type) {
    case ElementType::int32: copy(static_cast<std::int32_t>(value)); break;
    case ElementType::int64: copy(static_cast<std::int64_t>(value)); break;
    case ElementType::real: copy(value); break;
  }
}

double load(const std::byte* word, ElementType type) {
  const auto as = [&](auto typed) {
    std::memcpy(&typed, word, sizeof typed);
    return static_cast<double>(typed);
  };
  switch (type) {
    case ElementType::int32: return as(std::int32_t{});
    case ElementType::int64: return as(std::int64_t{});
    case ElementType::real: return as(double{});
  }
  return 0;
}

// The value of a word before all updates.
double initial(Operator op, ElementType type, int word) {
  const double first = op == Operator::min ? 1 << 30 : 0;
  return traits(type).offset + first + word;
}

// The value that a rank sends in its `update`-th update of a word. All values differ. Each rank in turn sends the value
// that decides a minimum or a maximum.
double sent_value(Operator op, ElementType type, int rank, int ranks, int update, int word) {
  if (op == Operator::sum) return 1;
  const double unique = 1 + (static_cast<double>(update) * ranks + rank) * words_of_segment + word;
  return op == Operator::min ? initial(op, type, 0) - unique : initial(op, type, 0) + words_of_segment + unique;
}

bool occurs(double value, const std::vector<double>& sorted) { return std::ranges::binary_search(sorted, value); }

std::vector<double> joined(const std::vector<std::vector<double>>& lists) {
  std::vector<double> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  std::ranges::sort(all);
  return all;
}

std::string sum_faults(const WordHistory& h) {
  const std::vector<double> fetched = joined(h.fetched);
  const auto n = static_cast<double>(joined(h.sent).size());
  if (h.final != h.initial + n) return fmt::format("{} in the end instead of {}", h.final, h.initial + n);
  const auto after_some = [&](double value) {
    const double ones = value - h.initial;
    return ones >= 0 && ones <= n && ones == std::floor(ones);
  };
  for (std::size_t i = 0; i < fetched.size(); ++i) {
    const bool right = h.all_fetched ? fetched[i] == h.initial + static_cast<double>(i)
                                     : after_some(fetched[i]) && (i == 0 || fetched[i] != fetched[i - 1]);
    if (!right) return fmt::format("the {}-th smallest value fetched is {}, from {} on", i, fetched[i], h.initial);
  }
  for (const double value : h.read)
    if (!after_some(value)) return fmt::format("{} was read, of {} to {}", value, h.initial, h.final);
  return "";
}

std::string replacements(const WordHistory& h) {
  std::vector<double> written = joined(h.sent);
  written.insert(std::ranges::upper_bound(written, h.initial), h.initial);
  std::vector<double> seen = joined(h.fetched);
  const bool is_last =
      std::ranges::any_of(h.sent, [&](const auto& list) { return !list.empty() && list.back() == h.final; });
  if (!is_last) return fmt::format("{} in the end, which no rank wrote last", h.final);
  seen.insert(std::ranges::upper_bound(seen, h.final), h.final);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!occurs(seen[i], written)) return fmt::format("{} was seen, which no rank wrote", seen[i]);
    if (i > 0 && seen[i] == seen[i - 1]) return fmt::format("{} was replaced twice", seen[i]);
  }
  if (h.all_fetched && seen != written)
    return fmt::format("{} of {} values were never seen again", written.size() - seen.size(), written.size());
  for (const double value : h.read)
    if (!occurs(value, written)) return fmt::format("{} was read, which no rank wrote", value);
  return "";
}

std::string unchanged(const WordHistory& h) {
  if (h.final != h.initial) return fmt::format("{} in the end instead of {}", h.final, h.initial);
  for (const auto& lists : {joined(h.fetched), h.read})
    for (const double value : lists)
      if (value != h.initial) return fmt::format("{} was fetched instead of {}", value, h.initial);
  return "";
}

// Checks a maximum, or with sign = -1 a minimum.
std::string maxima(const WordHistory& h, double sign) {
  std::vector<double> written = joined(h.sent);
  written.insert(std::ranges::upper_bound(written, h.initial), h.initial);
  const double best = sign > 0 ? written.back() : written.front();
  if (h.final != best) return fmt::format("{} in the end instead of {}", h.final, best);
  const auto possible = [&](double value, double at_least) {
    return occurs(value, written) && sign * value >= sign * at_least && sign * value <= sign * best;
  };
  for (std::size_t rank = 0; rank < h.fetched.size(); ++rank) {
    double at_least = h.initial;
    for (std::size_t i = 0; i < h.fetched[rank].size(); ++i) {
      if (!possible(h.fetched[rank][i], at_least))
        return fmt::format("rank {} fetched {} after it had sent {}", rank, h.fetched[rank][i], at_least);
      if (h.all_fetched && sign * h.sent[rank][i] > sign * at_least) at_least = h.sent[rank][i];
    }
  }
  for (const double value : h.read)
    if (!possible(value, h.initial)) return fmt::format("{} was read, which no rank wrote", value);
  return "";
}

// The targets of all ranks: the first rank and the last.
std::vector<int> targets_of(const Communicator& comm) {
  if (comm.size() == 1) return {0};
  return {0, comm.size() - 1};
}

// Words at multiples of 8 bytes.
class Words {
 public:
  Words(ElementType type, int n) : type_(type), bytes_(traits(type).bytes * n) {}
  void set(int i, double value) { store(bytes_.data() + traits(type_).bytes * i, type_, value); }
  double get(int i) const { return load(bytes_.data() + traits(type_).bytes * i, type_); }
  void spoil() { std::ranges::fill(bytes_, std::byte{0xa5}); }
  void* data() { return bytes_.data(); }

 private:
  ElementType type_;
  std::vector<std::byte> bytes_;
};

void issue(UpdateCall call, const void* sent, void* fetched, int n, MPI_Datatype local, const Window::Place& at, int m,
           MPI_Datatype remote, MPI_Op op, MPI_Win win) {
  switch (call) {
    case UpdateCall::accumulate:
      check_mpi(MPI_Accumulate(sent, n, local, at.rank, at.byte, m, remote, op, win), "MPI_Accumulate");
      break;
    case UpdateCall::get_accumulate:
      check_mpi(MPI_Get_accumulate(sent, n, local, fetched, n, local, at.rank, at.byte, m, remote, op, win),
                "MPI_Get_accumulate");
      break;
    case UpdateCall::fetch_and_op:
      check_mpi(MPI_Fetch_and_op(sent, fetched, local, at.rank, at.byte, op, win), "MPI_Fetch_and_op");
      break;
  }
}

// Injects a fault that a library might have, for the negative controls.
void spoil_a_word(const Window& window, ElementType type, std::size_t byte) {
  Words one(type, 1);
  one.set(0, 1);
  const Window::Place at = window.at(0, static_cast<MPI_Aint>(byte));
  check_mpi(MPI_Accumulate(one.data(), 1, traits(type).type, at.rank, at.byte, 1, traits(type).type, MPI_SUM,
                           window.handle()),
            "MPI_Accumulate");
  check_mpi(MPI_Win_flush(at.rank, window.handle()), "MPI_Win_flush");
}

// A segment has the words of each operator, one operator after the other. The operators take turns.
class OperatorTest {
 public:
  OperatorTest(const CheckContext& context, const OperatorCase& the_case)
      : comm_(context.runtime.world()),
        case_(the_case),
        traits_(traits(the_case.type)),
        updates_(context.brief ? few_updates : updates),
        vector_(patch_rows, patch_columns, columns, traits_.type),
        window_(comm_, bytes_of_segment() * operators.size(), {.kind = the_case.kind}),
        fetched_(operators.size()) {
    if (case_.call == UpdateCall::accumulate) std::erase(case_.tried, Operator::no_op);
    for (int k = 0; k < (case_.call == UpdateCall::fetch_and_op ? 1 : words_of_patch); ++k)
      places_.push_back(case_.derived ? k / patch_columns * columns + k % patch_columns : k);
  }

  Violations run() {
    for (const Operator op : operators)
      for (int word = 0; word < words_of_segment; ++word)
        store(own(op, word), case_.type, initial(op, case_.type, word));
    complete_everywhere(window_);
    for (const Operator op : tried()) {
      for (const int target : targets_of(comm_)) update(op, target);
      comm_.barrier();
      if (comm_.is_root() && case_.fault == OperatorFault::misplaced)
        spoil_a_word(window_, case_.type, first_byte(op) + places_.back() * traits_.bytes);
      if (comm_.is_root() && case_.fault == OperatorFault::misfetched) fetched_[index(op)].front() += 1;
    }
    complete_everywhere(window_);
    Violations found;
    std::vector<double> own_words, own_fetched;
    for (const Operator op : tried()) {
      for (int word = 0; word < words_of_segment; ++word) own_words.push_back(load(own(op, word), case_.type));
      own_fetched.insert(own_fetched.end(), fetched_[index(op)].begin(), fetched_[index(op)].end());
    }
    const std::vector<double> left = comm_.gather(std::span<const double>(own_words));
    const std::vector<double> fetched = comm_.gather(std::span<const double>(own_fetched));
    for (std::size_t i = 0; i < tried().size() && comm_.is_root(); ++i) judge(i, left, fetched, found);
    return contracts::of_root(comm_, found);
  }

 private:
  std::size_t bytes_of_segment() const { return words_of_segment * sizeof(double); }
  static std::size_t index(Operator op) { return static_cast<std::size_t>(op); }
  std::size_t first_byte(Operator op) const { return index(op) * bytes_of_segment(); }
  std::byte* own(Operator op, int word) {
    return static_cast<std::byte*>(window_.base()) + first_byte(op) + word * traits_.bytes;
  }
  const std::vector<Operator>& tried() const { return case_.tried; }

  // Issues all updates of a target, all in flight at once. With a derived type, every second update has contiguous
  // words at the origin; the others have the type of the target there too.
  void update(Operator op, int target) {
    const auto packed = [&](int u) { return !case_.derived || u % 2 == 1; };
    const auto there = [&](int u, std::size_t k) { return packed(u) ? static_cast<int>(k) : places_[k]; };
    const int n = static_cast<int>(places_.size());
    const Window::Place at = window_.at(target, static_cast<MPI_Aint>(first_byte(op)));
    std::vector<Words> sent, back;
    for (int u = 0; u < updates_; ++u) {
      for (std::vector<Words>* list : {&sent, &back}) list->emplace_back(case_.type, words_of_segment).spoil();
      for (std::size_t k = 0; k < places_.size(); ++k)
        sent[u].set(there(u, k), sent_value(op, case_.type, comm_.rank(), comm_.size(), u, places_[k]));
    }
    for (int u = 0; u < updates_; ++u)
      issue(case_.call, sent[u].data(), back[u].data(), packed(u) ? n : 1, packed(u) ? traits_.type : vector_.get(), at,
            case_.derived ? 1 : n, case_.derived ? vector_.get() : traits_.type, mpi_op(op), window_.handle());
    check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
    for (int u = 0; u < updates_ && case_.call != UpdateCall::accumulate; ++u)
      for (std::size_t k = 0; k < places_.size(); ++k) fetched_[index(op)].push_back(back[u].get(there(u, k)));
  }

  // Judges the i-th operator in tried().
  void judge(std::size_t i, const std::vector<double>& left, const std::vector<double>& fetched, Violations& found) {
    const Operator op = tried()[i];
    const std::vector<int> targets = targets_of(comm_);
    const std::size_t n = tried().size(), of_rank = fetched.size() / comm_.size(), of_operator = of_rank / n;
    const std::size_t of_target = of_operator / targets.size(), before = found.size();
    for (std::size_t t = 0; t < targets.size(); ++t)
      for (int word = 0; word < words_of_segment && found.size() == before; ++word) {
        WordHistory history;
        history.initial = initial(op, case_.type, word);
        history.final = left[(targets[t] * n + i) * words_of_segment + word];
        const auto k = static_cast<std::size_t>(std::ranges::find(places_, word) - places_.begin());
        history.sent.resize(comm_.size());
        history.fetched.resize(comm_.size());
        for (int rank = 0; rank < comm_.size() && k < places_.size(); ++rank)
          for (int u = 0; u < updates_; ++u) {
            history.sent[rank].push_back(sent_value(op, case_.type, rank, comm_.size(), u, word));
            if (case_.call != UpdateCall::accumulate)
              history.fetched[rank].push_back(
                  fetched[rank * of_rank + i * of_operator + t * of_target + u * places_.size() + k]);
          }
        history.all_fetched = case_.call != UpdateCall::accumulate;
        // A word outside the patch must keep its value.
        const Operator done = k < places_.size() ? op : Operator::no_op;
        if (const std::string wrong = contradiction(done, history); !wrong.empty())
          found.push_back(fmt::format("{} with {} of {}: word {} of rank {}: {}", to_string(case_.call), to_string(op),
                                      traits_.name, word, targets[t], wrong));
      }
  }

  const Communicator& comm_;
  OperatorCase case_;
  Traits traits_;
  int updates_;
  VectorType vector_;
  Window window_;
  std::vector<int> places_;                   // indices of the updated words, in the order of the datatype
  std::vector<std::vector<double>> fetched_;  // by operator: by target, update and place
};

// One word for each operator and type, at multiples of 8 bytes; words of 4 bytes are side by side.
class MixTest {
 public:
  MixTest(const CheckContext& context, WindowKind kind, OperatorFault fault)
      : comm_(context.runtime.world()),
        updates_(context.brief ? few_updates : 3 * updates),
        fault_(fault),
        window_(comm_, bytes, {.kind = kind}) {}

  Violations run() {
    for (int w = 0; w < words; ++w) store(own(w), type(w), initial(op(w), type(w), w));
    complete_everywhere(window_);
    const std::vector<int> targets = targets_of(comm_);
    std::vector<double> fetched, read;
    for (const int target : targets)
      for (int u = 0; u < updates_; ++u) update(target, u, fetched, read);
    comm_.barrier();
    if (comm_.is_root() && fault_ == OperatorFault::misplaced) spoil_a_word(window_, type(0), byte(0));
    if (comm_.is_root() && fault_ == OperatorFault::misfetched) read.front() += 0.25;
    complete_everywhere(window_);
    std::vector<double> left;
    for (int w = 0; w < words; ++w) left.push_back(load(own(w), type(w)));
    const std::vector<double> all_left = comm_.gather(std::span<const double>(left));
    const std::vector<double> all_fetched = comm_.gather(std::span<const double>(fetched));
    const std::vector<double> all_read = comm_.gather(std::span<const double>(read));
    Violations found;
    for (std::size_t t = 0; t < targets.size() && comm_.is_root(); ++t)
      for (int w = 0; w < words && found.empty(); ++w) {
        WordHistory history;
        history.initial = initial(op(w), type(w), w);
        history.final = all_left[static_cast<std::size_t>(targets[t]) * words + w];
        history.all_fetched = false;
        for (int rank = 0; rank < comm_.size(); ++rank) {
          history.sent.emplace_back();
          history.fetched.emplace_back();
          for (int u = 0; u < updates_; ++u) {
            const std::size_t place = ((rank * targets.size() + t) * updates_ + u) * words + w;
            if (op(w) != Operator::no_op)
              history.sent.back().push_back(sent_value(op(w), type(w), rank, comm_.size(), u, w));
            if (call(rank, u, w) != UpdateCall::accumulate) history.fetched.back().push_back(all_fetched[place]);
            history.read.push_back(all_read[place]);
          }
        }
        if (const std::string wrong = contradiction(op(w), history); !wrong.empty())
          found.push_back(fmt::format("{} of {} beside other operators: word of rank {}: {}", to_string(op(w)),
                                      to_string(type(w)), targets[t], wrong));
      }
    complete_everywhere(window_);
    return contracts::of_root(comm_, found);
  }

 private:
  static constexpr int words = static_cast<int>(operators.size() * element_types.size());
  static constexpr std::size_t bytes = sizeof(double) * words;
  static Operator op(int word) { return operators[word % operators.size()]; }
  static ElementType type(int word) { return element_types[word / operators.size()]; }
  // Words of 4 bytes are side by side at the front.
  static std::size_t byte(int word) {
    return type(word) == ElementType::int32 ? sizeof(std::int32_t) * word : sizeof(double) * word;
  }
  static UpdateCall call(int rank, int update, int word) {
    // MPI_Accumulate does not allow MPI_NO_OP.
    const int which = (rank + update + word) % (op(word) == Operator::no_op ? 2 : 3);
    return which == 0 ? UpdateCall::get_accumulate : which == 1 ? UpdateCall::fetch_and_op : UpdateCall::accumulate;
  }
  std::byte* own(int word) { return static_cast<std::byte*>(window_.base()) + byte(word); }

  // Updates all words once, in an order that depends on the rank, all in flight at once. Each word is read after its
  // update.
  void update(int target, int u, std::vector<double>& fetched, std::vector<double>& read) {
    std::vector<Words> sent, back, seen;
    for (int w = 0; w < words; ++w) {
      for (std::vector<Words>* list : {&sent, &back, &seen}) list->emplace_back(type(w), 1);
      sent.back().set(0, sent_value(op(w), type(w), comm_.rank(), comm_.size(), u, w));
    }
    const int rank = window_.at(target).rank;
    for (int i = 0; i < words; ++i) {
      const int w = (i + 4 * comm_.rank() + 7 * u) % words;
      const MPI_Datatype element = traits(type(w)).type;
      const Window::Place at = window_.at(target, static_cast<MPI_Aint>(byte(w)));
      issue(call(comm_.rank(), u, w), sent[w].data(), back[w].data(), 1, element, at, 1, element, mpi_op(op(w)),
            window_.handle());
      check_mpi(
          MPI_Fetch_and_op(sent[w].data(), seen[w].data(), element, at.rank, at.byte, MPI_NO_OP, window_.handle()),
          "MPI_Fetch_and_op");
    }
    check_mpi(MPI_Win_flush(rank, window_.handle()), "MPI_Win_flush");
    for (int w = 0; w < words; ++w) fetched.push_back(back[w].get(0)), read.push_back(seen[w].get(0));
  }

  const Communicator& comm_;
  int updates_;
  OperatorFault fault_;
  Window window_;
};

}  // namespace

std::string_view to_string(UpdateCall call) {
  switch (call) {
    case UpdateCall::accumulate: return "MPI_Accumulate";
    case UpdateCall::get_accumulate: return "MPI_Get_accumulate";
    case UpdateCall::fetch_and_op: return "MPI_Fetch_and_op";
  }
  return "";
}

std::string_view to_string(Operator op) {
  switch (op) {
    case Operator::sum: return "MPI_SUM";
    case Operator::replace: return "MPI_REPLACE";
    case Operator::no_op: return "MPI_NO_OP";
    case Operator::min: return "MPI_MIN";
    case Operator::max: return "MPI_MAX";
  }
  return "";
}

std::string_view to_string(ElementType type) { return traits(type).name; }

std::string contradiction(Operator op, const WordHistory& history) {
  switch (op) {
    case Operator::sum: return sum_faults(history);
    case Operator::replace: return replacements(history);
    case Operator::no_op: return unchanged(history);
    case Operator::min: return maxima(history, -1);
    case Operator::max: return maxima(history, 1);
  }
  return "";
}

Violations check_operators(const CheckContext& context, const OperatorCase& the_case) {
  return OperatorTest(context, the_case).run();
}

Violations check_operator_mix(const CheckContext& context, WindowKind kind, OperatorFault fault) {
  return MixTest(context, kind, fault).run();
}

}  // namespace fockproxy::check
