// Writes machine-readable output as a whole or not at all. Files that build or read documents include record/json.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fockproxy {

// Keys stay in the order in which they are written, because people read these files too.
using Json = nlohmann::ordered_json;

// Local. The document; is_discarded() is true if the text is not JSON. It is compiled once, in one file, because parser
// and writer are large templates.
Json parse_json(std::istream& text);
// In one line, or indented. Bytes that are not UTF-8 are replaced.
std::string to_text(const Json& document, int indent = -1);

// A file that does not exist until its content is complete. It is written beside its path under a temporary name, then
// renamed (rename(2) is atomic). Local; use on one rank.
class JsonFile {
 public:
  // Checks before a long calculation that the file can be written. Throws UsageError with the reason if not. The check
  // leaves nothing behind.
  explicit JsonFile(std::filesystem::path path);

  void write(const Json& document) const;  // throws ComputationError
  // For documents that are too large for memory: `content` writes the text.
  void write(const std::function<void(std::ostream&)>& content) const;  // throws ComputationError
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path temporary() const;
  std::filesystem::path path_;
};

}  // namespace fockproxy
