#!/usr/bin/env python3
"""Looks at every page in every state, in every language, as a browser does: written by `GalleryTests` into
a folder, held against the same rules as the pages that are walked.

    GALLERY=DIR swift test --filter GalleryTests
    python3 gallery.py DIR --axe axe.min.js --validator vnu.jar
"""

import argparse
import functools
import http.server
import pathlib
import sys
import threading

from chromium import Checks, start


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the pages without a word; there are no events to follow."""

    def do_GET(self):
        if self.path.endswith("/events"):
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *arguments):
        pass


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
    checks = Checks(arguments.axe, arguments.validator, arguments.pictures)
    checks.validate_files(arguments.folder)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=arguments.folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    driver = start()
    try:
        for page in pages:
            language = page.parent.name
            driver.get(f"http://127.0.0.1:{server.server_port}/{language}/{page.name}")
            checks.look(driver, f"{page.stem}-{language}")
    finally:
        driver.quit()
        server.shutdown()
        server.server_close()
    return checks.report()


if __name__ == "__main__":
    sys.exit(main())
