"""The flow `account` over a PostgreSQL, as plainly as it can be written: nothing is kept in memory, and each
answer is written by one guarded statement. It shows what the harness is to find, see `model_node.py`.
"""

import hashlib
import json
import os
import pathlib
import sqlite3
import subprocess
import threading
import uuid

from processes import PATIENCE

TABLES = """
CREATE TABLE IF NOT EXISTS flowline_session (
  id uuid PRIMARY KEY, last int NOT NULL, base int NOT NULL, answers int NOT NULL, standing text NOT NULL);
CREATE TABLE IF NOT EXISTS flowline_change (
  session uuid NOT NULL, number int NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (session, number));
"""
BANK = """
CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY, defaultCategory TEXT);
CREATE TABLE IF NOT EXISTS goal (number INTEGER PRIMARY KEY, id TEXT UNIQUE, name TEXT, total INTEGER);
CREATE TABLE IF NOT EXISTS answeredOrder (key TEXT PRIMARY KEY, contents TEXT);
CREATE TABLE IF NOT EXISTS payment (
  id TEXT PRIMARY KEY, account TEXT, category TEXT, source TEXT, direction TEXT, minorUnits INTEGER);
INSERT OR IGNORE INTO account VALUES ('a', 'c');
INSERT OR IGNORE INTO goal VALUES (1, 'd0000000-0000-4000-8000-000000000001', 'Trip', 12070);
"""
# What is asked behind an answer of a step; what is asked behind “overview” and “details” is what was chosen.
BEHIND = {None: "account", "account": "overview", "amount": "confirm", "target": "confirm",
          "receipt": "overview"}
CHOSEN = {"+": "form", "trip": "details", "refresh": None, "withdraw": "amount"}


class Lost(Exception):
    """The database is not there, or was cut off: what became of a statement is not known."""


