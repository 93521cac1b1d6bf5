"""fockproxy info reports what is in use."""

import os
import pathlib
import re

import pytest
from conftest import MOLECULES, MPI, SOURCE, WITH_GA, mpi_version, needs_ga


@pytest.fixture(scope="module", params=[None, 2], ids=["alone", "two ranks"])
def info(request, shared_fockproxy):
    """(run, document, number of ranks)"""
    run = shared_fockproxy("info", "--json", "info.json", ranks=request.param)
    assert run.code == 0, run.err
    assert run.launched or run.err == ""
    return run, shared_fockproxy.read("info.json"), request.param or 1


def test_the_mpi_library(info):
    run, document, ranks = info
    mpi = document["mpi"]
    assert mpi["description"][0].startswith("Open MPI" if MPI == "openmpi" else "MPICH Version")
    assert mpi["thread_level_requested"] == "single"
    assert document["provenance"]["mpi"]["ranks"] == ranks
    if MPI == "mpich":
        assert any(line.startswith("MPICH Device: ch") for line in mpi["description"])
    assert pathlib.Path(mpi["library_file"]).name.startswith("libmpi.so" if MPI == "openmpi" else "libmpich.so")
    assert mpi["standard_abi"] == ""
    assert (mpi["interface"], mpi["found"]) == (MPI, "")
    for line in mpi["description"]:
        assert line[:80] in run.out


def test_network_libraries(info):
    run, document, _ = info
    libraries = document["mpi"]["network_libraries"]
    for library in libraries:
        assert pathlib.Path(library["file"]).exists() and re.match(r"\d+\.\d+", library["version"]), library
        assert f"{library['name']} {library['version']} in {library['file']}" in run.out
        assert bool(library["providers"]) == (library["name"] == "libfabric"), library
    if any(line == "MPICH Device: ch4:ucx" for line in document["mpi"]["description"]):
        assert "UCX" in [library["name"] for library in libraries]


def test_support_for_cuda(info):
    """The libraries of these tests have none."""
    run, document, _ = info
    mpi = document["mpi"]
    library = pathlib.Path(mpi["library_file"]).read_bytes()
    asked = b"MPIX_Query_cuda_support\0" in library or b"MPIX_GPU_query_support\0" in library
    assert (mpi["cuda_support"], mpi["cuda_support_overridden"]) == (False if asked else None, False)
    words = "no, says the library" if asked else "the library does not say"
    assert re.search(f"^  CUDA support +{words}$", run.out, re.MULTILINE)


def test_support_for_cuda_that_the_environment_reports(fockproxy):
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json", FOCKPROXY_CUDA_MPI="1")
    assert run.code == 0, run.err
    mpi = fockproxy.read("info.json")["mpi"]
    assert (bool(mpi["cuda_support"]), mpi["cuda_support_overridden"]) == (False, True)
    assert re.search(r"^  CUDA support .*; FOCKPROXY_CUDA_MPI=1 says yes in its place$", run.out, re.MULTILINE)


def test_control_variables_are_those_in_force(fockproxy):
    name, variable, value = {"openmpi": ("osc", "OMPI_MCA_osc", "^ucx,pt2pt,monitoring"),
                             "mpich": ("MPIR_CVAR_POLLS_BEFORE_YIELD", "MPIR_CVAR_POLLS_BEFORE_YIELD", "17")}[MPI]
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json", **{variable: value})
    assert run.code == 0, run.err
    document = fockproxy.read("info.json")
    assert name in document["mpi"]["principal_variables"]
    assert document["mpi"]["control_variables"][name] == value
    assert f"  {name} = {value}\n" in run.out
    assert f"  {variable}={value}\n" in run.out, "the environment that set it is shown too"


@pytest.mark.skipif(MPI != "mpich", reason="the endpoints of MPICH's device ch4")
def test_the_number_of_endpoints_is_told(info):
    run, document, _ = info
    number = document["mpi"]["control_variables"]["MPIR_CVAR_CH4_NUM_VCIS"]
    assert f"  MPIR_CVAR_CH4_NUM_VCIS = {number}\n" in run.out


def test_what_the_launcher_sets_for_itself_is_left_out(info):
    run, _, _ = info
    shown = re.findall(r"^  (OMPI_\w+)=", run.out, re.MULTILINE)
    quiet = {"OMPI_MCA_reachable", "OMPI_MCA_opal_common_ucx_verbose"}
    assert [name for name in shown if name not in os.environ and name not in quiet] == []


def test_windows(info):
    _, document, ranks = info
    windows = {window["name"]: window for window in document["windows"]}
    assert set(windows) == {"allocate", "create", "allocate-noshm", "ghost"}
    assert windows["allocate"]["flavor"] == "allocate"
    assert windows["allocate"]["memory_model"] == "unified"
    # MPI 4 requires a library to report only the hints that it uses.
    assert windows["allocate-noshm"]["info"].get("alloc_shm", "false") == "false"
    if windows["create"]["status"] == "available":
        assert windows["create"]["flavor"] == "create"
    else:
        assert MPI == "openmpi" and ranks == 1


def tcp_shares(document):
    """Bytes through TCP sockets per byte sent, by path, without windows that this MPI refuses."""
    return {path["path"]: path["tcp_bytes"] / path["bytes_sent"] for path in document["transport"]["paths"]
            if "refused" not in path}


