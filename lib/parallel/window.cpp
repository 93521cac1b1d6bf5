#include "parallel/window.hpp"

#include <fmt/format.h>

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

std::string refusal_of(WindowKind kind, const std::string& reason) {
  return fmt::format("this MPI refuses windows of kind {}: {}", to_string(kind), reason);
}

// The info object for a window with these options; MPI_INFO_NULL if it would be empty.
class WindowInfo {
 public:
  explicit WindowInfo(const WindowOptions& options) {
    for (const auto& [key, value] : options.info) set(key, value);
    if (options.kind == WindowKind::allocate_noshm) set("alloc_shm", "false");
  }
  ~WindowInfo() {
    if (info_ != MPI_INFO_NULL) MPI_Info_free(&info_);
  }
  WindowInfo(const WindowInfo&) = delete;
  WindowInfo& operator=(const WindowInfo&) = delete;
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

WindowRefused::WindowRefused(WindowKind k, const std::string& reason)
    : AgreedUsageError(refusal_of(k, reason) +
                       "; choose another --window, a lower thread level or, under Open MPI, OMPI_MCA_osc=^ucx"),
      kind(k),
      refusal(refusal_of(k, reason)) {}

void set_words_for_global_arrays(RefusalWords those_of_main) { the_words() = std::move(those_of_main); }

const RefusalWords& words_for_global_arrays() { return the_words(); }

std::optional<WindowKind> parse_window_kind(std::string_view name) {
  for (const WindowKind kind : window_kinds)
    if (name == to_string(kind)) return kind;
  return std::nullopt;
}

std::optional<int> memory_model(MPI_Win win) {
  int* model = nullptr;
  int found = 0;
  if (MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &found) != MPI_SUCCESS || !found) return std::nullopt;
  return *model;
}

std::string_view to_string(WindowKind kind) { return window_kind_names[static_cast<int>(kind)]; }

Window::Window(const Communicator& comm, std::size_t local_bytes, const WindowOptions& options)
    : comm_(comm), options_(options), local_bytes_(local_bytes), own_memory_(nullptr, std::free) {
  create();
  return_errors_of_window(win_);
  // If MPI does not tell the model, the self-test decides.
  if (comm_.max(memory_model(win_) == MPI_WIN_SEPARATE ? 1 : 0) == 1) {
    MPI_Win_free(&win_);
    throw AgreedUsageError(
        fmt::format("this MPI's {} windows have the separate memory model (MPI-4.0 section 12.4), which "
                    "fockproxy does not support; choose another --window",
                    to_string(options_.kind)));
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
                    to_string(options_.kind), found));
  }
}

Window::~Window() { free(); }

// While a window is being made, errors go to the communicator's handler (MPI-4.0 section 12.6.1), which returns them.
void Window::create() {
  arrive(comm_.handle());
  const std::size_t bytes = options_.pad_to_page ? whole_pages(local_bytes_) : local_bytes_;
  const WindowInfo info(options_);
  int code = MPI_SUCCESS;
  if (options_.kind == WindowKind::create) {
    collectively(comm_, [&] {
      own_memory_.reset(std::aligned_alloc(page_size(), std::max(whole_pages(options_.shift + bytes), page_size())));
      if (!own_memory_)
        throw ComputationError(fmt::format("rank {} has no memory for {} bytes of an MPI window", comm_.rank(), bytes));
    });
    base_ = static_cast<std::byte*>(own_memory_.get()) + options_.shift;
    code = MPI_Win_create(base_, static_cast<MPI_Aint>(bytes), 1, info.handle(), comm_.handle(), &win_);
  } else if (options_.kind == WindowKind::ghost) {
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
