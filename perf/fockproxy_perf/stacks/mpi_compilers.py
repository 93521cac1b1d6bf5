"""The compilers of a stack's MPI."""

import pathlib

from fockproxy_perf.stacks.catalogue import Stack


def mpi_compilers(stack: Stack) -> dict[str, pathlib.Path | str]:
    """The compilers for C and CXX. The wheels must be installed."""
    if stack.family == "intel" and stack.wheels and not stack.abi:
        # Intel's own wrappers look for headers where the wheel does not put them.
        return {"C": write_wrapper(stack, "cc"), "CXX": write_wrapper(stack, "c++")}
    bin_folder, suffix = stack.prefix / "bin", "_abi" if stack.abi else ""
    return {"C": stack.mpicc or bin_folder / f"mpicc{suffix}", "CXX": stack.mpicxx or bin_folder / f"mpicxx{suffix}"}


def write_wrapper(stack: Stack, compiler: str) -> pathlib.Path:
    """A compiler with this MPI's folders that answers -show like MPICH's wrappers."""
    include, library = stack.prefix / "include", stack.prefix / "lib"
    wrapper = stack.folder / f"mpi-{compiler}"
    wrapper.write_text(f"""#!/bin/sh
flags='-I{include} -L{library} -Wl,-rpath,{library} -lmpi'
case "$1" in
  -show) echo "{compiler} $flags" ;;
  -show*) exit 1 ;;
  *) exec {compiler} "$@" $flags ;;
esac
""")
    wrapper.chmod(0o755)
    return wrapper
