#!/usr/bin/env python3
"""Looks at every page in every state, in every language, as a browser does: written by `GalleryTests` into
a folder, held against the same rules as the pages that are walked.

    GALLERY=DIR swift test --filter GalleryTests
    python3 gallery.py DIR --axe axe.min.js --validator vnu.jar
"""

import argparse
import pathlib
import sys

from checks import Checks, served
from driven import start
from needed import NoBrowser


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--axe", help="axe.min.js")
    parser.add_argument("--validator", help="vnu.jar")
    parser.add_argument("--pictures", help="a folder for pictures of the pages")
    arguments = parser.parse_args()
    pages = sorted(arguments.folder.glob("*/*.html"))
    if not pages:
        sys.exit(f"there are no pages in {arguments.folder}")
    with Checks(arguments.axe, arguments.validator, arguments.pictures) as checks, \
            served(arguments.folder) as address:
        checks.validate_files(arguments.folder)
        driver = start()
        try:
            for page in pages:
                language = page.parent.name
                driver.get(f"{address}/{language}/{page.name}")
                checks.look(driver, f"{page.stem}-{language}")
        finally:
            driver.quit()
    return checks.report()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoBrowser as missing:
        sys.exit(str(missing))
