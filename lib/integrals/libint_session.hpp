// Libint's global tables live as long as one of these does.
#pragma once

namespace fockproxy {

// Initialises Libint on construction and releases it on destruction; one at a time, on the main thread. Must outlive
// every engine. Local, no MPI.
class LibintSession {
 public:
  LibintSession();
  ~LibintSession();
  LibintSession(const LibintSession&) = delete;
  LibintSession& operator=(const LibintSession&) = delete;

  static int max_angular_momentum();  // what this Libint was built for
  static const char* version();
};

}  // namespace fockproxy
