#include "parallel/launcher.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <map>

namespace fockproxy {
namespace {

LauncherView view_of(const std::map<std::string, std::string>& variables) {
  return read_launcher([&](const char* name) -> const char* {
    const auto it = variables.find(name);
    return it == variables.end() ? nullptr : it->second.c_str();
  });
}

struct Case {
  const char* name;
  std::map<std::string, std::string> variables;
  int rank, size;
};

class Launcher : public ::testing::TestWithParam<Case> {};

TEST_P(Launcher, IsReadFromTheEnvironment) {
  const LauncherView view = view_of(GetParam().variables);
  EXPECT_EQ(view.rank, GetParam().rank);
  EXPECT_EQ(view.size, GetParam().size);
  EXPECT_EQ(view.variable.empty(), GetParam().size == 1 && GetParam().variables.size() != 2);
}

#ifdef OPEN_MPI
constexpr int own_of_both = 3;
#else
constexpr int own_of_both = 5;
#endif

INSTANTIATE_TEST_SUITE_P(
    Environments, Launcher,
    ::testing::Values(
        Case{"none", {}, 0, 1},
        Case{"open_mpi", {{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "2"}, {"PMIX_RANK", "2"}}, 2, 4},
        Case{"hydra", {{"PMI_SIZE", "4"}, {"PMI_RANK", "3"}}, 3, 4},
        Case{"pmix_without_a_size", {{"PMIX_RANK", "2"}}, 2, 3},
        Case{"own_launcher_is_believed_first",
             {{"OMPI_COMM_WORLD_SIZE", "3"}, {"PMI_SIZE", "5"}, {"OMPI_COMM_WORLD_RANK", "0"}, {"PMI_RANK", "0"}},
             0,
             own_of_both},
        Case{"srun", {{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "4"}}, 1, 4},
        Case{"srun_step_smaller_than_job",
             {{"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "4"}},
             1,
             2},
        Case{"salloc_without_srun", {{"SLURM_NTASKS", "4"}}, 0, 1},
        Case{"batch_script_without_srun", {{"SLURM_NTASKS", "4"}, {"SLURM_PROCID", "0"}, {"SLURM_JOB_ID", "7"}}, 0, 1},
        Case{"mpiexec_of_one_inside_a_step", {{"PMI_SIZE", "1"}, {"SLURM_PROCID", "1"}}, 0, 1},
        Case{"nonsense", {{"PMI_SIZE", "many"}, {"OMPI_COMM_WORLD_SIZE", ""}, {"PMIX_RANK", "-1"}}, 0, 1}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(LauncherMismatch, IsSeenOnlyWhereMpiIsAlone) {
  const std::string mpich = "MPICH Version: 4.0.2";
  EXPECT_FALSE(launcher_mismatch({0, 1, ""}, 1, mpich));
  EXPECT_FALSE(launcher_mismatch({0, 4, "PMI_SIZE"}, 4, mpich));
  EXPECT_FALSE(launcher_mismatch({0, 1, "PMI_SIZE"}, 1, mpich));
  EXPECT_TRUE(launcher_mismatch({0, 4, "OMPI_COMM_WORLD_SIZE"}, 1, mpich));
}

TEST(LauncherMismatch, NamesTheRightLauncher) {
  const auto mpich = launcher_mismatch({1, 4, "OMPI_COMM_WORLD_SIZE"}, 1, "MPICH Version: 4.0.2");
  ASSERT_TRUE(mpich);
  EXPECT_NE(mpich->find("OMPI_COMM_WORLD_SIZE=4"), std::string::npos) << *mpich;
  EXPECT_NE(mpich->find("start it with mpiexec.mpich"), std::string::npos) << *mpich;
  const auto open_mpi = launcher_mismatch({1, 2, "PMIX_RANK"}, 1, "Open MPI v4.1.4, package: Debian OpenMPI");
  ASSERT_TRUE(open_mpi);
  EXPECT_NE(open_mpi->find("PMIX_RANK=1 announces at least 2 processes"), std::string::npos) << *open_mpi;
  EXPECT_NE(open_mpi->find("start it with mpiexec.openmpi"), std::string::npos) << *open_mpi;
  EXPECT_EQ(open_mpi->find("Debian"), std::string::npos) << *open_mpi;
}

}  // namespace
}  // namespace fockproxy
