"""The same world with a bank that is another process, reached by its API: it is not killed with the
command, or it is killed itself and comes back with its data at its address."""

import json
import os
import re
import sys
import threading
import time
from pathlib import Path

from world import DEADLINE, SETTINGS, Broken, World, read_bank

sys.path.append(str(Path(__file__).resolve().parents[1] / "SessionSupport"))
from sandboxes import SandboxProcess, secret_file  # noqa: E402

TOKEN = "eyJ0eXAiOiJKV1QifQ.secret-of-a-crash"


class Bank:
    """A sandbox with data and a port that outlive its process."""

    def __init__(self, root):
        self.data = os.path.join(root, "bank")
        self.tokens = secret_file(os.path.join(root, "token"), TOKEN)
        self.log = os.path.join(root, "bank.log")
        self.address = "http://127.0.0.1:0"
        self.sandbox = None
        self.start()

    def start(self):
        """Starts it, where it was before; returns when it listens."""
        until = time.monotonic() + DEADLINE
        while not self.started().is_ready:
            self.kill()
            # While it was down, its port may have become that of somebody's connection.
            if not self.said_last.startswith("Error: cannot listen") or time.monotonic() > until:
                raise Broken(f"the bank is not ready: {self.sandbox.line!r} {self.said_last!r}")
        self.address = self.sandbox.address

    def started(self):
        """Starts a process, which may not become ready."""
        port = self.address.rsplit(":", 1)[-1]
        with open(self.log, "ab") as log:
            self.sandbox = SandboxProcess(
                "--port", port, "--data", self.data, "--token-file", self.tokens, "--seed", "sample",
                *SETTINGS, errors=log, variables={
                    "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"})
        return self.sandbox

    @property
    def said_last(self):
        """The last line of its messages."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return ([""] + file.read().splitlines())[-1]

    def kill(self):
        """Ends it as a power cut does."""
        self.sandbox.kill()

    def stop(self):
        if code := self.sandbox.stop():
            raise Broken(f"the bank ended with {code}")


class ServedWorld(World):
    """A world whose bank is a process of its own."""

    ATTEMPTS = 12

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.bank = Bank(self.root)

    def __exit__(self, kind, *rest):
        self.bank.stop()
        if kind is None:
            self.check_secret()
        super().__exit__(kind, *rest)

    @property
    def ledger(self):
        return os.path.join(self.bank.data, "bank.sqlite")

    def command(self):
        # A bank that is down for longer than the command is patient is asked again.
        page = self.trouble_page()
        again = ["--answer", f"{page}=again"] if page else []
        return [*super().command(), *again, "--bank", self.bank.address,
                "--token-file", self.bank.tokens]

    def trouble_page(self):
        """The page that the session stands at where it asks what to do about the bank."""
        asked = re.findall(rb"^show ([a-z-]+)", self.journal() or b"", re.MULTILINE)
        return asked[-1].decode() if asked and asked[-1] in (b"not-loaded", b"not-done") else None

    def may_go_on(self, attempt):
        """It stops at a page about trouble, for which it was given no answer, and where the bank did
        not say what became of an order."""
        if attempt.code == 3 and ("not-loaded" in attempt.err or "not-done" in attempt.err):
            return True
        ends = re.findall(rb"^(commit|done) ", self.journal() or b"", re.MULTILINE)
        return attempt.code == 1 and ends[-1:] == [b"commit"]

    def answers(self):
        """Without those to pages about trouble."""
        return super().answers() - len(
            re.findall(rb"^answer not-(loaded|done) ", self.journal() or b"", re.MULTILINE))

    def transfers(self):
        return read_bank(self.ledger)[0]

    def essence(self, record):
        """What was answered, ordered and told. A process that was killed may leave copies of what it
        read, which the next one shows first, and trouble may have come between; so what was read may
        be another, and an order may have been sent again, as it was."""
        kept, orders = [], set()
        for line in record.decode().splitlines():
            verb, _, rest = line.partition(" ")
            if verb == "commit":
                step, _, contents = rest.partition(" ")
                orders.add((step, json.dumps(json.loads(contents)["of"])))
            elif verb in ("answer", "finish", "failed", "cancelled") and not rest.startswith("not-"):
                kept.append(line)
            elif verb == "done" and '{"trouble"' not in rest:
                kept.append(line)
        return kept, orders

    def check_secret(self):
        """The token is in none of the files that the command has written."""
        for folder, _, names in os.walk(self.files):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    if TOKEN.encode() in file.read():
                        raise Broken(f"the token is in {name}")


class FallingBank:
    """Kills a world's bank while something runs, and starts it again each time: once for each fall of a
    plan, which says how long it lives, in shares of `longest` seconds, and how many seconds it is gone."""

    def __init__(self, world, falls, longest):
        self.world, self.falls, self.longest = world, falls, longest
        self.kills = 0
        self.trouble = None
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        if self.trouble:
            raise Broken(f"the bank did not come back: {self.trouble}")

    def run(self):
        try:
            for life, pause in self.falls:
                if self.is_over.wait(0.01 + life * self.longest):
                    return
                self.world.bank.kill()
                self.kills += 1
                time.sleep(pause)
                self.world.bank.start()
        except (Broken, OSError) as trouble:
            self.trouble = trouble
