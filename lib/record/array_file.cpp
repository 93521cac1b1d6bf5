#include "record/array_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "record/json.hpp"
#include "record/output_path.hpp"
#include "support/error.hpp"

namespace fockproxy {

static_assert(std::endian::native == std::endian::little, "the words of these files are little-endian");

namespace {

constexpr std::uint64_t word = sizeof(double);

// A bijection of 64 bits (Vigna, SplitMix64).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// The two lines of the head as words.
std::vector<double> head_of(const std::string& kind, const Json& about) {
  std::string text = kind + '\n' + to_text(about);
  text.append((word - (text.size() + 1) % word) % word, ' ');
  text += '\n';
  std::vector<double> words(text.size() / word);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

// A file descriptor that is open during the lifetime of the object.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags) : number_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

bool write_all(int file, const void* data, std::uint64_t bytes) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = write(file, at, std::min<std::uint64_t>(bytes, 1 << 30));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= static_cast<std::uint64_t>(n);
  }
  return true;
}

// Whether the medium has room for so many bytes; errno tells why not. If the file system cannot reserve space, this
// uses its free space.
bool has_room(int file, std::uint64_t bytes) {
  if (fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0) return true;
  if (errno != EOPNOTSUPP) return false;
  struct statvfs medium{};
  if (fstatvfs(file, &medium) == 0 && medium.f_bavail * medium.f_frsize >= bytes) return true;
  errno = ENOSPC;
  return false;
}

// Turns a pipe of which `taken` has been read into a stream that can seek. If it has more than `most` bytes, only its
// beginning.
std::unique_ptr<std::istream> kept(std::istream& pipe, std::string taken, std::uint64_t most) {
  std::vector<char> piece(1 << 16);
  while (taken.size() <= most && (pipe.read(piece.data(), std::ssize(piece)), pipe.gcount() > 0))
    taken.append(piece.data(), static_cast<std::size_t>(pipe.gcount()));
  return std::make_unique<std::istringstream>(std::move(taken), std::ios::binary);
}

// Whether a killed writer of these files may have left this file.
bool may_be_left_over(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(file))) return false;
  constexpr std::string_view any_kind = "fockproxy ";
  std::string start(any_kind.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), std::ssize(start));
  return in.gcount() == 0 || start == any_kind || start[0] == '\0';
}

}  // namespace

void WordSum::add(std::uint64_t first, std::span<const double> words) {
  std::uint64_t position = first;
  for (const double value : words) sum_ += mixed(std::bit_cast<std::uint64_t>(value) + mixed(++position));
}

ArrayFile::ArrayFile(std::filesystem::path path, std::string kind, std::uint64_t largest)
    : path_(std::move(path)), kind_(std::move(kind)) {
  check_output_path(path_);
  std::error_code unknown;
  if (std::filesystem::exists(std::filesystem::symlink_status(beside(), unknown)) && !may_be_left_over(beside()))
    refuse_output(path_, fmt::format("it would be written as '{}' first, and that is another file", beside().string()));
  const std::uint64_t needed = std::filesystem::exists(path_) ? largest : 2 * largest;
  int reason = 0;
  {
    const Descriptor trial(beside(), O_WRONLY | O_CREAT | O_TRUNC);
    if (!trial || !has_room(trial.number(), needed)) reason = errno;
  }
  std::error_code ignored;
  std::filesystem::remove(beside(), ignored);
  if (reason != 0)
    refuse_output(path_, fmt::format("{}; it may take {} MB", std::strerror(reason), (needed >> 20) + 1));
}

std::filesystem::path ArrayFile::beside() const { return path_.string() + std::string(beside_suffix); }

void ArrayFile::replace() const {
  std::error_code error;
  std::filesystem::rename(beside(), path_, error);
  if (error) throw ComputationError("writing '" + path_.string() + "' failed: " + error.message());
}

void ArrayFile::settle() const {
  const auto folder = path_.parent_path();
  if (const Descriptor directory(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY); directory)
    fsync(directory.number());
}

