"""Runs what documents print, in a home of its own, and compares what comes of it."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

for folder in ("EndToEnd", "Screen"):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / folder))
import flowline  # noqa: E402
from documents import WRITES, matches, wrapped  # noqa: E402
from session import Session  # noqa: E402

PRODUCTS = os.path.dirname(flowline.BINARY)
# Nothing that a document runs takes longer; a build from nothing does not count.
LONGEST = 600


class Case(flowline.Case):
    """Runs a document's commands one after the other, in the folder `folder`."""

    # What commands begin with that are spelled as a reader types them, and what is run for them.
    names = {}
    # What the environment has besides.
    more = {}
    # Where the server beside it listens.
    port = "8080"
    # Seconds that a screen is given to become what is printed: a net.
    grace = flowline.DEADLINE

    def setUp(self):
        super().setUp()
        self.folder = self.home

    def variables(self, **more):
        return super().variables(
            LANG="en_GB.UTF-8", TZ="Europe/London", NO_COLOR="1", TERM="xterm-256color",
            **{**self.more, **more})

    def runs(self, document, blocks):
        """Runs blocks of a document, and says what differs; or writes it into the document."""
        differences = []
        for block in blocks:
            if block.is_run:
                run = (self._beside if block.is_beside else self._console if block.keys is None
                       else self._screen)
                differences += [one for one in run(document, block) if one]
        if WRITES:
            document.write()
        if differences:
            self.fail("\n\n".join(["not what is printed", *differences]))

    def _console(self, document, block):
        # From the last one, for what is written into the block may have more lines than before.
        written = [(place, self.shell(command)) for command, place in list(block.commands)]
        return [document.compare(block, place, lines) for place, lines in reversed(written)]

    def shell(self, command):
        """The lines that a command writes."""
        process = subprocess.run(
            ["sh", "-c", self._named(command)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=LONGEST, cwd=self.folder, env=self.variables())
        return wrapped(process.stdout.decode())

    def _screen(self, document, block):
        [(command, place)] = block.commands
        session = Session(shlex.split(self._named(command)), self.variables(), self.folder, (24, 80))
        self.addCleanup(session.close)
        session.rests()
        before, _, after = block.keys.partition("then ")
        self._type(session, before.strip())
        session.look()
        rows = self._rows(session, block.lines[place[0]:place[1]])
        self._type(session, after)
        session.close()
        return [document.compare(block, place, rows)]

    def _rows(self, session, printed):
        """The screen's rows. What was read in the meantime may still change them to what is printed; if
        they once did not, no other screen is waited for as long."""
        end = time.monotonic() + Case.grace
        while not WRITES and not matches(printed, session.screen.rows()):
            if time.monotonic() > end:
                Case.grace = 2
                break
            time.sleep(0.01)
            session.look()
        return session.screen.rows()

    def _beside(self, document, block):
        """Starts a server at a port that is free, and waits for its first line."""
        [(command, place)] = block.commands
        command = re.sub(r"--port \d+", "--port 0", self._named(command))
        process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=self.folder,
            env=self.variables())
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        line = process.stdout.readline().decode()
        [port] = re.findall(r":(\d+)$", line.strip())
        self.port = port
        return [document.compare(block, place, wrapped(line))]

    @staticmethod
    def _type(session, keys):
        """Types line by line, and waits for what comes of each."""
        for line in re.findall(r"<until=[^>]*>|.*?<(?:Enter|Kill)>|.+$", keys):
            if line.startswith("<until="):
                text = line[len("<until="):-1]
                session.until(lambda: text in session.screen.text(), text)
                session.rests(line)
            elif line == "<Kill>":
                session.child.kill(signal.SIGKILL)
            else:
                session.press(line)

    def _named(self, command):
        """The command as it is run here."""
        command = re.sub(r'^make (run|sandbox) ARGS="(.*)"$', lambda found: " ".join(
            [{"run": "flowline", "sandbox": "flowline-sandbox"}[found[1]], found[2]]), command)
        command = command.replace("127.0.0.1:8080", f"127.0.0.1:{self.port}")
        for name, program in self.names.items():
            command = re.sub(rf"(^|\| |&& ){re.escape(name)}(?=\s|$)",
                             lambda found: found[1] + program, command)
        return command
