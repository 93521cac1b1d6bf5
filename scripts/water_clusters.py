"""Starting geometries of water clusters, for make_molecules.py.

Oxygen atoms stand on a polyhedron, a ring or a piece of the diamond lattice;
hydrogen atoms follow the ice rules, in the arrangement of lowest point-charge
energy among many seeded random ones.
"""

import collections
import itertools

import numpy as np

OXYGEN_DISTANCE = 2.75


def ring(n):
    radius = 0.5 / np.sin(np.pi / n)
    turns = 2 * np.pi * np.arange(n) / n
    return np.stack((radius * np.cos(turns), radius * np.sin(turns), np.zeros(n)), axis=1)


def prism(n):
    half = np.array((0, 0, 0.5))
    return np.concatenate((ring(n) + half, ring(n) - half))


def dodecahedron():
    golden = (1 + np.sqrt(5)) / 2
    cube = list(itertools.product((1, -1), repeat=3))
    rest = [np.roll((0, s / golden, t * golden), k) for s in (1, -1) for t in (1, -1) for k in range(3)]
    return np.array(cube + rest) * golden / 2


def diamond_piece(n, rng):
    """The compact piece of n sites with the most bonds (cubic ice)."""
    cell = [(0, 0, 0), (0, 2, 2), (2, 0, 2), (2, 2, 0), (1, 1, 1), (1, 3, 3), (3, 1, 3), (3, 3, 1)]
    shifts = 4 * np.array(list(itertools.product(range(-2, 3), repeat=3)))
    sites = (np.array(cell)[None] + shifts[:, None]).reshape(-1, 3) / np.sqrt(3)
    pieces = []
    for centre in rng.uniform(0, 4 / np.sqrt(3), size=(500, 3)):
        nearest = np.argsort(np.linalg.norm(sites - centre, axis=1), kind="stable")[:n]
        pieces.append(sites[nearest])
    return max(pieces, key=lambda piece: (min(map(len, neighbours(piece))) >= 2, len(bonds(piece))))


WATER_CLUSTERS = {  # name: (description, oxygen positions in units of the O-O distance)
    "water2": ("dimer", lambda rng: np.array([(0, 0, 0), (1.0, 0, 0)])),
    "water5": ("ring", lambda rng: ring(5)),
    "water8": ("cube", lambda rng: prism(4)),
    "water10": ("pentagonal prism", lambda rng: prism(5)),
    "water20": ("pentagonal dodecahedron", lambda rng: dodecahedron()),
    "water32": ("piece of cubic ice", lambda rng: diamond_piece(32, rng)),
}


def bonds(sites):
    distances = np.linalg.norm(sites[:, None] - sites[None], axis=2)
    return [(i, j) for i, j in itertools.combinations(range(len(sites)), 2) if distances[i, j] < 1.05]


def neighbours(sites):
    lists = [[] for _ in sites]
    for i, j in bonds(sites):
        lists[i].append(j)
        lists[j].append(i)
    return lists


def random_ice(sites, edges, rng):
    """A random arrangement in which each molecule gives and takes at most two hydrogen
    bonds: the set of (donor, acceptor)."""
    arrows = [edge if rng.random() < 0.5 else edge[::-1] for edge in edges]
    while True:
        gives = collections.Counter(a for a, _ in arrows)
        takes = collections.Counter(b for _, b in arrows)
        wrong = [k for k, (a, b) in enumerate(arrows) if gives[a] > 2 or takes[b] > 2]
        if not wrong:
            return arrows
        k = wrong[rng.integers(len(wrong))]
        arrows[k] = arrows[k][::-1]


def free_directions(arms, rng):
    """Directions of the tetrahedral positions that the hydrogen bonds leave free."""
    away = -np.sum(arms, axis=0)
    away /= np.linalg.norm(away)
    if len(arms) == 3:
        return [away]
    if len(arms) == 2:
        across = np.cross(arms[0], arms[1])
        across /= np.linalg.norm(across)
        return [0.577 * away + s * 0.816 * across for s in (1, -1)]
    across = np.cross(away, rng.normal(size=3))
    across /= np.linalg.norm(across)
    third = np.cross(away, across)
    turns = np.radians([0, 120, 240])
    return [0.333 * away + 0.943 * (np.cos(t) * across + np.sin(t) * third) for t in turns]


def place_hydrogens(sites, arrows, linked, rng):
    atoms = []
    for i, p in enumerate(sites):
        arms = [sites[j] - p for j in linked[i]]
        directions = [sites[b] - p for a, b in arrows if a == i]
        missing = 2 - len(directions)
        if missing:
            free = free_directions(arms, rng)
            directions += [free[k] for k in rng.permutation(len(free))[:missing]]
        atoms.append(("O", OXYGEN_DISTANCE * p))
        atoms += [("H", OXYGEN_DISTANCE * p + 0.97 * d / np.linalg.norm(d)) for d in directions]
    return atoms


def point_charge_energy(atoms):
    charges = np.array([-2.0 if symbol == "O" else 1.0 for symbol, _ in atoms])
    positions = np.array([p for _, p in atoms])
    i, j = np.triu_indices(len(atoms), 1)
    return np.sum(charges[i] * charges[j] / np.linalg.norm(positions[i] - positions[j], axis=1))


def water_cluster(build_sites):
    rng = np.random.default_rng(2008)
    sites = build_sites(rng)
    edges, linked = bonds(sites), neighbours(sites)
    trials = [place_hydrogens(sites, random_ice(sites, edges, rng), linked, rng) for _ in range(3000)]
    return min(trials, key=point_charge_energy)
