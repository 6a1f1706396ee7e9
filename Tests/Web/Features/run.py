#!/usr/bin/env python3
"""Runs the tests of this folder in an order of chance, whose seed is printed: `SEED=…` gives the same again.

    FLOWLINE_SERVE=…/flowline-serve run.py [PATTERN]
"""

import os
import pathlib
import random
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from chromium import start


def check_versions():
    """Chromium and its driver must have the same."""
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


def main():
    check_versions()
    seed = int(os.environ.get("SEED") or random.randrange(2**32))
    print(f"SEED={seed}", flush=True)
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{sys.argv[1]}*"] if len(sys.argv) > 1 else None
    folder = str(pathlib.Path(__file__).resolve().parent)
    classes = {}
    for test in all_of(loader.discover(folder, top_level_dir=folder)):
        classes.setdefault(type(test), []).append(test)
    chance = random.Random(seed)
    # The tests of a class stay together: they share a server.
    order = sorted(classes.values(), key=lambda tests: tests[0].id())
    chance.shuffle(order)
    for tests in order:
        chance.shuffle(tests)
    tests = [test for group in order for test in group]
    began = time.monotonic()
    result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(tests))
    print(f"{result.testsRun} tests in {time.monotonic() - began:.0f} s")
    return 0 if result.wasSuccessful() and result.testsRun and not result.skipped else 1


if __name__ == "__main__":
    sys.exit(main())
