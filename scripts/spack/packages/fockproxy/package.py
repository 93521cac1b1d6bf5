import os

try:  # Spack 1.0 and later; before, spack.package has it.
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass

from spack.package import *


class Fockproxy(CMakePackage):
    """Fock-builder proxy application driven by dynamic load balancing.

    Measures what the one-sided communication of an MPI library, and of Global Arrays on it, costs a Hartree-Fock Fock
    builder. Every result is verified."""

    # The archive from scripts/release, in the current folder of spack.
    manual_download = True
    url = f"file://{os.getcwd()}/fockproxy-0.3.0.tar.gz"

    tags = ["proxy-app", "quantum-chemistry"]

    license("BSD-3-Clause")

    version("0.3.0")

    variant("ga", default=True, description="Global Arrays and ARMCI as counter and matrices")
    variant("scalapack", default=True, description="Distributed dense algebra in the SCF")
    variant("elpa", default=False, when="+scalapack", description="Eigenvectors by ELPA")
    variant("caliper", default=False, description="Phases as regions of Caliper")
    variant("adiak", default=False, description="What a run was, as metadata of Adiak")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+scalapack")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build", when="+elpa")

    depends_on("mpi@3:")
    depends_on("globalarrays@5.8:", when="+ga")
    depends_on("scalapack", when="+scalapack")
    depends_on("elpa", when="+elpa")
    depends_on("caliper", when="+caliper")
    depends_on("adiak", when="+adiak")
    # Angular momentum up to h, with one-electron and four-centre integrals and the C++ interface.
    depends_on("libint@2.7:+cxx tune=molgw-lmax-5")
    depends_on("eigen@3.3:3")
    depends_on("cli11@2:")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.7:")
    depends_on("googletest@1.12:", type="test")
    depends_on("python@3.11:", type="test")
    depends_on("py-jsonschema", type="test")
    depends_on("py-pytest", type="test")

    conflicts("%gcc@:11", msg="GCC 12 to 14 are tested")

    def cmake_args(self):
        args = [
            self.define_from_variant("FOCKPROXY_WITH_GA", "ga"),
            self.define_from_variant("FOCKPROXY_WITH_SCALAPACK", "scalapack"),
            self.define_from_variant("FOCKPROXY_WITH_CALIPER", "caliper"),
            self.define_from_variant("FOCKPROXY_WITH_ADIAK", "adiak"),
            self.define("FOCKPROXY_TESTS", self.run_tests),
            self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc),
            self.define("MPI_CXX_COMPILER", self.spec["mpi"].mpicxx),
            self.define("LIBINT2_ROOT", self.spec["libint"].prefix),
        ]
        if self.spec.satisfies("+ga"):
            # With Spack, ARMCI is a part of Global Arrays.
            prefix = self.spec["globalarrays"].prefix
            args += [self.define("GLOBALARRAYS_ROOT", prefix), self.define("ARMCI_ROOT", prefix)]
        if self.spec.satisfies("+scalapack"):
            args.append(self.define("SCALAPACK_ROOT", self.spec["scalapack"].prefix))
        return args
