#include "check/ga_checks.hpp"

#include <fmt/format.h>
#include <ga.h>
#include <macdecls.h>

#include <vector>

#include "support/error.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

// Inclusive bounds, as in GA.
struct Piece {
  int lo[2], hi[2];
  int rows() const { return hi[0] - lo[0] + 1; }
  int columns() const { return hi[1] - lo[1] + 1; }
};

// A matrix of doubles in ragged pieces of rows, one per rank. Every rank has a copy of the correct content.
class RaggedMatrix {
 public:
  explicit RaggedMatrix(const Communicator& comm) : comm_(comm), rows_(0) {
    std::vector<int> first;
    for (int rank = 0; rank < comm.size(); ++rank) {
      first.push_back(rows_);
      rows_ += 3 + (5 * rank + 2) % 4;
    }
    first.push_back(0);  // for the only piece of columns
    int dims[] = {rows_, columns_}, pieces[] = {comm.size(), 1};
    char name[] = "check";
    handle_ = NGA_Create_irreg(C_DBL, 2, dims, name, pieces, first.data());
    if (!handle_) throw AgreedComputationError("NGA_Create_irreg failed");
    GA_Zero(handle_);
    right_.assign(static_cast<std::size_t>(rows_) * columns_, 0.0);
  }
  ~RaggedMatrix() { GA_Destroy(handle_); }
  RaggedMatrix(const RaggedMatrix&) = delete;
  RaggedMatrix& operator=(const RaggedMatrix&) = delete;

  // Without the first and last row and column; it covers all owners.
  Piece inner(int margin) const { return {{margin, 1 + margin}, {rows_ - 1 - margin, columns_ - 3 - margin}}; }

  void put(Piece piece, double scale) {
    std::vector<double> buffer = filled(piece, scale);
    int ld[] = {columns_};
    NGA_Put(handle_, piece.lo, piece.hi, buffer.data(), ld);
  }
  void add(Piece piece, double scale) {
    std::vector<double> buffer = filled(piece, scale);
    int ld[] = {columns_};
    double one = 1.0;
    NGA_Acc(handle_, piece.lo, piece.hi, buffer.data(), ld, &one);
  }
  // Applies what a rank's put (add = false) or add did to the correct content.
  void expect(Piece piece, double scale, bool add) {
    for (int i = piece.lo[0]; i <= piece.hi[0]; ++i)
      for (int j = piece.lo[1]; j <= piece.hi[1]; ++j) {
        double& element = right_[at(i, j)];
        element = (add ? element : 0.0) + scale * value(i, j);
      }
  }

  Violations compare_get(const char* what, Piece piece) {
    std::vector<double> buffer(static_cast<std::size_t>(piece.rows()) * columns_, -1.0);
    int ld[] = {columns_};
    NGA_Get(handle_, piece.lo, piece.hi, buffer.data(), ld);
    return compare(what, piece, buffer.data(), columns_);
  }
  Violations compare_access(const char* what) {
    Piece own{};
    int ld[] = {0};
    double* values = nullptr;
    NGA_Distribution(handle_, comm_.rank(), own.lo, own.hi);
    NGA_Access(handle_, own.lo, own.hi, &values, ld);
    const Violations found = compare(what, own, values, ld[0]);
    NGA_Release(handle_, own.lo, own.hi);
    return found;
  }

 private:
  static constexpr int columns_ = 21;

  std::size_t at(int i, int j) const { return static_cast<std::size_t>(i) * columns_ + j; }
  static double value(int i, int j) { return 1 + (7 * i + 13 * j) % 101; }

  std::vector<double> filled(Piece piece, double scale) const {
    std::vector<double> buffer(static_cast<std::size_t>(piece.rows()) * columns_, -7.0);
    for (int i = 0; i < piece.rows(); ++i)
      for (int j = 0; j < piece.columns(); ++j) buffer[at(i, j)] = scale * value(piece.lo[0] + i, piece.lo[1] + j);
    return buffer;
  }

  Violations compare(const char* what, Piece piece, const double* seen, int ld) const {
    for (int i = 0; i < piece.rows(); ++i)
      for (int j = 0; j < piece.columns(); ++j)
        if (const double right = right_[at(piece.lo[0] + i, piece.lo[1] + j)]; seen[i * ld + j] != right)
          return {fmt::format("{}: element ({}, {}) is {} instead of {}", what, piece.lo[0] + i, piece.lo[1] + j,
                              seen[i * ld + j], right)};
    return {};
  }

  const Communicator& comm_;
  int rows_;
  int handle_ = 0;
  std::vector<double> right_;
};

}  // namespace

Violations check_ga_patches(const CheckContext& context) {
  const Communicator& comm = context.runtime.world();
  RaggedMatrix matrix(comm);
  Violations mine;
  const auto look = [&](const char* what) {
    GA_Sync();
    contracts::append(mine, matrix.compare_get(what, matrix.inner(0)));
    contracts::append(mine, matrix.compare_get(what, matrix.inner(1)));
    contracts::append(mine, matrix.compare_access(what));
    GA_Sync();
  };
  GA_Sync();
  if (comm.rank() == comm.size() - 1) matrix.put(matrix.inner(0), 3.0);
  matrix.expect(matrix.inner(0), 3.0, false);
  look("after a put");
  const int rounds = context.brief ? 1 : 5;
  for (int round = 0; round < rounds; ++round) matrix.add(matrix.inner(round % 2), comm.rank() + 1.0);
  for (int round = 0; round < rounds; ++round)
    for (int rank = 0; rank < comm.size(); ++rank) matrix.expect(matrix.inner(round % 2), rank + 1.0, true);
  look("after accumulates");
  return contracts::of_all_ranks(comm, mine);
}

Violations check_ga_read_inc(const CheckContext& context) {
  int dims[] = {1}, element[] = {0};
  char name[] = "check";
  const int handle = NGA_Create(C_LONG, 1, dims, name, nullptr);
  if (!handle) throw AgreedComputationError("NGA_Create failed");
  GA_Zero(handle);
  std::vector<std::int64_t> mine;
  const int count = context.brief ? 5 : 300;
  for (int i = 0; i < count; ++i) mine.push_back(NGA_Read_inc(handle, element, 1));
  GA_Sync();
  const Violations found = each_once(context.runtime.world(), mine);
  GA_Destroy(handle);
  return found;
}

}  // namespace fockproxy::check
