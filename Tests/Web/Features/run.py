#!/usr/bin/env python3
"""Runs the tests of this folder in an order of chance, whose seed is printed: `SEED=…` gives the same again.

    FLOWLINE_SERVE=…/flowline-serve run.py [PATTERN]

Each class of tests has a server, a folder and a port of its own, and is run as a whole by one of `WORKERS`
processes: as many as there are processors, four at the most, one if `HEADED=1` shows what they do. What a class
prints is printed once it has ended. Without a browser it ends with what is missing, and with 1; so it does if a test is
skipped.
"""

import concurrent.futures
import contextlib
import io
import multiprocessing
import os
import pathlib
import random
import sys
import time
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
for folder in (FOLDER.parent, FOLDER):
    sys.path.insert(0, str(folder))

from needed import NoBrowser


def check_versions():
    """Chromium and its driver must have the same."""
    from driven import start
    driver = start()
    chromium = driver.capabilities["browserVersion"]
    own = driver.capabilities["chrome"]["chromedriverVersion"].split()[0]
    driver.quit()
    print(f"Chromium {chromium}, driver {own}", flush=True)
    if chromium != own:
        sys.exit("Chromium and its driver differ: install both from the same packages.")


def all_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from all_of(test)
        else:
            yield test


def loader(pattern):
    """What finds the tests whose names have the pattern in them; None for all."""
    found = unittest.TestLoader()
    found.testNamePatterns = [f"*{pattern}*"] if pattern else None
    return found


def classes(pattern):
    """The names of the classes that have tests."""
    finder = loader(pattern)
    tests = all_of(finder.discover(str(FOLDER), top_level_dir=str(FOLDER)))
    names = sorted({f"{type(test).__module__}.{type(test).__qualname__}" for test in tests})
    if finder.errors:
        sys.exit("\n".join(finder.errors))
    return names


def run(name, pattern, seed):
    """Runs the tests of a class, which share a server; the order is of the seed and the class alone.

    Returns what was said, how many tests ran, and whether all of them went well.
    """
    tests = list(all_of(loader(pattern).loadTestsFromName(name)))
    random.Random(f"{seed} {name}").shuffle(tests)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        result = unittest.TextTestRunner(said, verbosity=2).run(unittest.TestSuite(tests))
    return said.getvalue(), result.testsRun, result.wasSuccessful() and not result.skipped


def workers():
    default = 1 if os.environ.get("HEADED") else min(4, os.cpu_count() or 1)
    return int(os.environ.get("WORKERS") or default)


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else None
    try:
        check_versions()
    except NoBrowser as missing:
        sys.exit(str(missing))
    seed = int(os.environ.get("SEED") or random.randrange(2**32))
    print(f"SEED={seed} WORKERS={workers()}", flush=True)
    order = classes(pattern)
    random.Random(seed).shuffle(order)
    began, count, failed = time.monotonic(), 0, []
    with concurrent.futures.ProcessPoolExecutor(
            workers(), mp_context=multiprocessing.get_context("spawn")) as pool:
        runs = {pool.submit(run, name, pattern, seed): name for name in order}
        for done in concurrent.futures.as_completed(runs):
            name = runs[done]
            try:
                said, ran, went_well = done.result()
            except Exception as error:  # The worker died, or could not begin.
                said, ran, went_well = f"{name} was not run: {error!r}\n", 0, False
            print(f"{name}\n{said}", flush=True)
            count += ran
            if not went_well:
                failed.append(name)
    print(f"{count} tests in {time.monotonic() - began:.0f} s, SEED={seed}")
    if failed:
        print("Failed: " + ", ".join(sorted(failed)))
    return 0 if count and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
