"""Runs a sandbox bank beside the command, and turns its controls."""

import os
import sys
from pathlib import Path

from flowline import Case

sys.path.append(str(Path(__file__).resolve().parents[1] / "SessionSupport"))
from sandboxes import SandboxProcess  # noqa: E402

NOW = "2026-11-20T12:00:00Z"
TOKEN = "eyJ0eXAiOiJKV1QifQ.sandbox-token-of-a-test"


class Sandbox(SandboxProcess):
    """A bank's API on a port of its own, its clock standing still."""

    def __init__(self, folder, variables, token_file, now=NOW, seed="sample", data="bank",
                 port=0):
        options = ["--port", port, "--data", os.path.join(folder, data), "--token-file", token_file]
        if seed:
            options += ["--seed", seed, "--now", now, "--locale", "en_GB",
                        "--time-zone", "Europe/London"]
        with open(os.path.join(folder, "sandbox.log"), "ab") as log:
            super().__init__(*options, variables=variables, folder=folder, errors=log)
        if now:
            self.control("PUT", "clock", {"now": now})

    def fault(self, kind, method, path, times=1, **more):
        """Has the next requests of a method and a part of a path go wrong."""
        return self.control("POST", "faults", {
            "kind": kind, "match": {"method": method, "path": path}, "times": times, **more})

    def differences(self):
        """Where the bank's books do not add up."""
        return self.control("GET", "audit")["differences"]


class SandboxCase(Case):
    """A test with a token file, and a sandbox where it asks for one."""

    def setUp(self):
        super().setUp()
        self.token_file = self.token(TOKEN)

    def token(self, text, name="token", mode=0o600):
        path = self.write(name, text + "\n")
        os.chmod(path, mode)
        return path

    def sandbox(self, **more):
        sandbox = Sandbox(self.home, self.variables(), self.token_file, **more)
        self.addCleanup(sandbox.stop)
        return sandbox

    def at(self, sandbox, *more):
        """The options for a bank."""
        return ["--bank", sandbox.address, "--token-file", self.token_file, *more]

    def assertKeepsSecret(self, secret=TOKEN):
        """The token is in no file of the home but its own."""
        for folder, _, names in os.walk(self.home):
            for name in names:
                path = os.path.join(folder, name)
                if path == self.token_file:
                    continue
                with open(path, "rb") as file:
                    self.assertNotIn(secret.encode(), file.read(), path)
