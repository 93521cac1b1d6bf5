"""GPU4PySCF's build of J and K, run by a Python with its packages. The last line of stdout is JSON.

    gpu4pyscf_peer.py CASE.json DENSITY FOCK [BUILDS]

The files are those of pyscf_peer.py, and PYTHONPATH must name perf/ and the packages. The first build compiles kernels
and makes tables, and is not timed.
"""

import json
import pathlib
import sys
import time
from typing import Any

import cupy
import numpy as np

try:
    from gpu4pyscf import scf
except cupy.cuda.runtime.CUDARuntimeError as error:  # it asks for the GPU when it is imported
    sys.exit(f"UNSUPPORTED: {error}")

from fockproxy_perf.peers.pyscf_peer import file_order, molecule


def main() -> None:
    case_file, density_file, fock_file, *builds = sys.argv[1:]
    case: Any = json.loads(pathlib.Path(case_file).read_text())
    mol = molecule(case)
    places = np.ix_(*2 * [file_order(mol, case)])
    n = mol.nao
    density = 2 * np.fromfile(density_file).reshape(n, n)[places]
    reference = np.fromfile(fock_file).reshape(n, n)[places]
    mf = scf.RHF(mol)
    on_device = cupy.asarray(density)
    seconds = []
    for build in range(1 + int(builds[0] if builds else 3)):
        cupy.cuda.Device().synchronize()
        start = time.perf_counter()
        coulomb, exchange = mf.get_jk(mol, on_device, hermi=1)
        cupy.cuda.Device().synchronize()
        if build > 0:
            seconds.append(time.perf_counter() - start)
    two_electron = cupy.asnumpy(coulomb - exchange / 2)
    core = cupy.asnumpy(cupy.asarray(mf.get_hcore()))
    print(json.dumps({
        "seconds": seconds, "tolerance": mf.direct_scf_tol,
        "energy": float(np.sum(density * (core + two_electron / 2)) + mol.energy_nuc()),
        "error": float(np.abs(core + two_electron - reference).max())}))


if __name__ == "__main__":
    main()
