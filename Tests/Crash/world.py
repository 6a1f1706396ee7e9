"""A world of its own for one round-up that is cut short again and again: its bank, its sessions, its
record; what may be seen of it after each cut, and what must be so at the end."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARY = os.path.abspath(os.environ.get("FLOWLINE", ".build/debug/flowline"))
SESSION = "5e551011-0000-4000-8000-000000000001"
SETTINGS = ["--now", "2026-11-20T12:00:00Z", "--time-zone", "Europe/London", "--locale", "en_GB"]
# What is typed, and what the question before it is known by.
STEPS = [("personal", "Which account"), ("this", "Which week?"), ("", "Total"),
         ("trip", "Where should £1.58 go?"), ("yes", "Move £1.58 to"), ("", "£1.58 moved to")]
TOTAL = 12228
DEADLINE = 120


class Broken(Exception):
    """What must never be was so."""


def build_shim(folder):
    """Compiles what counts the calls and cuts them short."""
    shim = os.path.join(folder, "boundaries.so")
    # Swift's toolchain brings clang.
    compiler = os.environ.get("CC") or shutil.which("cc") or "clang"
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim,
                    str(HERE / "boundaries.c"), "-ldl"], check=True)
    return shim


class Attempt:
    """One process: how it ended and what it said."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out.decode(), err.decode("utf-8", "replace")
        self.was_killed = code == -signal.SIGKILL
        self.result = None
        if self.out.endswith("\n"):
            self.result = json.loads(self.out.splitlines()[-1])

    @property
    def has_told(self):
        """Whether the result was told to the end."""
        return bool(self.result) and self.result["outcome"] == "finished"

    @property
    def asked(self):
        """The places of the questions that were shown, counted from 0."""
        shown = "\n".join(row for row in self.err.splitlines() if not row.startswith(("✓", "✗")))
        return [place for place, (_, mark) in enumerate(STEPS) if mark in shown]


