"""Runs a sandbox bank beside the command, and turns its controls."""

import json
import os
import select
import signal
import subprocess
import time
import urllib.request

from flowline import BINARY, DEADLINE, Case

SANDBOX = os.path.join(os.path.dirname(BINARY), "flowline-sandbox")
NOW = "2026-11-20T12:00:00Z"
TOKEN = "eyJ0eXAiOiJKV1QifQ.sandbox-token-of-a-test"


class Sandbox:
    """A bank's API on a port of its own, its clock standing still."""

    def __init__(self, folder, variables, token_file, now=NOW, seed="sample", data="bank",
                 port=0):
        command = [SANDBOX, "--port", str(port), "--data", os.path.join(folder, data),
                   "--token-file", token_file]
        if seed:
            command += ["--seed", seed, "--now", now, "--locale", "en_GB",
                        "--time-zone", "Europe/London"]
        self.log = open(os.path.join(folder, "sandbox.log"), "ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, env=variables, cwd=folder)
        self.address = self._line().rsplit(" ", 1)[-1]
        if now:
            self.control("PUT", "clock", {"now": now})

    def _line(self):
        """The one line it prints when it is ready."""
        end = time.monotonic() + DEADLINE
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select(
                [self.process.stdout], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not piece:
                raise AssertionError(f"the sandbox is not ready: {line!r}")
            line += piece
        return line.decode().strip()

    @property
    def port(self):
        """Where it listens: another one may take its place."""
        return int(self.address.rsplit(":", 1)[-1])

    def control(self, method, path, body=None):
        """Turns one of the controls, and returns what it says."""
        request = urllib.request.Request(
            f"{self.address}/control/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def fault(self, kind, method, path, times=1, **more):
        """Has the next requests of a method and a part of a path go wrong."""
        return self.control("POST", "faults", {
            "kind": kind, "match": {"method": method, "path": path}, "times": times, **more})

    def requests(self, method, path):
        """How many requests of a method came whose path has a part."""
        said = self.control("GET", "requests")
        return sum(1 for one in (said["requests"] if isinstance(said, dict) else said)
                   if one["method"] == method and path in one["path"])

    def differences(self):
        """Where the bank's books do not add up."""
        said = self.control("GET", "audit")
        return said["differences"] if isinstance(said, dict) else said

    def stop(self):
        """Asks it to end; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(DEADLINE)
        self.process.stdout.close()
        self.log.close()
        return code


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
        """The token stands in no file of the home but its own."""
        for folder, _, names in os.walk(self.home):
            for name in names:
                path = os.path.join(folder, name)
                if path == self.token_file:
                    continue
                with open(path, "rb") as file:
                    self.assertNotIn(secret.encode(), file.read(), path)