class Database:
    """A connection, made again when it is lost."""

    def __init__(self, address, settings=""):
        self.address, self.settings, self.process, self.lock = address, settings, None, threading.Lock()

    def rows(self, sql):
        with self.lock:
            try:
                if self.process is None or self.process.poll() is not None:
                    self.open()
                return self.ask(sql)
            except (OSError, ValueError) as error:
                self.close()
                raise Lost(str(error)) from None

    def open(self):
        options = f"-c statement_timeout=8000 {self.settings}"
        self.process = subprocess.Popen(
            ["psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-v", "ON_ERROR_STOP=1", self.address],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PGOPTIONS": options, "PGCONNECT_TIMEOUT": "5"})

    def ask(self, sql):
        # A network that holds everything is not waited for.
        watch = threading.Timer(10, self.process.kill)
        watch.start()
        try:
            self.process.stdin.write(sql + ";\n\\echo \x1e\n")
            self.process.stdin.flush()
            lines = []
            while (line := self.process.stdout.readline()) != "\x1e\n":
                if not line:
                    raise OSError("it ended")
                lines.append(line.rstrip("\n").split("\x1f"))
            return lines
        finally:
            watch.cancel()

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


class Model:
    """The flow, over the lines of a session's journal."""

    def __init__(self, database, data, fault):
        self.database, self.data, self.fault, self.known = database, data, fault, {}

    def lines(self, session):
        """How many changes there are, and all lines; no changes if there is no such session."""
        rows = self.database.rows(
            "SELECT h.last, encode(string_agg(substr(c.bytes, 2), ''::bytea ORDER BY c.number), 'hex') "
            "FROM flowline_session h JOIN flowline_change c ON c.session = h.id "
            f"WHERE h.id = '{session}' GROUP BY h.last")
        return (int(rows[0][0]), bytes.fromhex(rows[0][1]).decode().splitlines()) if rows else (0, [])

    def append(self, session, last, lines, old):
        """Writes lines behind so many changes; false if there are others by now."""
        answers = self.count(self.valid(old + lines))
        standing = "finished" if any(line.startswith("finish") for line in lines) else "unfinished"
        # Behind a byte that says that they are not sealed.
        content = "\\x00" + "".join(line + "\n" for line in lines).encode().hex()
        head = (f"INSERT INTO flowline_session VALUES ('{session}', 1, 1, {answers}, '{standing}') "
                "ON CONFLICT DO NOTHING RETURNING last")
        if last:
            guard = "" if self.fault == "no-fence" else f"AND last = {last}"
            head = (f"UPDATE flowline_session SET last = {last + 1}, answers = {answers}, "
                    f"standing = '{standing}' WHERE id = '{session}' {guard} RETURNING last")
        rows = self.database.rows(
            f"WITH head AS ({head}) INSERT INTO flowline_change SELECT '{session}', last, '{content}' "
            "FROM head ON CONFLICT DO NOTHING RETURNING number")
        return bool(rows) or self.fault == "no-fence"

    @staticmethod
    def valid(lines):
        """The lines that are valid: those that were gone back from are not."""
        kept = []
        for line in lines:
            verb, _, step = line.partition(" ")
            if verb == "back":
                places = [at for at, other in enumerate(kept) if other.startswith(f"answer {step} ")]
                kept = kept[:places[-1]] if places else kept
            elif verb in ("answer", "commit", "done", "finish"):
                kept.append(line)
        return kept

    @staticmethod
    def asked(kept):
        """The step that is asked behind valid lines: none at the end; “order” if an order is open."""
        verb, step, value = ([*kept[-1].split(" ", 2), None] if kept else ["", None, None])[:3]
        if verb == "finish":
            return None
        if verb == "commit":
            return "order"
        if verb == "done":
            return "overview" if step == "goal" else "receipt"
        choice = json.loads(value) if step in ("overview", "details") else None
        if choice == "done":
            return "overview" if step == "details" else "end"
        return CHOSEN[choice] or step if choice else BEHIND[step]

    def state(self, session, cookie):
        last, lines = self.lines(session)
        # Another's session is none.
        if f'world "customer {customer(cookie)}"' not in lines:
            return None, 0, []
        while self.asked(self.valid(lines)) in ("order", "end"):
            self.go_on(session, cookie, last, lines)
            last, lines = self.lines(session)
        kept = self.valid(lines)
        step, answers = self.asked(kept), self.count(kept)
        state = {"session": session, "answers": answers, "questions": [], "state": "ended"}
        if step:
            prompt = {"path": ["account", step], **({"form": {}} if step == "form" else {})}
            # Behind an order nothing can be changed; nor is a page gone back to in part.
            if not kept or not kept[-1].startswith("answer ") or kept[-1].startswith("answer target "):
                prompt["backRefusal"] = "committed"
            state.update(state="asking", questions=[{"token": f"{answers}-{step}", "prompt": prompt}])
        if self.fault == "old-states":
            state = self.known.setdefault(session, state)
        return state, last, lines

    def go_on(self, session, cookie, last, lines):
        """Does what is ordered, under its key; or ends."""
        if self.asked(self.valid(lines)) == "end":
            return self.append(session, last, ["finish {}"], lines)
        verb, kind, text = next(line for line in reversed(lines) if line.startswith("commit ")).split(" ", 2)
        order = json.loads(text)["of"]
        keys = [order["key"]] + ([str(uuid.uuid4())] if self.fault == "two-keys" else [])
        for key in keys:
            self.give({**order, "key": key}, kind, cookie)
        return self.append(session, last, [f"done {kind} {{}}"], lines)

    def give(self, order, kind, cookie):
        path = pathlib.Path(self.data, "customers", customer(cookie), "bank.sqlite")
        path.parent.mkdir(parents=True, exist_ok=True)
        bank = sqlite3.connect(path, timeout=PATIENCE)
        try:
            bank.executescript(BANK)
            with bank:
                bank.execute("BEGIN IMMEDIATE")
                if not bank.execute(
                        "INSERT OR IGNORE INTO answeredOrder VALUES (?, ?)",
                        (order["key"], f"{kind} {json.dumps(order)}")).rowcount:
                    return
                if kind == "goal":
                    bank.execute("INSERT INTO goal (id, name, total) VALUES (?, ?, 0)",
                                 (order["key"], order["name"]))
                else:
                    pence = order["amount"]["minorUnits"]
                    bank.execute("INSERT INTO payment VALUES (?, 'a', 'c', 'INTERNAL_TRANSFER', 'IN', ?)",
                                 (order["key"], pence))
                    bank.execute("UPDATE goal SET total = total - ? WHERE name = 'Trip'", (pence,))
        finally:
            bank.close()

    def start(self, session, cookie):
        self.append(session, 0, ["format 2", f'world "customer {customer(cookie)}"'], [])

    @staticmethod
    def count(lines):
        return sum(line.startswith("answer ") for line in lines)

    def answer(self, session, cookie, token, given):
        """Takes answers, or goes back if there are none; the status, and how the session stands then."""
        state, last, lines = self.state(session, cookie)
        if state is None:
            return 404, {}
        kept = self.valid(lines)
        step = self.asked(kept)
        if token != f"{state['answers']}-{step}":
            return 412, {"state": state}
        if given is None:
            if state["questions"][0]["prompt"].get("backRefusal"):
                return 422, {}
            added = [f"back {kept[-1].split(' ')[1]}"]
        else:
            added = [f"answer {name} {json.dumps(value)}" for name, value in given]
        if step == "confirm" and given is not None:
            added.append(self.order(session, kept))
        if not self.append(session, last, added, lines):
            return 412, {"state": self.state(session, cookie)[0]}
        return 200, self.state(session, cookie)[0]

    def order(self, session, lines):
        key = str(uuid.uuid5(uuid.UUID(session), str(len(lines))))
        read = {line.split(" ")[1]: json.loads(line.split(" ", 2)[2])
                for line in lines if line.startswith("answer ")}
        if next(line for line in reversed(lines) if line.startswith("answer ")).startswith("answer target"):
            return "commit goal " + json.dumps({"key": key, "of": {"key": key, "name": read["name"]}})
        return "commit transfer " + json.dumps({"key": key, "of": {"key": key, "amount": read["amount"]}})


def customer(cookie):
    """What the bank is called of the customer with a cookie, of which only the digits at its beginning count."""
    return digest(f"visitor-{digest(cookie.split('.')[0])}")


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def value(given):
    """A value as it is recorded."""
    if isinstance(given, dict):
        return {"currency": "GBP", "minorUnits": int(given["text"].replace(".", ""))}
    return given
