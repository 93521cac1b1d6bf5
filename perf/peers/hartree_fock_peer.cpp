// Libint's example program hartree-fock++ as a peer: its SCF, and only its two-electron build at a given density.
//
//   hartree_fock_peer scf MOLECULE.xyz BASIS
//   hartree_fock_peer build MOLECULE.xyz BASIS PRECISION DENSITY FOCK
//
// LIBINT_DATA_PATH is the folder above basis/. DENSITY and FOCK are functions x functions doubles in the byte order of
// this machine: D = C_occ C_occ^T, and the Fock matrix with which errors are computed. The last line of stdout is JSON.
//
// The example is hartree_fock_example.cc, which perf/peers/install makes from the Debian source package.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace peer {

bool converged = false;
int iterations = 0;

void note(int iteration, double energy_change, double largest_gradient) {
  iterations = iteration;
  converged = std::abs(energy_change) < 1e-8 && largest_gradient < 1e-5;
}

int report(double energy) {
  std::printf("\n{\"converged\": %s, \"iterations\": %d, \"energy\": %.12f}\n", converged ? "true" : "false",
              iterations, energy);
  return converged ? 0 : 1;
}

}  // namespace peer

#define main hartree_fock_main
#include "hartree_fock_example.cc"
#undef main

namespace {

Matrix read_matrix(const char* file, Eigen::Index n) {
  Matrix m(n, n);
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(m.data()), static_cast<std::streamsize>(n * n * sizeof(double)));
  if (!in || in.peek() != std::ifstream::traits_type::eof())
    throw std::runtime_error(std::string(file) + " does not hold a matrix of this basis");
  return m;
}

double nuclear_repulsion(const std::vector<Atom>& atoms) {
  double energy = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      energy += atoms[i].atomic_number * atoms[j].atomic_number /
                std::hypot(atoms[i].x - atoms[j].x, atoms[i].y - atoms[j].y, atoms[i].z - atoms[j].z);
  return energy;
}

int build(const char* molecule, const char* basis, double precision, const char* density_file, const char* fock_file) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::duration d) { return std::chrono::duration<double>(d).count(); };
  libint2::nthreads = 1;
  libint2::initialize();
  const std::vector<Atom> atoms = read_geometry(molecule);
  const BasisSet obs(basis, atoms);  // normalised functions, as in the density; the example's main has others
  const Matrix density = read_matrix(density_file, static_cast<Eigen::Index>(obs.nbf()));

  const auto start = Clock::now();
  std::tie(obs_shellpair_list, obs_shellpair_data) = compute_shellpairs(obs);
  const Matrix schwarz = compute_schwarz_ints<>(obs);
  const auto ready = Clock::now();
  const Matrix g = compute_2body_fock(obs, density, precision, schwarz);
  const auto end = Clock::now();

  const Matrix core = compute_1body_ints<Operator::kinetic>(obs)[0] +
                      compute_1body_ints<Operator::nuclear>(obs, libint2::make_point_charges(atoms))[0];
  const double energy = density.cwiseProduct(2 * core + g).sum() + nuclear_repulsion(atoms);
  const double error = (core + g - read_matrix(fock_file, density.rows())).cwiseAbs().maxCoeff();
  std::printf("\n{\"seconds\": %.6f, \"startup_seconds\": %.6f, \"energy\": %.12f, \"error\": %.6e}\n",
              seconds(end - ready), seconds(ready - start), energy, error);
  return 0;
}

}  // namespace

int main(int argc, char* argv[]) try {
  if (argc == 4 && std::strcmp(argv[1], "scf") == 0) return hartree_fock_main(argc - 1, argv + 1);
  if (argc == 7 && std::strcmp(argv[1], "build") == 0)
    return build(argv[2], argv[3], std::atof(argv[4]), argv[5], argv[6]);
  std::fprintf(stderr, "usage: see the top of hartree_fock_peer.cpp\n");
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "hartree_fock_peer: error: %s\n", error.what());
  return 1;
}
