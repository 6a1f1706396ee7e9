"""A bank on this machine: the sandbox, and what has it do something or go wrong."""

import json
import os
import pathlib
import subprocess
import urllib.request

TOKEN = "eyJ0eXAiOiJKV1QifQ.token-of-ada"


class Sandbox:
    def __init__(self, folder):
        tokens = pathlib.Path(folder, "tokens")
        tokens.touch(mode=0o600)
        tokens.write_text(TOKEN + "\n", encoding="utf-8")
        program = pathlib.Path(os.environ["FLOWLINE_SERVE"]).with_name("flowline-sandbox")
        self.process = subprocess.Popen(
            [program, "--port", "0", "--data", f"{folder}/bank", "--token-file", tokens,
             "--seed", "sample", "--locale", "en_GB"], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().rsplit(" ", 1)[-1].strip()

    def control(self, method, path, body=None):
        """Uses a control, and returns what it tells."""
        request = urllib.request.Request(
            f"{self.address}/control/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as reply:
            return json.loads(reply.read() or b"null")

    def close(self):
        self.process.terminate()
        self.process.communicate(timeout=120)
