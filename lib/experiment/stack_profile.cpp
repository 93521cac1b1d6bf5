#include "experiment/stack_profile.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "counters/counter.hpp"
#include "experiment/entry_experiment.hpp"
#include "experiment/verdict_operations.hpp"
#include "parallel/known_faults.hpp"
#include "record/distribution.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr int most_bytes = 1 << 18;
constexpr int most_in_flight = 64;
constexpr int most_moved = 1 << 20;  // bytes in flight
constexpr double operations_in_period = 4;

struct Shape {
  ProfiledKind kind;
  int bytes;
  bool strided;
  std::string counter{};
};

std::vector<Shape> shapes(const std::vector<std::string>& counters) {
  std::vector<Shape> all;
  for (const std::string& counter : counters) all.push_back({ProfiledKind::draw, 8, false, counter});
  for (const ProfiledKind kind : {ProfiledKind::get, ProfiledKind::accumulate}) {
    for (const int bytes : {8, 512, 4096, 32768, most_bytes}) all.push_back({kind, bytes, false});
    all.push_back({kind, 4096, true});
  }
  return all;
}

std::vector<int> numbers_in_flight(const Shape& shape) {
  std::vector<int> all;
  for (int n = 1; n <= most_in_flight && n * shape.bytes <= most_moved; n *= 4) all.push_back(n);
  return all;
}

// Counters whose draw is a single call, so that several draws can be in flight.
constexpr std::string_view fetched = "mpi3", swapped = "steal";