ArrayFileWriter::ArrayFileWriter(const ArrayFile& file, const Json& about, std::uint64_t words)
    : file_(file), descriptor_(open(file.beside().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) failure_ = errno;
  Json complete = about;
  complete["words"] = words;
  add(head_of(file.kind(), complete));
}

ArrayFileWriter::~ArrayFileWriter() {
  if (descriptor_ >= 0) close(descriptor_);
}

void ArrayFileWriter::add(std::span<const double> words) {
  sum_.add(at_, words);
  at_ += words.size();
  if (failure_ == 0 && !write_all(descriptor_, words.data(), words.size_bytes())) failure_ = errno;
}

void ArrayFileWriter::finish() {
  const std::uint64_t value = sum_.value();
  if (failure_ == 0 && (!write_all(descriptor_, &value, sizeof value) || fsync(descriptor_) != 0)) failure_ = errno;
  if (failure_ == 0) return;
  std::error_code ignored;
  std::filesystem::remove(file_.beside(), ignored);
  throw ComputationError("writing '" + file_.path().string() + "' failed: " + std::strerror(failure_));
}

ArrayFileReader::ArrayFileReader(const std::filesystem::path& path, const std::string& kind)
    : path_(path), file_(std::make_unique<std::ifstream>(path, std::ios::binary)) {
  const auto refuse = [this](const std::string& reason) { throw UsageError(path_.string() + ": " + reason); };
  if (!*file_) refuse(std::string("cannot be read: ") + std::strerror(errno));
  if (std::filesystem::is_directory(path_)) refuse("is a directory");
  std::string first, second;
  first.resize(kind.size());
  file_->read(first.data(), static_cast<std::streamsize>(first.size()));
  if (!*file_ || first != kind || file_->get() != '\n') refuse("not a '" + kind + "'");
  std::getline(*file_, second);
  const Json about = Json::parse(second, nullptr, false);
  const std::string torn = "torn, or changed since it was written";
  if (!*file_ || about.is_discarded() || !about.is_object() || !about.contains("words") ||
      !about["words"].is_number_unsigned())
    refuse(torn);
  about_ = std::make_shared<const Json>(about);
  left_ = about["words"].get<std::uint64_t>();
  const std::uint64_t head = kind.size() + 1 + second.size() + 1;
  constexpr std::uint64_t most_words = std::uint64_t{1} << 60;  // more bytes could not be counted
  if (left_ >= most_words) refuse(torn);
  const std::uint64_t expected_size = head + (left_ + 1) * word;
  if (!std::filesystem::is_regular_file(path_)) file_ = kept(*file_, first + '\n' + second + '\n', expected_size);
  file_->seekg(0, std::ios::end);
  if (head % word != 0 || static_cast<std::uint64_t>(file_->tellg()) != expected_size) refuse(torn);

  // Reads all of it, one piece at a time.
  file_->seekg(0);
  WordSum sum;
  std::vector<double> piece(1 << 16);
  const std::uint64_t all = head / word + left_;
  for (std::uint64_t at = 0; at < all && *file_;) {
    const std::span<double> some(piece.data(), std::min<std::uint64_t>(piece.size(), all - at));
    file_->read(reinterpret_cast<char*>(some.data()), static_cast<std::streamsize>(some.size_bytes()));
    sum.add(at, some);
    at += some.size();
  }
  std::uint64_t expected = 0;
  file_->read(reinterpret_cast<char*>(&expected), sizeof expected);
  if (!*file_ || expected != sum.value()) refuse(torn);
  file_->seekg(static_cast<std::streamoff>(head));
}

void ArrayFileReader::read(std::span<double> words) {
  if (words.size() <= left_)
    file_->read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size_bytes()));
  if (words.size() > left_ || !*file_) throw UsageError(path_.string() + ": holds less than it announces");
  left_ -= words.size();
}

void ArrayFileReader::require_end() const {
  if (!at_end()) throw UsageError(path_.string() + ": holds more than it announces");
}

}  // namespace fockproxy
