#include "parallel/window.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "parallel/agreement.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_size() - 1) / page_size() * page_size(); }

int allocate_window(std::size_t bytes, bool shared_memory, MPI_Comm comm, void** base, MPI_Win* win) {
  MPI_Info info = MPI_INFO_NULL;
  if (!shared_memory) {
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shm", "false");
  }
  const int code = MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, info, comm, base, win);
  if (info != MPI_INFO_NULL) MPI_Info_free(&info);
  return code;
}

bool is_unified(MPI_Win win) {
  int* model = nullptr;
  int found = 0;
  return MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &found) == MPI_SUCCESS && found && *model == MPI_WIN_UNIFIED;
}

}  // namespace

std::optional<WindowKind> parse_window_kind(std::string_view name) {
  for (const WindowKind kind : window_kinds)
    if (name == to_string(kind)) return kind;
  return std::nullopt;
}

std::string_view to_string(WindowKind kind) { return window_kind_names[static_cast<int>(kind)]; }

Window::Window(const Communicator& comm, std::size_t local_bytes, const WindowOptions& options)
    : comm_(comm), options_(options), local_bytes_(local_bytes), own_memory_(nullptr, std::free) {
  create();
  MPI_Win_set_errhandler(win_, MPI_ERRORS_RETURN);
  if (comm_.min(is_unified(win_) ? 1 : 0) == 0) {
    MPI_Win_free(&win_);
    throw UsageError(fmt::format("this MPI's {} windows have the separate memory model (MPI-4.0 section 12.4), which "
                                 "fockproxy does not support; choose another --window",
                                 to_string(options_.kind)));
  }
  // No exclusive lock is ever asked for on a window that is locked by all, so no rank needs to check (and, where
  // checking is a message, no target needs to answer).
  if (options_.lock_all) check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
  zero_own_memory();
  if (!options_.self_test) return;
  if (const std::string found = self_test(); !found.empty()) {
    free();
    throw ComputationError(fmt::format("MPI windows of kind {} compute wrongly on this stack: {}; choose another "
                                       "--window",
                                       to_string(options_.kind), found));
  }
}

Window::~Window() { free(); }

// Errors while a window is being made go to the communicator's handler (MPI-4.0 section 12.6.1), which returns them.
void Window::create() {
  const std::size_t bytes = options_.pad_to_page ? whole_pages(local_bytes_) : local_bytes_;
  int code = MPI_SUCCESS;
  if (options_.kind == WindowKind::create) {
    collectively(comm_, [&] {
      own_memory_.reset(std::aligned_alloc(page_size(), std::max(whole_pages(bytes), page_size())));
      if (!own_memory_) throw std::bad_alloc();
    });
    base_ = own_memory_.get();
    code = MPI_Win_create(base_, static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm_.handle(), &win_);
  } else {
    code = allocate_window(bytes, options_.kind == WindowKind::allocate, comm_.handle(), &base_, &win_);
  }
  const std::string error = first_message(comm_, code == MPI_SUCCESS ? "" : mpi_error_text(code));
  // Where only some ranks failed, theirs is no window to free collectively: the others' are left to MPI_Finalize.
  if (!error.empty())
    throw UsageError(fmt::format("this MPI refuses windows of kind {}: {}; choose another --window, a lower "
                                 "thread level or, under Open MPI, another OMPI_MCA_osc",
                                 to_string(options_.kind), error));
}

void Window::free() {
  if (win_ == MPI_WIN_NULL) return;
  if (options_.lock_all) MPI_Win_unlock_all(win_);
  MPI_Win_free(&win_);
}

void Window::sync() const { check_mpi(MPI_Win_sync(win_), "MPI_Win_sync"); }

void Window::zero_own_memory() {
  // MPI_Win_sync asks for an open epoch (MPI-4.0 section 12.5.4).
  if (!options_.lock_all) check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
  sync();
  if (local_bytes_ > 0) std::memset(base_, 0, local_bytes_);
  sync();
  if (!options_.lock_all) check_mpi(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
  comm_.barrier();
}

}  // namespace fockproxy
