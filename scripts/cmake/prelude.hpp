// Headers that most files of the project include and that take long to compile. With the option FOCKPROXY_BULK_BUILD
// they are compiled once, and every file begins with this one. Files still include all that they use; a build without
// the option, which scripts/test --all makes, checks this. A folder whose include paths lack a package does not use it.
// Headers that few files include are better left out, because every file instantiates their templates anew.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#endif
#if __has_include(<fmt/format.h>)
#include <fmt/format.h>
#endif
#if __has_include(<mpi.h>)
#include <mpi.h>
#endif
