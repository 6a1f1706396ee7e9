#!/usr/bin/env python3
"""Counts the syncs of an answer that is kept: those of 1,100 answers less those of 100, by strace.

    syncs_per_answer.py PROGRAM...     each is run with --answers N
"""

import re
import shutil
import subprocess
import sys

FEW, MANY = 100, 1100


def syncs(program: str, answers: int) -> int:
    """How many times the program asks the system to reach the medium, whatever the call."""
    calls = "fsync,fdatasync,sync,syncfs,sync_file_range,msync"
    run = subprocess.run(
        ["strace", "-f", "-q", "-e", f"trace={calls}", program, "--answers", str(answers)],
        stderr=subprocess.PIPE, text=True, check=True)
    return len(re.findall(r"(?:sync|syncfs|range)\(\d+", run.stderr))


def main() -> int:
    if not shutil.which("strace"):
        print("syncs an answer: strace is not installed, not counted")
        return 0
    for program in sys.argv[1:]:
        count = (syncs(program, MANY) - syncs(program, FEW)) / (MANY - FEW)
        print(f"syncs an answer, {program.rsplit('/', 1)[-1]}: {count:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
