#include "parallel/window.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "parallel/agreement.hpp"
#include "parallel/returned_errors.hpp"
#include "system/memory.hpp"

namespace fockproxy {
namespace {

RefusalWords& the_words() {
  static RefusalWords those_of_main;
  return those_of_main;
}

std::string refusal_of(const WindowChoice& choice, const std::string& reason) {
  return fmt::format("this MPI refuses windows of kind {}: {}", describe(choice), reason);
}

// Local, the same on every rank.
void require_true_promises(const WindowOptions& options) {
  const bool one_size = !options.kind.is(WindowKind::ghost);
  if (const std::string why = false_promise(options.kind.info, options.accumulates, one_size); !why.empty())
    throw FalsePromise("UNSUPPORTED: " + why);
}

// The info object for a window; MPI_INFO_NULL if it would be empty.
class InfoObject {
 public:
  explicit InfoObject(const WindowChoice& choice) {
    for (const auto& [key, value] : choice.info.keys()) set(key, value);
    if (choice.is(WindowKind::allocate_noshm)) set("alloc_shm", "false");
  }
  ~InfoObject() {
    if (info_ != MPI_INFO_NULL) MPI_Info_free(&info_);
  }
  InfoObject(const InfoObject&) = delete;
  InfoObject& operator=(const InfoObject&) = delete;
  MPI_Info handle() const { return info_; }

 private:
  void set(const std::string& key, const std::string& value) {
    if (info_ == MPI_INFO_NULL) check_mpi(MPI_Info_create(&info_), "MPI_Info_create");
    check_mpi(MPI_Info_set(info_, key.c_str(), value.c_str()), "MPI_Info_set");
  }
  MPI_Info info_ = MPI_INFO_NULL;
};

bool is_lack_of_memory(int code) {
  int error_class = MPI_SUCCESS;
  MPI_Error_class(code, &error_class);
  return error_class == MPI_ERR_NO_MEM;
}

bool is_unified(MPI_Win win) {
  int* model = nullptr;
  int found = 0;
  return MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &found) == MPI_SUCCESS && found && *model == MPI_WIN_UNIFIED;
}

// The message of a rank whose memory limit leaves too little for a window, because some libraries report this as
// another error. Empty if memory is left.
std::string lack_of_memory(const Communicator& comm, std::size_t bytes) {
  const AddressSpace memory = address_space();
  if (!memory.is_short()) return "";
  return fmt::format(
      "rank {}, making a window of {} bytes: out of memory: {} MB are left of the {} MB of address "
      "space that a limit (ulimit -v) allows it",
      comm.rank(), bytes, memory.left >> 20, memory.limit >> 20);
}

}  // namespace

WindowRefused::WindowRefused(const WindowChoice& choice, const std::string& reason)
    : AgreedUsageError(refusal_of(choice, reason) +
                       "; choose another --window, a lower thread level or, under Open MPI, OMPI_MCA_osc=^ucx"),
      kind(choice.kind),
      with_info(!choice.info.empty()),
      refusal(refusal_of(choice, reason)) {}

void set_words_for_global_arrays(RefusalWords those_of_main) { the_words() = std::move(those_of_main); }

const RefusalWords& words_for_global_arrays() { return the_words(); }

std::optional<WindowKind> parse_window_kind(std::string_view name) {
  for (const WindowKind kind : window_kinds)
    if (name == to_string(kind)) return kind;
  return std::nullopt;
}

std::string_view to_string(WindowKind kind) { return window_kind_names[static_cast<int>(kind)]; }

std::string describe(const WindowChoice& choice) {
  const std::string kind(to_string(choice.kind));
  return choice.info.empty() ? kind : fmt::format("{} with {}", kind, choice.info.word());
}