def test_on_one_host_memory_is_the_transport(info):
    _, document, ranks = info
    assert document["transport"]["ranks_sharing_memory"] == ranks
    shares = tcp_shares(document)
    assert set(shares) == ({"messages", "allocate", "create", "allocate-noshm", "ghost"} if ranks > 1 else set())
    assert all(share < 0.01 for share in shares.values())


def test_tcp_is_seen_where_it_is_used(fockproxy):
    settings = {"openmpi": {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "tcp,self", "OMPI_MCA_osc": "^sm,ucx",
                            "OMPI_MCA_reachable": "weighted"},  # Open MPI 5 may find no path from a host to itself
                "mpich": {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self"}}[MPI]
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json", ranks=2, **settings)
    assert run.code == 0, run.err
    document = fockproxy.read("info.json")
    assert document["transport"]["ranks_sharing_memory"] == (1 if MPI == "mpich" else 2)
    shares = tcp_shares(document)
    # Open MPI shares memory by the component that the settings exclude, and a ghost needs shared memory.
    ghosts = {"ghost"} if MPI == "mpich" else set()
    assert set(shares) == {"messages", "allocate", "create", "allocate-noshm"} | ghosts
    # Open MPI 5 uses another component for memory from MPI_Win_allocate on the same host, whatever carries messages.
    in_memory = {"allocate", "allocate-noshm"} if mpi_version().startswith("Open MPI v5.") else set()
    assert all(shares[path] < 0.01 for path in in_memory)
    over_tcp = [share for path, share in shares.items() if path not in in_memory]
    assert all(1 <= share < 1.1 for share in over_tcp)
    assert len(re.findall(r"^  \S+ +1\.0\d\d bytes through TCP sockets", run.out, re.MULTILINE)) == len(over_tcp)


def test_machine(info):
    run, document, ranks = info
    assert [node["ranks"] for node in document["machine"]["nodes"]] == [list(range(ranks))]
    assert len(document["provenance"]["ranks"]) == ranks
    assert len(re.findall(r"^  rank \d+ .*may run on core [\d,-]+$", run.out, re.MULTILINE)) == ranks


@needs_ga
def test_global_arrays(info):
    run, document, _ = info
    assert document["global_arrays"]["self_test"] == "PASS"
    below = document["global_arrays"]["runtime"]
    assert document["global_arrays"]["version"].endswith("runtime " + below["name"])
    assert document["provenance"]["global_arrays_runtime"] == below["name"] != "unknown"
    assert document["provenance"]["mpi"]["ranks_kept"] == below["ranks_kept"]
    for words in (document["global_arrays"]["version"], below["found"], below["progress"]):
        assert words in run.out


def test_without_global_arrays(fockproxy):
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json")
    assert run.code == 0
    document = fockproxy.read("info.json")
    assert document["global_arrays"] == {"built": WITH_GA, "started": False}
    [ga] = [counter for counter in document["counters"] if counter["name"] == "ga"]
    reason = "needs Global Arrays" if WITH_GA else "UNSUPPORTED: this program has no Global Arrays"
    assert ga["status"].startswith(reason)


def test_backends(info):
    run, document, ranks = info
    status = {kind: {entry["name"]: entry["status"] for entry in document[kind]}
              for kind in ("counters", "distributors", "schedules", "matrices", "solvers", "caches", "progress")}
    assert status["counters"]["mpi3"] == status["matrices"]["rma"] == status["caches"]["ijk"] == "available"
    assert status["distributors"]["static"] == status["schedules"]["fixed"] == status["progress"]["none"] == "available"
    assert status["counters"]["helper"] == "needs thread level multiple"
    assert status["matrices"]["local"] == ("available" if ranks == 1 else "UNSUPPORTED: at most 1 rank")
    for entries in status.values():
        for name, word in entries.items():
            assert re.search(rf"^  {re.escape(name)} ", run.out, re.MULTILINE)
            assert word == "available" or word in run.out


def test_thread_level(fockproxy):
    run = fockproxy("info", "--thread-level", "multiple", "--json", "info.json", ranks=2)
    assert run.code == 0
    document = fockproxy.read("info.json")
    assert document["mpi"]["thread_level_requested"] == document["mpi"]["thread_level_provided"] == "multiple"
    assert {entry["name"]: entry["status"] for entry in document["progress"]}["helper-block"] == "available"


def test_data(info):
    run, document, _ = info
    data = document["data"]
    assert data["molecules"] == sorted(path.stem for path in MOLECULES.glob("*.xyz"))
    assert len(data["basis_sets"]) == len(list((SOURCE / "basis").glob("*.g94")))
    assert "6-31g*" in data["basis_sets"]
    for name in (*data["molecules"], *data["basis_sets"]):
        assert name in run.out


def test_no_data(fockproxy):
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json", FOCKPROXY_DATA="/nowhere")
    assert run.code == 0
    assert fockproxy.read("info.json")["data"]["directory"] is None
    assert "FOCKPROXY_DATA" in run.out


@pytest.mark.parametrize("arguments, words", [
    (["--thread-level", "some"], ["some", "multiple"]), (["water"], ["water"]), (["--json", "/"], ["directory"]),
    (["--stall-timeout", "-1"], ["--stall-timeout"])])
def test_wrong_options(fockproxy, arguments, words):
    assert fockproxy("info", *arguments).assert_refused(*words).out == ""
