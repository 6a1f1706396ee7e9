#!/usr/bin/env python3
"""Holds the API against its own document: the document against OpenAPI 3.1, and what the server does
against the document, by walks of all flows (described.py) and by requests that schemathesis makes of it."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import uuid

from browser import Browser
from server import Server

# A tag is looked at before a body is read: of a request with a stale one no more is said.
SETTINGS = """
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "429", "5xx"]
"""


def check_tags(browser, path):
    """A state that is known is 304; a tag of another question, and one of none, is 412."""
    tag = browser.asked(path).headers["etag"]
    known = browser.request("GET", path, headers={"If-None-Match": tag})
    assert (known.status, known.headers["etag"]) == (304, tag), known.status
    for match in ('"7-0"', '"0-working.0123456789abcdef"'):
        stale = browser.request("POST", f"{path}/answer", json.dumps({"answer": "personal"}), {
            "Content-Type": "application/json", "If-Match": match})
        assert stale.status == 412, (match, stale.body)


def start(browser, session):
    reply = browser.request("PUT", f"/api/sessions/{session}", json.dumps(
        {"start": "create-goal"}), {"Content-Type": "application/json"})
    assert reply.status == 200, reply.body


def main(folder):
    python = pathlib.Path(folder).resolve() / "python" / "bin"
    subprocess.run(
        [python / "python", "-B", os.path.join(os.path.dirname(__file__), "described.py")], check=True)
    server = Server()
    try:
        browser = Browser(server.port)
        browser.get("/")
        document = browser.request("GET", "/api/openapi.json").body
        with tempfile.TemporaryDirectory() as place:
            file = pathlib.Path(place, "openapi.json")
            file.write_bytes(document)
            subprocess.run([python / "openapi-spec-validator", file], check=True)
        session = "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
        start(browser, session)
        # Those that are forgotten are not looked at by others meanwhile.
        forgotten = [str(uuid.uuid4()) for _ in range(4)]
        for one in forgotten:
            start(browser, one)
        check_tags(browser, f"/api/sessions/{session}")
        # Requests for sessions and flows that there are come further than those for any.
        known = json.loads(document)
        # Who asks is said by the header below.
        del known["security"], known["components"]["securitySchemes"]
        for path in known["paths"].values():
            for method, operation in path.items():
                for parameter in operation["parameters"]:
                    if parameter["name"] == "session":
                        parameter["schema"] = {"enum": forgotten if method == "delete" else [session]}
        body = known["paths"]["/sessions/{session}"]["put"]["requestBody"]["content"]
        body["application/json"]["schema"]["properties"]["start"] = {
            "enum": ["create-goal", "round-up"]}
        local = pathlib.Path(folder, "known.json")
        local.write_text(json.dumps(known), encoding="utf-8")
        settings = pathlib.Path(folder, "schemathesis.toml")
        settings.write_text(SETTINGS, encoding="utf-8")
        cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())
        return subprocess.run([
            python / "schemathesis", "--config-file", settings, "run", local,
            "--url", f"http://127.0.0.1:{server.port}/api", "--header", f"Cookie: {cookie}",
            # What a question takes is in the state and in no document, and which locales and time zones there
            # are is in none either: so a request may be as the document says and be refused.
            "--checks", "all", "--exclude-checks", "positive_data_acceptance",
            # A stream that lasts as long as somebody listens; described.py follows it.
            "--exclude-operation-id", "followSession",
            "--max-examples", "50", "--seed", "7", "--no-color"]).returncode
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