Window::Window(const Communicator& comm, std::size_t local_bytes, const WindowOptions& options)
    : comm_(comm), options_(options), local_bytes_(local_bytes), own_memory_(nullptr, std::free) {
  require_true_promises(options_);
  create();
  options_.kind.info.note(win_);
  return_errors_of_window(win_);
  if (comm_.min(is_unified(win_) ? 1 : 0) == 0) {
    MPI_Win_free(&win_);
    throw AgreedUsageError(
        fmt::format("this MPI's {} windows have the separate memory model (MPI-4.0 section 12.4), which "
                    "fockproxy does not support; choose another --window",
                    describe(options_.kind)));
  }
  // A window that is locked by all never gets an exclusive lock. So no rank needs to check for one, and no target needs
  // to answer if checking needs a message.
  if (options_.lock_all) check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
  zero_own_memory();
  if (!options_.self_test) return;
  if (const std::string found = self_test(); !found.empty()) {
    free();
    throw AgreedComputationError(
        fmt::format("MPI windows of kind {} compute wrongly on this stack: {}; choose another "
                    "--window",
                    describe(options_.kind), found));
  }
}

Window::~Window() { free(); }

// While a window is being made, errors go to the communicator's handler (MPI-4.0 section 12.6.1), which returns them.
void Window::create() {
  arrive(comm_.handle());
  std::size_t bytes = options_.pad_to_page ? whole_pages(local_bytes_) : local_bytes_;
  if (options_.kind.info.has("same_size", "true"))
    bytes = static_cast<std::size_t>(comm_.max(static_cast<std::int64_t>(bytes)));
  const InfoObject info(options_.kind);
  int code = MPI_SUCCESS;
  if (options_.kind.is(WindowKind::create)) {
    collectively(comm_, [&] {
      own_memory_.reset(std::aligned_alloc(page_size(), std::max(whole_pages(options_.shift + bytes), page_size())));
      if (!own_memory_)
        throw ComputationError(fmt::format("rank {} has no memory for {} bytes of an MPI window", comm_.rank(), bytes));
    });
    base_ = static_cast<std::byte*>(own_memory_.get()) + options_.shift;
    code = MPI_Win_create(base_, static_cast<MPI_Aint>(bytes), 1, info.handle(), comm_.handle(), &win_);
  } else if (options_.kind.is(WindowKind::ghost)) {
    segments_ = std::make_unique<GhostSegments>(comm_, bytes);
    exposed_ = segments_->by_rank();
    base_ = segments_->own();
    const std::span<std::byte> exposed = segments_->exposed();
    code =
        MPI_Win_create(exposed.data(), static_cast<MPI_Aint>(exposed.size()), 1, info.handle(), comm_.handle(), &win_);
  } else {
    code = MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, info.handle(), comm_.handle(), &base_, &win_);
  }
  // A rank without memory cannot agree with ranks that still wait for it inside MPI.
  if (is_lack_of_memory(code)) check_mpi(code, "making an MPI window");
  const std::string error =
      first_message(comm_, code == MPI_SUCCESS ? "" : fmt::format("{} (rank {})", mpi_error_text(code), comm_.rank()));
  // If only some ranks failed, the window cannot be freed collectively; MPI_Finalize frees the windows of the others.
  if (error.empty()) return;
  if (const std::string lack = first_message(comm_, lack_of_memory(comm_, bytes)); !lack.empty())
    throw AgreedComputationError(fmt::format("{}; MPI said: {}", lack, error));
  throw WindowRefused(options_.kind, error);
}

void Window::free() {
  if (win_ == MPI_WIN_NULL) return;
  if (options_.lock_all) MPI_Win_unlock_all(win_);
  arrive(comm_.handle());
  MPI_Win_free(&win_);
  segments_.reset();
}

void Window::sync() const {
  check_mpi(MPI_Win_sync(win_), "MPI_Win_sync");
  if (segments_) segments_->sync();
}

void Window::flush_all() const {
  for (int rank = 0; rank < comm_.size(); ++rank) check_mpi(MPI_Win_flush(at(rank).rank, win_), "MPI_Win_flush");
}

void Window::zero_own_memory() {
  // MPI_Win_sync needs an open epoch (MPI-4.0 section 12.5.4).
  if (!options_.lock_all) check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
  sync();
  if (local_bytes_ > 0) std::memset(base_, 0, local_bytes_);
  sync();
  if (!options_.lock_all) check_mpi(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
  comm_.barrier();
}

}  // namespace fockproxy
