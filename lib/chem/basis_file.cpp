#include "chem/basis_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <system_error>

#include "chem/data_directory.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t begin = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, begin)) {
    result.append(text, begin, at - begin).append(to);
    begin = at + from.size();
  }
  return result.append(text, begin);
}

}  // namespace

double self_overlap(const Contraction& contraction) {
  const auto& a = contraction.exponents;
  const auto& c = contraction.coefficients;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) {
      // 2 sqrt(a_i a_j) / (a_i + a_j) in a form that cannot overflow, to the power of l + 3/2. Without pow, because its
      // last bits depend on the processor.
      const double ratio = std::sqrt(a[i] / a[j]);
      const double mean = 2 / (ratio + 1 / ratio);
      double overlap = mean * std::sqrt(mean);
      for (int k = 0; k < contraction.angular_momentum; ++k) overlap *= mean;
      sum += c[i] * c[j] * overlap;
    }
  }
  return sum;
}

BasisFile read_g94(const std::filesystem::path& file) { return read_g94(TextFile::read(file, g94_kind)); }

std::string canonical_basis_name(std::string name) {
  std::erase_if(name, [](unsigned char c) { return std::isspace(c) != 0; });
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  name = replace_all(name, "(d,p)", "**");
  name = replace_all(name, "(d)", "*");
  return replace_all(name, "*", "_st_");
}

std::string display_basis_name(const std::string& stem) { return replace_all(stem, "_st_", "*"); }

std::vector<std::string> known_basis_sets(const std::filesystem::path& data_directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(data_directory / "basis", error)) {
    if (entry.path().extension() == ".g94") {
      names.push_back(display_basis_name(entry.path().stem().string()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool names_a_basis_file(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".g94") || name.ends_with(".gbs") || is_file(name);
}

BasisLocation find_basis_file(const std::string& name, const std::filesystem::path& data_directory) {
  if (names_a_basis_file(name)) {
    return {name, std::filesystem::path(name).stem().string()};
  }
  const std::string stem = canonical_basis_name(name);
  const std::filesystem::path file = data_directory / "basis" / (stem + ".g94");
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw UsageError(fmt::format("there is no basis set '{}' in {}; give the path of a Gaussian94 file or one of: {}",
                                 printable(name), printable((data_directory / "basis").string(), 1000),
                                 fmt::join(known_basis_sets(data_directory), ", ")));
  }
  return {file, display_basis_name(stem)};
}

BasisFile find_basis(const std::string& name, const std::filesystem::path& data_directory) {
  const BasisLocation found = find_basis_file(name, data_directory);
  BasisFile basis = read_g94(found.path);
  basis.name = found.name;
  return basis;
}

}  // namespace fockproxy
