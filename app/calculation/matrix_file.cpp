#include "app/calculation/matrix_file.hpp"

#include <fmt/format.h>

#include "app/calculation/matrix_rows.hpp"
#include "app/calculation/system_identity.hpp"
#include "parallel/agreement.hpp"

namespace fockproxy {

MatrixFile::MatrixFile(const CommandContext& context, const std::string& path, const char* kind, const System& system)
    : context_(context), wanted_(!path.empty()) {
  on_root(context.runtime.world(), [&] {
    if (!wanted_) return;
    identity_ = system_identity(system);
    const auto n = static_cast<std::uint64_t>(system.basis.functions());
    const std::uint64_t words = static_cast<std::uint64_t>(system.spins()) * n * n;
    file_.emplace(path, kind, words * sizeof(double) + to_text(identity_).size() + 4096);
  });
}

void MatrixFile::write(const SpinDense& matrices) {
  if (!wanted_) return;
  context_.watchdog.mark("writing a matrix to its file");
  std::optional<ArrayFileWriter> writer;
  if (file_) {
    std::uint64_t words = 0;
    for (const DenseMatrix& m : matrices) words += words_of(m);
    writer.emplace(*file_, Json{{"identity", identity_}}, words);
  }
  for (const DenseMatrix& m : matrices) write_rows(writer, m);
  on_root(context_.runtime.world(), [&] {
    if (!writer) return;
    writer->finish();
    file_->replace();
    file_->settle();
  });
}

SpinDense read_density(const CommandContext& context, const std::filesystem::path& file, const System& system) {
  const Communicator& world = context.runtime.world();
  std::optional<ArrayFileReader> reader;  // rank 0 only
  on_root(world, [&] {
    if (!std::filesystem::exists(file))
      throw UsageError(
          fmt::format("--density '{}' is not one of first, guess, scf, and there is no such file", file.string()));
    reader.emplace(file, density_kind);
    require_identity(file, "density", reader->about().value("identity", Json()), system_identity(system));
  });
  const int n = system.basis.functions();
  SpinDense density(static_cast<std::size_t>(system.spins()), DenseMatrix(system.algebra->grid(), n, n));
  for (DenseMatrix& m : density) read_rows(reader, m);
  on_root(world, [&] { reader->require_end(); });
  return density;
}

}  // namespace fockproxy
