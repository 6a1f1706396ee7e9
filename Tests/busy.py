#!/usr/bin/env python3
"""Runs the built tests while the computer is busy, and while they are paused again and again: no test
may depend on either.

    busy.py [--runs N] [--filter REGEX] [--only loops|pauses] [-- ARGUMENTS OF swift test]

The tests run N times beside a busy loop on every core, and then once being stopped for 300 ms in every
cycle of 600 ms, with the programs that they have started.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

PAUSE = 0.3


@contextlib.contextmanager
def busy_loops():
    """A loop on every core that does nothing."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
             for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def members(session):
    """The processes of a session: those of a group are not all, for each program has its own."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name stands in brackets and may have blanks.
            if int((entry / "stat").read_text().rsplit(")", 1)[1].split()[3]) == session:
                yield int(entry.name)


@contextlib.contextmanager
def pauses(session):
    """Stops the processes of a session again and again."""
    is_over = threading.Event()

    def tell(pids, number):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def run():
        while not is_over.wait(PAUSE):
            stopped = list(members(session))
            tell(stopped, signal.SIGSTOP)
            time.sleep(PAUSE)
            tell(stopped, signal.SIGCONT)
    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def test(arguments, is_paused):
    """Runs the tests once. Returns whether they passed, and tells what did not."""
    started = time.monotonic()
    process = subprocess.Popen(
        [os.environ.get("SWIFT", "swift"), "test", "--skip-build", "--disable-xctest", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, text=True,
        errors="replace")
    failures, result = [], "there were no tests"
    with pauses(process.pid) if is_paused else contextlib.nullcontext():
        for line in process.stdout:
            # Lines may be a megabyte long: tests tell of their arguments.
            if line.startswith("✘ Test "):
                failures.append(line.strip()[:1000])
            if "Test run with " in line[:40]:
                result = line[line.index("Test run"):].strip()
        code = process.wait()
    for failure in failures:
        print(f"  {failure}")
    seconds = round(time.monotonic() - started)
    how = "paused" if is_paused else "beside busy loops"
    print(f"{how}: {result}, {seconds} s with the start", flush=True)
    return code == 0 and not result.startswith(("there were", "Test run with 0 tests"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="runs beside busy loops")
    parser.add_argument("--filter", metavar="REGEX", help="the tests to run; all by default")
    parser.add_argument("--only", choices=["loops", "pauses"])
    parser.add_argument("more", nargs="*", metavar="ARGUMENT", help="handed to swift test")
    options = parser.parse_args()
    arguments = [*(["--filter", options.filter] if options.filter else []), *options.more]
    passed = []
    if options.only != "pauses":
        with busy_loops():
            passed += [test(arguments, False) for _ in range(options.runs)]
    if options.only != "loops":
        passed.append(test(arguments, True))
    print(f"{sum(passed)} of {len(passed)} runs passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
