// Files in the forms that programs and people write (tests/data/dialects), each with the expected content.
// tests/cli/test_dialects.py has those that are refused, and the notes beside a reading.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "chem/basis_set.hpp"
#include "chem/data_directory.hpp"
#include "chem/elements.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;

const fs::path dialects = find_data_directory() / "tests/data/dialects";

// The exponents and coefficients of every contraction, for example "s 3.4:0.16 0.62:0.53; p 1.1:1".
std::string in_words(const std::vector<Contraction>& shells) {
  std::ostringstream words;
  words.precision(12);
  for (const Contraction& shell : shells) {
    words << (&shell == &shells.front() ? "" : "; ") << "spdfghik"[shell.angular_momentum];
    for (std::size_t i = 0; i < shell.exponents.size(); ++i)
      words << ' ' << shell.exponents[i] << ':' << shell.coefficients[i];
  }
  return words.str();
}

Molecule water() { return read_xyz(dialects / "xyz/plain.xyz"); }

struct BasisReading {
  const char* file;
  const char *hydrogen, *oxygen;
  int functions;  // for water, with the kind of functions that the file asks for
};

const BasisReading basis_readings[] = {
    {"exchange.gbs", "s 3.4:0.16 0.62:0.53 0.17:0.45",
     "s 130:0.15 24:0.54 6.4:0.44; s 5:-0.1 1.2:0.4 0.38:0.7; p 5:0.16 1.2:0.61 0.38:0.39; d 0.8:1", 12},
    {"exchange-with-core-potentials.gbs", "s 1.3:0.4 0.3:0.7", "s 40:1; s 2:1; p 1.1:1", 7},
    {"gfinput.gbs", "s 3.4:0.16 0.62:0.53", "s 130:0.15 24:0.54 6.4:0.44; s 5:-0.1 1.2:0.4; p 5:0.16 1.2:0.61", 7},
    {"psi4-spherical.gbs", "s 0.4166:1; p 0.7:1", "s 11:0.3 2.2:0.8; p 1.9:1; d 0.85:1", 17},
    {"psi4-cartesian.gbs", "s 0.4166:1; p 0.7:1", "s 11:0.3 2.2:0.8; p 1.9:1; d 0.85:1", 18},
    {"several-elements.gbs", "s 1.5:0.6 0.3:0.5", "s 1.5:0.6 0.3:0.5", 3},
    {"unclosed.gbs", "s 0.5:1; s 0.1:1", "s 7:1", 5},
    {"minus-before-symbols.gbs", "s 0.45:1", "s 9.5:1; p 1.3:1", 6},
    {"windows.gbs", "s 0.9:0.25 0.2:0.85", "s 1.7:1; p 1.7:1", 6},
    // Exponents times the square of the scale factor: 0.5 * 1.24^2, 0.25 * 7.66^2, 0.4 * 2.25^2.
    {"scaled.gbs", "s 0.7688:1", "s 14.6689:1; s 2.025:1; p 2.025:1", 7},
    {"letters-of-shells.gbs", "s 0.6:1; p 0.6:1", "s 6:1; p 1.6:1; d 1.1:1", 17},
    {"comments.g94", "s 0.35:1", "s 3.5:1", 3},
    {"fortran.g94", "s 0.5:1 1.2:-0.2", "s 10:1", 3},
    {"minimal", "s 0.4:1", "s 4:1", 3},
};

TEST(BasisDialects, AreReadAsWhatTheyMean) {
  for (const auto& [name, hydrogen, oxygen, functions] : basis_readings) {
    const BasisFile file = read_g94(dialects / "basis" / name);
    const bool by_centre = !file.centres.empty();
    EXPECT_EQ(in_words(by_centre ? file.centres.at(2) : file.elements.at(1)), hydrogen) << name;
    EXPECT_EQ(in_words(by_centre ? file.centres.at(1) : file.elements.at(8)), oxygen) << name;
    const BasisSet basis(water(), file, file.cartesian.value_or(false));
    EXPECT_EQ(basis.functions(), functions) << name;
    EXPECT_EQ(basis.shell(0).exponents, (by_centre ? file.centres.at(1) : file.elements.at(8))[0].exponents) << name;
  }
}

