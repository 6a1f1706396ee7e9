"""Runs the built command, at a pseudo-terminal or with pipes. Waits on content, never on time."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import pexpect

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "Terminal"))
sys.path.append(str(TESTS / "SessionSupport"))
from machine import PATIENCE, until  # noqa: E402, F401
from screen import Screen  # noqa: E402

BINARY = os.path.abspath(os.environ.get("FLOWLINE", ".build/debug/flowline"))
# Seconds after which something has gone wrong.
DEADLINE = PATIENCE
WORLD = ["--now", "2026-11-20T12:00:00Z", "--time-zone", "Europe/London"]
ENGLISH = [*WORLD, "--locale", "en_GB"]
RUSSIAN = [*WORLD, "--locale", "ru_RU"]
CTRL_C, CTRL_D, SHIFT_TAB, TAB, UP, CTRL_U = "\x03", "\x04", "\x1b[Z", "\t", "\x1b[A", "\x15"
_ESCAPES = re.compile(r"\x1b(\[[?\d;]*[@-~]|[78=>]|\(B)")


def paste(text):
    """What a terminal sends for a paste once it was asked to mark them."""
    return f"\x1b[200~{text}\x1b[201~"


def hears(process, word):
    """Waits until a process has written a word to standard error."""
    end, heard = time.monotonic() + DEADLINE, b""
    while word not in heard:
        rest = max(0, end - time.monotonic())
        ready, _, _ = select.select([process.stderr], [], [], rest)
        piece = os.read(process.stderr.fileno(), 1 << 16) if ready else b""
        if not piece:
            raise AssertionError(f"never came: {word!r}\n{heard.decode()}")
        heard += piece


class Case(unittest.TestCase):
    """Gives every test a home of its own."""

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="flowline-")
        self.addCleanup(shutil.rmtree, self.home, True)

    def path(self, name):
        return os.path.join(self.home, name)

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        Path(self.path(name)).write_bytes(data)
        return self.path(name)

    def read(self, name):
        return Path(self.path(name)).read_text()

    def variables(self, **more):
        return {"HOME": self.home, "PATH": os.environ["PATH"], "TERM": "xterm",
                "LANG": "C.UTF-8", **more}

    def flowline(self, *arguments, data=b"", **variables):
        """Runs to the end with pipes."""
        if isinstance(data, str):
            data = data.encode()
        return Run(subprocess.run(
            [BINARY, *arguments], input=data, capture_output=True, timeout=DEADLINE,
            env=self.variables(**variables), cwd=self.home))

    def start(self, *arguments, **variables):
        """Starts with pipes that stay open; ended after the test."""
        process = subprocess.Popen(
            [BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.variables(**variables))

        def end():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                pipe.close()
        self.addCleanup(end)
        return process

    def terminal(self, *arguments, size=(24, 80), **variables):
        """Starts at a terminal; closed after the test."""
        terminal = Terminal([BINARY, *arguments], self.variables(**variables), self.home, size)
        self.addCleanup(terminal.close)
        return terminal

    def shows(self, t, *texts, without=()):
        """Waits until these stand on the screen, and none of the others does."""
        def seen():
            screen = t.screen.text()
            return all(text in screen for text in texts) and not any(
                text in screen for text in without)
        t.until(seen, f"{texts} without {without} on the screen:\n{t.screen.text()}")


class Run:
    """What came of a run with pipes."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout.decode()
        self.err = process.stderr.decode()

    @property
    def object(self):
        """The one object of --json."""
        lines = self.out.splitlines()
        assert len(lines) == 1, self.out
        return json.loads(lines[0])


class Terminal:
    """The command at a terminal: `type` to it, wait until it `says` something."""

    def __init__(self, command, variables, folder, size):
        self.child = pexpect.spawn(
            command[0], command[1:], env=variables, cwd=folder, dimensions=size,
            encoding="utf-8", codec_errors="replace", timeout=DEADLINE)
        self.child.delaybeforesend = None
        self.raw = ""
        self.place = 0
        self.screen = Screen(*size)

    def close(self):
        self.child.close(force=True)

    def type(self, text):
        self.child.send(text)

    def resize(self, rows, columns):
        self.look()
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def enter(self, text=""):
        self.type(text + "\r")

    @property
    def text(self):
        """All that was written, without what moves the cursor or colours."""
        return _ESCAPES.sub("", self.raw).replace("\r", "")

    def look(self):
        try:
            while select.select([self.child.child_fd], [], [], 0)[0]:
                new = self.child.read_nonblocking(1 << 16, 0)
                self.raw += new
                self.screen.feed(new)
        except (pexpect.EOF, pexpect.TIMEOUT, ValueError, OSError):
            pass

    def until(self, condition, what):
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            self.look()
            result = condition()
            if result:
                return result
            select.select([self.child.child_fd], [], [], 0.02)
        raise AssertionError(f"never came: {what}\n{self.text[self.place:]}")

    def says(self, *texts):
        """Waits until these stand in what was written since the last wait, in this order."""
        for text in texts:
            def find():
                found = self.text.find(text, self.place)
                if found < 0:
                    return False
                self.place = found + len(text)
                return True
            self.until(find, text)
        return self

    def answer(self, text, after):
        """Waits for words of a question and for the line to type in, then answers."""
        start = self.place
        self.says(after)
        self.until(lambda: "\n> " in self.text[start:], "the line to type in")
        self.enter(text)
        return self

    def ended(self):
        """Waits for the end: the exit code, or minus the signal."""
        self.until(lambda: not self.child.isalive(), "the end of the process")
        self.look()
        return -self.child.signalstatus if self.child.signalstatus else self.child.exitstatus
