"""Messages by hand, over standard input and output: for what no client does."""

import itertools
import json
import os
import signal
import subprocess

from person import SERVE

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}}}


class Wire:
    def __init__(self, data, *options):
        self.process = subprocess.Popen(
            [SERVE, "mcp", "--data", data, "--now", "2026-11-20T12:00:00Z", "--time-zone",
             "Europe/London", "--calls-per-minute", "1000000", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.numbers = itertools.count(1)
        self.said = []

    def write(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.said.append(json.loads(line))
        return self.said[-1]

    def request(self, method, **params):
        number = next(self.numbers)
        self.write({"jsonrpc": "2.0", "id": number, "method": method,
                    "params": {**params, "_meta": META}})
        return number

    def call(self, tool, arguments=None, answer=None, state=None):
        """Calls a tool, and returns what is answered: a result, or what is to be asked."""
        self.send(tool, arguments, answer, state)
        return self.read()["result"]

    def send(self, tool, arguments=None, answer=None, state=None):
        more = {}
        if answer is not None:
            more["inputResponses"] = {"answer": answer}
        if state is not None:
            more["requestState"] = state
        return self.request("tools/call", name=tool, arguments=arguments or {}, **more)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(120)
        self.process.stdout.close()
        self.process.stderr.close()

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(120) == 0, self.process.stderr.read()
        rest = self.process.stdout.read()
        assert not rest, rest
        return os.getpid()


def accept(**content):
    return {"action": "accept", "content": content}
