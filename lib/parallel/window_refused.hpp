// The error of an MPI that refuses windows of a kind, with the present settings and transport.
#pragma once

#include <functional>
#include <string>

#include "parallel/window.hpp"
#include "support/error.hpp"

namespace fockproxy {

// Window throws it on all ranks.
class WindowRefused : public AgreedUsageError {
 public:
  WindowRefused(WindowKind kind, const std::string& reason);  // MPI's own
  WindowKind kind;
  std::string refusal;  // what() without its advice, which was not tried
};

// Collective. What the error line says of a refusal.
using RefusalWords = std::function<std::string(const Communicator&, const WindowRefused&)>;

// Local; before the Runtime that it is for. Runtime asks for these words where the windows of Global Arrays are
// refused, while MPI still runs; without them WindowRefused's own stand.
void set_words_for_global_arrays(RefusalWords words);
const RefusalWords& words_for_global_arrays();  // local

}  // namespace fockproxy
