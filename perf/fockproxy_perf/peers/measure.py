"""Measuring: all programs of a case in turns, round after round, every measurement written down at once."""

from . import process
from .case import LARGEST_ENERGY_DIFFERENCE


def tasks(programs, kinds, thresholds):
    """[(kind, program, threshold), ...] of one round; an SCF has no threshold of ours (None)."""
    found = []
    for kind in kinds:
        for program in programs:
            if kind == "scf":
                found.append((kind, program, None))
            elif program.builds:
                found += [(kind, program, threshold) for threshold in thresholds.get(program.name, program.thresholds)]
    return found


def is_wanted(results, case, kind, program, threshold, repeat, long):
    """Not there yet, and not the repetition of something long."""
    if (kind, case.name, program.name, threshold, repeat) in results.done:
        return False
    first = results.done.get((kind, case.name, program.name, threshold, 1))
    return repeat == 1 or first is not None and first["seconds"] < long


def measure(case, reference, kind, program, threshold, repeat):
    """One record. Throws ProgramError when the program fails or when its energy is that of something else."""
    result, output = program.build(case, threshold) if kind == "build" else program.scf(case)
    difference = result["energy"] - reference["energy"]
    if not abs(difference) < LARGEST_ENERGY_DIFFERENCE:
        raise process.ProgramError(f"energy {result['energy']:.10f}, and the reference is {reference['energy']:.10f} hartree")
    return {"kind": kind, "case": case.name, "program": program.name, "threshold": threshold, "repeat": repeat,
            "seconds": output.seconds, "functions": reference["functions"], "energy_difference": difference,
            **result, "process_seconds": output.seconds, "process_cpu_seconds": output.cpu_seconds,
            "queue_seconds": output.queue_seconds, "disturbed": output.disturbed()}


def run_case(case, programs, fockproxy, results, kinds, thresholds, repeats, long, say):
    """Measures what is wanted; returns one sentence for each failure. A program that failed is not asked again."""
    rounds = [(repeat, task) for repeat in range(1, repeats + 1) for task in tasks(programs, kinds, thresholds)]
    if not any(is_wanted(results, case, *task, repeat, long) for repeat, task in rounds):
        return []
    reference = case.reference(fockproxy)
    failures, failed = [], set()
    for repeat, (kind, program, threshold) in rounds:
        if (kind, program) in failed or not is_wanted(results, case, kind, program, threshold, repeat, long):
            continue
        try:
            record = measure(case, reference, kind, program, threshold, repeat)
        except process.ProgramError as error:
            failed.add((kind, program))
            failures.append(f"{case.name}, {kind} of {program.name}: {error}")
            say(failures[-1])
            continue
        results.append(record)
        say(f"{case.name} {kind} {program.name}{'' if threshold is None else f' {threshold:.0e}'}: "
            f"{record['seconds']:.3f} s{' (disturbed)' if record['disturbed'] else ''}")
    return failures
