"""What a browser is driven with, and what is said where it is missing."""

import pathlib
import shutil
import unittest

DRIVER = "/usr/bin/chromedriver"
BROWSERS = ("chromium", "google-chrome", "google-chrome-stable", "chrome")


class NoBrowser(unittest.SkipTest):
    """No browser can be had, and what to install.

    A test that is run by itself is skipped with it; what is meant to run all tests ends with it, and fails.
    """

    def __init__(self, missing):
        super().__init__(f"No browser can be driven: there is no {missing}. Install chromium, "
                         "chromium-driver and python3-selenium; `make setup-web` does it.")


def missing_program():
    """What there is none of, in words; None if a browser and its driver are there."""
    if not pathlib.Path(DRIVER).exists():
        return f"driver at {DRIVER}"
    if not any(map(shutil.which, BROWSERS)):
        return "Chromium in PATH"
    return None
