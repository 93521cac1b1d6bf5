#include "parallel/address_space.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fockproxy {

AddressSpace address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  // The first number is the size of the address space in pages (proc(5)).
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[32] = {};
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  std::int64_t pages = 0;
  for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; ++i) pages = 10 * pages + (text[i] - '0');
  const auto bytes = static_cast<std::int64_t>(limit.rlim_cur);
  return {bytes, bytes - pages * sysconf(_SC_PAGESIZE)};
}

}  // namespace fockproxy
