// The lifetime of Libint's global tables.
#pragma once

namespace fockproxy {

// Initialises Libint on construction and releases it on destruction. Only one object may exist, on the main thread. It
// must outlive every engine. Local, no MPI.
class LibintSession {
 public:
  LibintSession();
  ~LibintSession();
  LibintSession(const LibintSession&) = delete;
  LibintSession& operator=(const LibintSession&) = delete;

  static int max_angular_momentum();  // the largest one for which this Libint was built
  static const char* version();
};

}  // namespace fockproxy