// Operations of one shape on a window of rank 0. Only rank 1 calls perform().
class Operations {
 public:
  Operations(const Window& window, const Shape& shape)
      : window_(window), shape_(shape), buffer_(static_cast<std::size_t>(most_in_flight + most_moved / 8), 0.0) {
    if (shape.counter == swapped) require_compare_and_swap(window);
    if (!shape.strided) return;
    check_mpi(MPI_Type_vector(shape.bytes / 8 / row_doubles, row_doubles, 2 * row_doubles, MPI_DOUBLE, &type_),
              "MPI_Type_vector");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~Operations() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;

  void perform(int number) {
    // Integers and doubles use different addresses, and so do different calls.
    const bool swaps = shape_.counter == swapped;
    const MPI_Aint word = 2 * most_bytes + (swaps ? sizeof(std::int64_t) : 0);
    const Window::Place at =
        window_.at(EntryExperiment::target_rank, shape_.kind == ProfiledKind::draw ? word : MPI_Aint{0});
    const int doubles = shape_.bytes / 8;
    for (int n = 0; n < number; ++n) {
      double* const here = buffer_.data() + std::ptrdiff_t{n} * doubles;
      const int count = shape_.strided ? 1 : doubles;
      MPI_Datatype type = shape_.strided ? type_ : MPI_DOUBLE;
      switch (shape_.kind) {
        case ProfiledKind::draw:
          if (swaps)
            check_mpi(MPI_Compare_and_swap(&zero_, &zero_, &drawn_[n], MPI_INT64_T, at.rank, at.byte, window_.handle()),
                      "MPI_Compare_and_swap");
          else
            check_mpi(MPI_Fetch_and_op(&one_, &drawn_[n], MPI_INT64_T, at.rank, at.byte, MPI_SUM, window_.handle()),
                      "MPI_Fetch_and_op");
          break;
        case ProfiledKind::get:
          check_mpi(MPI_Get(here, doubles, MPI_DOUBLE, at.rank, at.byte, count, type, window_.handle()), "MPI_Get");
          break;
        case ProfiledKind::accumulate:
          check_mpi(MPI_Accumulate(here, doubles, MPI_DOUBLE, at.rank, at.byte, count, type, MPI_SUM, window_.handle()),
                    "MPI_Accumulate");
          break;
      }
    }
    check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
  }

 private:
  const Window& window_;
  Shape shape_;
  std::vector<double> buffer_;  // adds zeros, so the window keeps its content
  std::int64_t zero_ = 0, one_ = 1, drawn_[most_in_flight] = {};
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

double median_seconds(const std::vector<EntrySample>& samples) {
  std::vector<double> seconds;
  for (const EntrySample& sample : samples) seconds.push_back(sample.seconds);
  return distribution_of(seconds).median;
}

// The quantiles of the samples on rank 0; zeros on other ranks.
std::array<double, 5> quantiles_of(const std::vector<EntrySample>& samples) {
  std::vector<double> seconds;
  for (const EntrySample& sample : samples) seconds.push_back(sample.seconds);
  std::ranges::sort(seconds);
  std::array<double, 5> quantiles{};
  if (seconds.empty()) return quantiles;
  for (std::size_t q = 0; q < quantiles.size(); ++q)
    quantiles[q] = seconds[q * (seconds.size() - 1) / (quantiles.size() - 1)];
  return quantiles;
}

double median_entries(std::vector<EntrySample> samples) {
  if (samples.empty()) return 0;
  std::ranges::nth_element(samples, samples.begin() + std::ssize(samples) / 2, {}, &EntrySample::entries);
  return static_cast<double>(samples[samples.size() / 2].entries);
}

}  // namespace

void measure_points(EntryExperiment& experiment, const std::vector<int>& numbers,
                    const std::function<void(int)>& perform, const ProfileOptions& options, ProfiledOperation& row) {
  for (const int number : numbers) {
    const auto some = [&] { perform(number); };
    ProfiledPoint point{.in_flight = number};
    const std::vector<EntrySample> undisturbed = experiment.measure(0, options.samples, some);
    point.inside = median_seconds(undisturbed);
    point.inside_quantiles = quantiles_of(undisturbed);
    experiment.comm().broadcast(std::span(&point.inside, 1));
    const double period = std::max(options.period, operations_in_period * point.inside);
    if (number == 1) row.period = period;
    const std::vector<EntrySample> samples = experiment.measure(period, options.samples, some);
    point.computing = median_seconds(samples);
    point.entries = median_entries(samples);
    experiment.comm().broadcast(std::span(&point.entries, 1));
    row.points.push_back(point);
    if (options.heartbeat) options.heartbeat();
  }
}

std::string refusal_of(const std::function<void()>& make) {
  try {
    make();
  } catch (const AgreedUsageError& error) {
    return error.what();  // the same on every rank
  } catch (const AgreedComputationError& error) {
    return error.what();
  }
  return "";
}

namespace {

// Whether the drain of the shape is measured with several origins.
bool has_origins(const Shape& shape) {
  if (shape.kind == ProfiledKind::draw) return shape.counter == fetched;
  return shape.bytes == 4096 && !shape.strided;
}

// Collective.
void profile(EntryExperiment& experiment, const SharedTarget& shared, const Window& window, const Shape& shape,
             const ProfileOptions& options, ProfiledOperation& row) {
  Operations operations(window, shape);
  measure_points(experiment, numbers_in_flight(shape), [&](int number) { operations.perform(number); }, options, row);
  if (!has_origins(shape) || row.by_itself()) return;
  for (const int origins : shared.numbers_of_origins()) {
    // If there are few cores, origins share them, and each origin needs one in every period.
    const double period = row.period * (origins + 1);
    row.origins.push_back(shared.measure_origins(origins, period, options.samples, [&] { operations.perform(1); }));
    if (options.heartbeat) options.heartbeat();
  }
}

// Measures the draws of the counter itself. Collective.
void profile(EntryExperiment& experiment, const Runtime& runtime, const CounterEntry& entry,
             const ProfileOptions& options, ProfiledOperation& row) {
  const auto counter = supported(entry, "counter").make({runtime, row.window, options.heartbeat});
  counter->reset(0);
  measure_points(experiment, {1}, [&](int) { counter->fetch_add(1); }, options, row);
  counter->finish();
}

const CounterEntry* drawn_one_by_one(const Shape& shape) {
  if (shape.counter.empty() || shape.counter == fetched || shape.counter == swapped) return nullptr;
  return &look_up(Type<CounterEntry>{}, shape.counter);
}

}  // namespace

int ProfiledOperation::entries() const { return std::max(1, static_cast<int>(points.front().entries)); }

int ProfiledOperation::drain() const {
  if (!origins.empty() && origins.back().served_per_call > 0) {
    constexpr double nearly_all = 0.75;
    const OriginsPoint& many = origins.back();
    const double served = many.served_per_call * entries();  // each of them takes so many calls
    return served >= nearly_all * many.origins ? 0 : std::max(1, static_cast<int>(std::lround(served)));
  }
  const ProfiledPoint &one = points.front(), &most = points.back();
  const double more = most.entries - one.entries;
  if (more < 1) return 0;
  return std::max(1, static_cast<int>(std::lround((most.in_flight - one.in_flight) / more)));
}

double ProfiledOperation::service() const {
  const ProfiledPoint &one = points.front(), &most = points.back();
  const double of_call = one.inside / entries();
  if (most.in_flight == one.in_flight) return of_call;
  const double each = (most.inside - one.inside) / (most.in_flight - one.in_flight) / entries();
  return std::clamp(each, 0.0, of_call);
}

double ProfiledOperation::latency() const { return (points.front().inside / entries() - service()) / 2; }

std::optional<double> ProfiledOperation::most_per_second() const {
  const double seconds = entries() * service();
  return seconds > 0 ? std::optional(1 / seconds) : std::nullopt;
}

std::optional<double> ProfiledOperation::bytes_per_second() const {
  const std::optional<double> most = most_per_second();
  return most && kind != ProfiledKind::draw ? std::optional(*most * bytes) : std::nullopt;
}

std::vector<std::string_view> profiled_counters() {
  std::vector<std::string_view> names;
  for (const CounterEntry& entry : counter_table())
    if (entry.has_windows && entry.progress == "none") names.push_back(entry.name);
  names.push_back(swapped);
  return names;
}

std::vector<ProfiledLockScope> profile_lock_scopes(const Runtime& runtime, const SyntheticWork& work,
                                                   std::span<const WindowKind> windows, ProgressStrategy& progress,
                                                   const ProfileOptions& options) {
  const SharedTarget shared(runtime.world(), {}, work, progress);
  std::vector<ProfiledLockScope> scopes;
  progress.start();
  for (const WindowKind kind : windows) {
    ProfiledLockScope one{.window = kind};
    if (runtime.world().size() < 3) one.unsupported = "two origins and a target are 3 ranks";
    else one.unsupported = refusal_of([&] { one.sample = shared.measure_lock_scope(kind, options.samples); });
    scopes.push_back(std::move(one));
    if (options.heartbeat) options.heartbeat();
  }
  progress.stop();
  return scopes;
}

std::vector<ProfiledOperation> profile_stack(const Runtime& runtime, const SyntheticWork& work,
                                             std::span<const WindowKind> windows, ProgressStrategy& progress,
                                             const ProfileOptions& options) {
  if (runtime.world().size() < 2) throw AgreedUsageError("UNSUPPORTED: a profile needs at least 2 ranks");
  EntryExperiment experiment(runtime.world(), measure_clock_offset(runtime), work, progress, options.seed);
  const SharedTarget shared(experiment.comm(), measure_clock_offset(runtime), work, progress);
  std::vector<ProfiledOperation> rows;
  progress.start();
  for (const WindowKind kind : windows) {
    std::unique_ptr<Window> window;
    const std::string refused = refusal_of([&] {
      window = std::make_unique<Window>(experiment.comm(), 2 * most_bytes + 2 * sizeof(std::int64_t),
                                        WindowOptions{.kind = kind});
    });
    for (const Shape& shape : shapes(options.counters)) {
      const CounterEntry* const counter = drawn_one_by_one(shape);
      ProfiledOperation row{.kind = shape.kind,
                            .window = kind,
                            .bytes = shape.bytes,
                            .strided = shape.strided,
                            .counter = shape.counter,
                            .unsupported = refused};
      if (counter != nullptr) {
        row.exclusive = counter->exclusive;
        if (counter->word_a_rank) row.bytes *= runtime.world().size();
      }
      if (refused.empty())
        row.unsupported = refusal_of([&] {
          if (counter != nullptr) profile(experiment, runtime, *counter, options, row);
          else profile(experiment, shared, *window, shape, options, row);
        });
      rows.push_back(std::move(row));
    }
  }
  progress.stop();
  if (!runtime.world().is_root()) rows.clear();
  return rows;
}

}  // namespace fockproxy
