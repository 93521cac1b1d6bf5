# shellcheck shell=bash
# Sourced by other scripts: functions that depend on this machine or on git.

# Compile jobs: one per core, but not more than fit into memory (Libint's headers take more than 2 GB per job). Tests:
# three times as many ranks as cores, because many start programs, sleep or wait.
set_parallel_level() {
  local memory_jobs
  memory_jobs=$(awk '/^MemAvailable/ {print int($2 / 2621440)}' /proc/meminfo 2>/dev/null || echo 1)
  ((memory_jobs >= 1)) || memory_jobs=1
  local cores
  cores=$(nproc 2>/dev/null || echo 1)
  export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$((cores < memory_jobs ? cores : memory_jobs))}"
  export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$((3 * cores))}"
}

# Open MPI refuses to start as root unless told twice; for other users nothing is set.
allow_mpi_as_root() {
  if ((EUID == 0)); then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
}

# allow_ranks RANKS: Open MPI refuses more ranks than cores unless told otherwise; Open MPI 5 uses another name than 4.
allow_ranks() {
  if (($1 > $(nproc))); then
    export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
  fi
}

# build PRESET [target...]: configures, with configure_options, and builds it.
configure_options=()
build() {
  local preset=$1
  shift
  cmake --preset "$preset" "${configure_options[@]}" && cmake --build --preset "$preset" ${1:+--target "$@"}
}

# The dates inside packages are those of the commit, so the same commit and libraries give the same package.
take_date_of_commit() {
  local commit
  if ! commit=$(grep -E '^[0-9a-f]+ [0-9]+$' scripts/cmake/archive_revision.txt); then
    commit=$(git -c 'safe.directory=*' log -1 --format='%H %ct' 2>/dev/null || echo "none $(date +%s)")
  fi
  export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-${commit#* }}
}

# base_revision [REVISION]: the last common commit of HEAD and REVISION, or the branch main.
base_revision() {
  local base=${1:-} branch
  for branch in main origin/main HEAD; do
    base=${base:-$(git rev-parse --verify --quiet "$branch" || true)}
  done
  git merge-base "$base" HEAD
}

# changed_files REVISION: the files that differ from it, committed or not.
changed_files() {
  { git diff --name-only --diff-filter=d "$1" && git ls-files --others --exclude-standard; } | sort -u
}
