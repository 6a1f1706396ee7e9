#!/usr/bin/env python3
"""Prints the API's document as a server has it, for keeping it beside the code: make openapi."""

import json
import pathlib
import os
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Tests" / "Web"))
os.environ["FLOWLINE_SERVE"] = sys.argv[1]

from browser import Browser  # noqa: E402
from server import Server  # noqa: E402

server = Server()
try:
    document = json.loads(Browser(server.port).request("GET", "/api/openapi.json").body)
    print(json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True))
finally:
    server.close()