TEST(BasisDialects, CorePotentialsAreKeptByTheirHeads) {
  const BasisFile file = read_g94(dialects / "basis/exchange-with-core-potentials.gbs");
  ASSERT_EQ(file.element_potentials.size(), 2u);
  EXPECT_EQ(file.element_potentials.at(37).head, "RB-ECP 3 28");
  EXPECT_EQ(file.element_potentials.at(37).line, 26);
  EXPECT_EQ(file.element_potentials.at(38).head, "SR-ECP 3 28");
  EXPECT_EQ(in_words(file.elements.at(38)), "s 0.6:1");
}

Molecule chain(const std::vector<std::string>& symbols) {
  Molecule molecule;
  for (const std::string& symbol : symbols)
    molecule.atoms.push_back({nuclear_charge(symbol), {0, 0, 2.0 * static_cast<double>(molecule.atoms.size())}});
  return molecule;
}

TEST(CentreNumbers, AreTakenForAtomsOnlyWhereTheyCanBe) {
  const auto refusal = [](const std::vector<std::string>& symbols, const char* name) {
    const fs::path path = dialects / "basis" / name;
    return usage_error_in(path, [&] { BasisSet(chain(symbols), read_g94(path), false); });
  };
  const std::string right =
      "; numbers count the atoms of the molecule: give them in the order of the file's, or write "
      "symbols, such as 'O 0'";
  EXPECT_EQ(BasisSet(chain({"O", "H", "H"}), read_g94(dialects / "basis/gfinput.gbs"), false).functions(), 7);
  EXPECT_EQ(refusal({"O", "H"}, "gfinput.gbs"), " the file has centre 3 and the molecule 2 atoms" + right);
  EXPECT_EQ(refusal({"O"}, "gfinput.gbs"), " the file has centre 3 and the molecule 1 atom" + right);
  EXPECT_EQ(refusal({"O", "H", "H", "H"}, "gfinput.gbs"), " the file has no centre 4 (H)" + right);
  EXPECT_EQ(refusal({"H", "O", "H"}, "gfinput.gbs"), " centre 3 (H) has other functions than centre 1 (H)" + right);
  EXPECT_EQ(refusal({"H", "O"}, "gfinput-of-two-atoms.gbs"),
            " centre 1 (H) has steeper functions than centre 2 (O)" + right);
}

struct XyzReading {
  const char* file;
  LengthUnit unit;
  int charge, multiplicity;
  const char* formula;
  double second_from_first;  // Angstrom
};

const double water_bond = std::hypot(0.7572, 0.5865);

