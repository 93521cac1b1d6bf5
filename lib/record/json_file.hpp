// Machine-readable output: written whole or not at all. What makes or takes documents includes record/json.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fockproxy {

// Keys stay in the order in which they are written: people read these files too.
using Json = nlohmann::ordered_json;

// Local. The document, or one that is_discarded() where the text is no JSON. Here, and so compiled once, because parser
// and writer are large templates.
Json parse_json(std::istream& text);
// In one line, or indented; bytes that are no UTF-8 are replaced.
std::string to_text(const Json& document, int indent = -1);

// A file that does not exist until its content is complete: written beside itself under a temporary name, then renamed
// (rename(2) is atomic). Local; use on one rank.
class JsonFile {
 public:
  // Makes sure now, before an hour of computing, that the file can be written: throws UsageError saying why not. The
  // trial leaves nothing behind.
  explicit JsonFile(std::filesystem::path path);

  void write(const Json& document) const;  // throws ComputationError
  // For documents too large to be held as one: `content` writes it.
  void write(const std::function<void(std::ostream&)>& content) const;  // throws ComputationError
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path temporary() const;
  std::filesystem::path path_;
};

}  // namespace fockproxy