class World:
    """Use with `with`: the folder is removed unless something was broken in it."""

    # How many processes may be needed until a session is over that nobody disturbs any more.
    ATTEMPTS = 4

    def __init__(self, shim=None, session=SESSION):
        self.shim, self.session = shim, session
        self.root = tempfile.mkdtemp(prefix="flowline-crash-")
        self.files = os.path.join(self.root, "files")
        os.mkdir(self.files)
        self.log = os.path.join(self.root, "calls")
        self.accepted = 0
        self.has_told = False
        self.attempts = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            shutil.rmtree(self.root, True)

    # MARK: files

    def path(self, *names):
        return os.path.join(self.files, *names)

    @property
    def ledger(self):
        """The file with the bank's books."""
        return self.path("data", "bank.sqlite")

    @property
    def sessions(self):
        return self.path("state", "flowline", "sessions")

    def journal(self, session=None):
        """The session's record; nothing where there is none."""
        try:
            return Path(self.sessions, f"{session or self.session}.flow").read_bytes()
        except FileNotFoundError:
            return None

    def answers(self):
        """How many whole answers the record has."""
        whole = (self.journal() or b"").rpartition(b"\n")[0]
        return len(re.findall(rb"^answer ", whole, re.MULTILINE))

    def calls(self):
        """What the last process did: name, bytes, path below the folder."""
        calls = []
        for line in Path(self.log).read_text().splitlines():
            _, name, size, path = line.split(" ", 3)
            calls.append((name, int(size), os.path.relpath(path, self.files)))
        return calls

    # MARK: processes

    def command(self):
        begin = ["run", "round-up", "--session", self.session] if self.journal() is None \
            else ["resume", self.session]
        return [BINARY, *begin, *SETTINGS, "--data", self.path("data"),
                "--record", self.path("record.flow"), "--json"]

    def variables(self, at=None, how=None):
        variables = {"HOME": self.files, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                     "XDG_STATE_HOME": self.path("state"), "SWIFT_BACKTRACE": "enable=no"}
        if self.shim:
            if os.path.exists(self.log):
                os.unlink(self.log)
            variables.update(LD_PRELOAD=self.shim, CRASH_ROOT=self.files, CRASH_LOG=self.log)
        if at:
            variables.update(CRASH_AT=str(at), CRASH_HOW=how)
        return variables

    def start(self, at=None, how=None):
        """Starts a process that begins or goes on; what it will be asked lies ready to be read."""
        lines = "".join(text + "\n" for text, _ in STEPS[self.answers():])
        with tempfile.TemporaryFile() as answers:
            answers.write(lines.encode())
            answers.seek(0)
            return subprocess.Popen(
                self.command(), stdin=answers, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=self.variables(at, how), cwd=self.files)

    def attempt(self, at=None, how=None, kill_after=None):
        """Lets a process run to its end, or to its kill, and looks at what it left behind."""
        is_new, before = self.journal() is None, self.accepted
        process = self.start(at, how)
        try:
            out, err = process.communicate(timeout=kill_after or DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            if not kill_after:
                raise Broken(f"it hung\n{err.decode()}") from None
        attempt = Attempt(process.returncode, out, err)
        self.attempts.append((at, how, attempt.code))
        self.look(attempt, is_new, before)
        return attempt

    # MARK: what must be so

    def look(self, attempt, is_new, before):
        """What must be so at any moment, whatever became of the process."""
        if attempt.asked:
            if is_new and before and not self.has_told:
                raise Broken(f"{before} accepted answers are lost: {attempt.err}")
            if attempt.asked[0] < before:
                raise Broken(f"{before} answers were accepted, but it asks again: {attempt.err}")
            # A question shows when the answer before it is accepted.
            self.accepted = max(before, attempt.asked[-1])
        self.has_told = self.has_told or attempt.has_told
        if self.journal() is not None and self.answers() < self.accepted:
            raise Broken(f"{self.accepted} answers were accepted, {self.answers()} are durable")
        if self.journal() is None and self.accepted and not self.has_told:
            raise Broken(f"{self.accepted} answers were accepted, and no session is kept")
        transfers = self.transfers()
        if transfers > 1:
            raise Broken(f"{transfers} transfers")
        if transfers and not self.has_told and b"commit transfer " not in (self.journal() or b""):
            raise Broken("a transfer without its intent")

    def transfers(self):
        """How many transfers the bank made for round-ups, in a copy: looking must not mend it."""
        if not os.path.exists(self.ledger):
            return 0
        with tempfile.TemporaryDirectory() as copy:
            for name in os.listdir(self.path("data")):
                shutil.copy(self.path("data", name), copy)
            return read_bank(os.path.join(copy, "bank.sqlite"))[0]

    @property
    def is_over(self):
        """Whether the result was told and nothing is left to go on with."""
        return self.has_told and self.journal() is None

    def finish(self):
        """Goes on until it is over."""
        for _ in range(self.ATTEMPTS):
            if self.is_over:
                return
            attempt = self.attempt()
            if attempt.code != 0 and not self.may_go_on(attempt):
                raise Broken(f"going on ended with {attempt.code}: {attempt.err}")
        raise Broken("it does not come to an end")

    def check(self, reference):
        """What must be so at the end, beside what an undisturbed run left."""
        transfers, total = read_bank(self.ledger)
        if (transfers, total) != (1, TOTAL):
            raise Broken(f"{transfers} transfers, {total} in the goal")
        record = Path(self.path("record.flow")).read_bytes()
        if self.essence(record) != self.essence(reference):
            raise Broken(f"the record is another:\n{record.decode()}")
        if self.journal() is not None:
            raise Broken("the session is still kept")

    def may_go_on(self, attempt):
        """Whether a process that stopped short, and was not killed, may have: this one may not."""
        return False

    def essence(self, record):
        """What of a record must be as in an undisturbed run: all of it, but for the bank's folder."""
        return re.sub(rb"^world .*\n", b"", record, count=1, flags=re.MULTILINE)

    def explain(self):
        return f"{self.root}: {self.attempts}"


def read_bank(path):
    """How many transfers a bank made for round-ups, and what is in the goal."""
    bank = sqlite3.connect(path)
    try:
        if not bank.execute("SELECT 1 FROM sqlite_master WHERE name = 'coveredPayment'").fetchone():
            return 0, 0
        # The sample's own have ids that are counted.
        def ours(column):
            return f"{column} NOT LIKE '%-0000-4000-8000-%'"
        orders = bank.execute(
            f"SELECT count(*) FROM answeredOrder WHERE {ours('key')}").fetchone()[0]
        legs = bank.execute(
            f"SELECT count(*) FROM payment WHERE direction = 'OUT' AND {ours('id')}").fetchone()[0]
        covering = bank.execute(
            f"SELECT count(DISTINCT transfer) FROM coveredPayment WHERE {ours('transfer')}"
        ).fetchone()[0]
        total = bank.execute("SELECT total FROM goal WHERE name = 'Trip'").fetchone()
        return max(orders, legs, covering), total[0] if total else 0
    finally:
        bank.close()


def reference(shim=None, kind=World):
    """The record of an undisturbed run, and the calls it made."""
    with kind(shim) as world:
        world.finish()
        record = Path(world.path("record.flow")).read_bytes()
        world.check(record)
        return record, world.calls() if shim else []