const XyzReading xyz_readings[] = {
    {"plain.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"units-in-comment.xyz", LengthUnit::bohr, 0, 0, "H2O", water_bond},
    {"i-pi.xyz", LengthUnit::bohr, 0, 0, "H2O", water_bond},
    {"bohr-without-a-word.xyz", LengthUnit::bohr, 0, 0, "H2O", water_bond},
    {"periodic-with-forces.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"open-boundaries.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"columns-in-another-order.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"forces-without-a-word.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"atomic-numbers.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"types-of-atoms.xyz", LengthUnit::angstrom, 0, 0, "HHe2", water_bond},
    {"heavy-water.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"labels.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"charge-in-comment.xyz", LengthUnit::angstrom, 1, 1, "H3O", 0.980816},  // sqrt(0.94^2 + 0.28^2)
    {"charge-and-multiplicity.xyz", LengthUnit::angstrom, -1, 1, "HO", 0.964},
    {"triplet.xyz", LengthUnit::angstrom, 0, 3, "O2", 1.2075},
    {"energy-in-comment.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"windows.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
    {"fortran.xyz", LengthUnit::angstrom, 0, 0, "H2O", water_bond},
};

// Read as the comment or the option says, none of them leads to a note on units, charge or multiplicity.
TEST(XyzDialects, AreReadAsWhatTheyMean) {
  for (const auto& [name, unit, charge, multiplicity, formula, distance] : xyz_readings) {
    const Molecule molecule = read_xyz(dialects / "xyz" / name, charge, multiplicity, unit);
    EXPECT_EQ(molecule.formula(), formula) << name;
    EXPECT_EQ(molecule.charge, charge) << name;
    const Point &a = molecule.atoms[0].position, &b = molecule.atoms[1].position;
    EXPECT_NEAR(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) * angstrom_per_bohr, distance, 1e-5) << name;
    for (const std::string& note : molecule.notes) EXPECT_EQ(note.find("--"), std::string::npos) << note;
  }
}

// Each of 3000 randomly damaged files of each kind is read or refused with one line. What is read can be used in a
// calculation.
class Mutations : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // One to four changes: a byte, a typical word, a line removed, repeated or moved, or the end cut off.
  std::string damaged(std::string text) {
    static const std::vector<std::string> words = {" 0",
                                                   "\n0\n",
                                                   "****",
                                                   "-",
                                                   "1e999",
                                                   "nan",
                                                   " 99999999999",
                                                   "\r",
                                                   "\n\n",
                                                   "ECP 3 28",
                                                   "S 1 1.00\n",
                                                   "O H 0\n",
                                                   "1 0\n",
                                                   "\t",
                                                   "=",
                                                   "\"",
                                                   "Properties=species:S:1:pos:R:3",
                                                   "pbc=T",
                                                   "units=",
                                                   "charge=",
                                                   ":",
                                                   "!",
                                                   "#",
                                                   "L="};
    for (int changes = 1 + draw(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = draw(text.size());
      const std::size_t begin = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
      const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      const std::string line = begin < end ? text.substr(begin, end - begin) : "";
      switch (draw(7)) {
        case 0: text[at] = static_cast<char>(draw(256)); break;
        case 1: text.insert(at, words[draw(words.size())]); break;
        case 2: text.erase(at, 1 + draw(5)); break;
        case 3: text.erase(begin, line.size()); break;
        case 4: text.insert(begin, line); break;
        case 5: text.insert(text.find('\n', draw(text.size())) + 1, line); break;  // npos + 1 is the beginning
        default: text.resize(at); break;
      }
    }
    return text;
  }

  std::size_t draw(std::size_t below) { return random_() % below; }

  std::mt19937_64 random_{2008};
};

TEST_P(Mutations, AreReadOrRefusedInOneLine) {
  const bool basis = GetParam() == std::string("basis");
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(dialects / GetParam())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_GE(files.size(), 20u);
  const ScratchDirectory scratch;
  const std::string path = (scratch.path() / "damaged").string();
  int read = 0, refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = damaged(text_of(files[draw(files.size())]));
    SCOPED_TRACE(text);
    try {
      const TextFile file = TextFile::read(scratch.write("damaged", text), "a file");
      if (basis) {
        const BasisFile found = read_g94(file);
        for (const auto& [charge, shells] : found.elements) {
          const BasisSet set(chain({element_symbol(charge)}), {"", "", {{charge, shells}}}, false);
          for (const Shell& shell : set.all_shells())
            for (std::size_t k = 0; k < shell.exponents.size(); ++k)
              EXPECT_TRUE(shell.exponents[k] > 0 && std::isfinite(shell.exponents[k] + shell.coefficients[k]));
        }
        if (!found.centres.empty() || !found.elements.empty()) BasisSet(water(), found, false);
      } else {
        const Molecule molecule = read_xyz(file);
        EXPECT_TRUE(std::isfinite(molecule.nuclear_repulsion()));
        EXPECT_GE(molecule.electrons(), 1);
        for (const std::string& note : molecule.notes) EXPECT_EQ(note.find('\n'), std::string::npos) << note;
      }
      ++read;
    } catch (const UsageError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path + ":")) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      EXPECT_NE(message.find("; "), std::string::npos) << message;
      ++refused;
    }
  }
  EXPECT_GE(read, 100);
  EXPECT_GE(refused, 1000);
}

INSTANTIATE_TEST_SUITE_P(Of, Mutations, ::testing::Values("basis", "xyz"));

}  // namespace
}  // namespace fockproxy
