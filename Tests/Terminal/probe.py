"""Runs the line editor's probe under a pseudo-terminal. Waits on content, never on time."""

import json
import os
import pickle
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

import pexpect

from screen import Screen

sys.path.append(str(Path(__file__).resolve().parents[1] / "SessionSupport"))
from machine import PATIENCE, until  # noqa: E402

BINARY = os.environ.get("LINE_EDITOR_PROBE", ".build/debug/LineEditorProbe")
# Seconds after which something has gone wrong.
DEADLINE = PATIENCE
# Else a crash asks what to do about it.
SANE = {"SWIFT_BACKTRACE": "enable=no", "TERM": "xterm", "LANG": "C.UTF-8",
        "PATH": os.environ["PATH"]}


# The test runner may have blocked them, and children inherit that.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
# A shell has its background jobs ignore these, and so does nohup; children inherit that, too.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def ask(prompt="> ", **fields):
    return dict(kind="ask", prompt=prompt, **fields)


def line(text):
    """The event of an accepted line."""
    return {"event": "line", "text": text}


class Probe:
    """A probe at work: `type` to it, read its `screen`, take its `event`s."""

    def __init__(self, *steps, environment=None, rows=24, columns=80, home=None, shell=False,
                 parent=None, before=None):
        self.directory = tempfile.mkdtemp(prefix="line-editor-")
        self.home = home or self.directory
        self.events = Path(self.directory, "events")
        self.modes = Path(self.directory, "modes")
        self.fifo = os.path.join(self.directory, "control")
        os.mkfifo(self.fifo)
        self.control = os.open(self.fifo, os.O_RDWR)
        self.taken = 0
        self.raw = ""
        self.is_over = False
        self.screen = Screen(rows or 24, columns or 80)
        variables = {**SANE, "HOME": self.home, **(environment or {})}
        history = os.path.join(self.home, "state", "history")
        arguments = ["terminal", str(self.events), self.fifo, history,
                     *(json.dumps(step, ensure_ascii=False) for step in steps)]
        self.command = [BINARY, *arguments]
        program = ["bash", "--norc", "--noprofile", "--noediting", "-i"] if shell else self.command
        if parent:
            os.mkfifo(os.path.join(self.directory, "orders"))
            program = parent(self, self.command)

        def prepare():
            # From within: the parent could be too late.
            self.modes.write_bytes(pickle.dumps(termios.tcgetattr(0)))
            if before:
                before()

        self.child = pexpect.spawn(
            program[0], program[1:], env=variables, dimensions=(rows, columns), encoding="utf-8",
            codec_errors="replace", timeout=DEADLINE, echo=True,
            preexec_fn=prepare)
        self.child.delaybeforesend = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.close(force=True)
        os.close(self.control)
        shutil.rmtree(self.directory, ignore_errors=True)

    # What the user does.

    def type(self, text):
        """Writes all of it, reading meanwhile as a terminal does."""
        data = text if isinstance(text, bytes) else text.encode()
        while data:
            terminal = [self.child.child_fd]
            readable, writable, _ = select.select(terminal, terminal, [], DEADLINE)
            if readable:
                self.look()
                if self.is_over:
                    raise AssertionError(f"nobody reads this: the program ended with {self.ended()}")
            elif writable:
                data = data[os.write(self.child.child_fd, data[:1024]):]
            else:
                raise AssertionError("the terminal takes no more input")

    def resize(self, rows, columns):
        self.look()
        self.screen.resize(max(rows, 1), max(columns, 1))
        self.child.setwinsize(rows, columns)

    def redraws_at(self, rows, columns):
        """Resizes, and waits until what is drawn has been drawn anew: what is written for one window must
        not come into another."""
        self.resize(rows, columns)
        before = len(self.raw)

        def look():
            self.look()
            return len(self.raw) > before
        until(look, f"drawn anew at {rows} by {columns}")

    def order(self, text):
        os.write(self.control, (text + "\n").encode())

    # What the user sees.

    def look(self):
        if self.child.closed:
            return
        try:
            while select.select([self.child.child_fd], [], [], 0)[0]:
                text = self.child.read_nonblocking(1 << 16, 0)
                self.raw += text
                self.screen.feed(text)
        except pexpect.EOF:
            self.is_over = True
        except pexpect.TIMEOUT:
            pass

    def sees(self, text):
        """Waits until `text` stands on the screen."""
        def look():
            self.look()
            return text in self.screen.text()
        try:
            until(look, text)
        except AssertionError:
            raise AssertionError(f"never shown: {text!r}\nscreen:\n{self.screen.text()}")

    def shows(self, text):
        """Waits until the screen is exactly this."""
        def look():
            self.look()
            return self.screen.text() == text
        try:
            until(look, text)
        except AssertionError:
            raise AssertionError(f"wanted:\n{text}\nscreen:\n{self.screen.text()}")

    def sends(self, text, behind=0):
        """Waits until the terminal was sent `text`, `behind` so many characters, which may come
        later than an event does."""
        def look():
            self.look()
            return text in self.raw[behind:]
        until(look, repr(text))

    def ready(self, prompt="> "):
        """Waits for the prompt, and for raw mode."""
        self.sees(prompt.rstrip())
        until(self.is_raw, "raw mode")

    def is_silent(self):
        """Whether nothing typed is echoed."""
        return not termios.tcgetattr(self.child.child_fd)[3] & termios.ECHO

    def is_raw(self):
        return not termios.tcgetattr(self.child.child_fd)[3] & termios.ICANON

    def is_restored(self):
        return termios.tcgetattr(self.child.child_fd) == pickle.loads(self.modes.read_bytes())

    # What the program got.

    def event(self):
        """The next event."""
        def look():
            self.look()
            lines = self.events.read_bytes().split(b"\n")[:-1] if self.events.exists() else []
            return lines[self.taken:self.taken + 1]
        try:
            line = until(look, "an event")[0]
        except AssertionError:
            raise AssertionError(f"no event\nscreen:\n{self.screen.text()}")
        self.taken += 1
        event = json.loads(line)
        event.pop("scalars", None)
        return event

    def ended(self):
        """Waits for the end: the exit code, or minus the signal."""
        def look():
            self.look()
            return not self.child.isalive()
        until(look, "the end of the process")
        self.look()
        return -self.child.signalstatus if self.child.signalstatus else self.child.exitstatus


def plain(data, *steps):
    """Runs the plain reader on `data`; the events."""
    directory = tempfile.mkdtemp(prefix="line-reader-")
    try:
        events = os.path.join(directory, "events")
        command = [BINARY, "plain", events, "", directory, *(json.dumps(step) for step in steps)]
        process = subprocess.run(
            command, input=data, capture_output=True, timeout=DEADLINE, env=SANE)
        assert process.returncode == 0, process
        return [json.loads(line) for line in Path(events).read_bytes().splitlines()]
    finally:
        shutil.rmtree(directory)
