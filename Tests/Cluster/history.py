"""What clients did and were told, as a file of JSON lines: each call when it was made and when it ended.

    {"call": 7, "client": 3, "at": 12.25, "does": "answer", "session": "…", "gives": [["name", "\\"a\\""]], …}
    {"call": 7, "at": 12.31, "is": "ok", "status": 200, "answers": 4, "state": "asking", …}

A call is `ok`, it `fail`ed, or its outcome is `unknown`: it was sent, and nobody said what became of it. Calls
without a second line are unknown as well.
"""

import dataclasses
import itertools
import json
import threading
import time


@dataclasses.dataclass(frozen=True)
class Call:
    """A call of a client."""

    number: int
    session: str
    # “start”, “answer”, “back”, “again”, “look” or “read”; “pry” if another customer looks.
    does: str
    began: float
    # When the client was told; none if it was not.
    ended: float | None = None
    outcome: str = "unknown"
    # The answers it gives: step and the value as the journal writes it.
    gives: tuple = ()
    # How many answers the session had by then, as the client was told.
    answers: int | None = None
    # How the session stood, as the client was told.
    state: str | None = None
    # All answers, if it read them: step and value.
    read: tuple | None = None
    status: int | None = None
    node: str | None = None
    # The question that it is for, by the token; none also in histories that do not tell.
    token: str | None = None
    # The question that the client was shown: its token, and the steps that lead to it.
    shown: str | None = None
    path: str | None = None


class Recorder:
    """Writes a history; any thread may."""

    def __init__(self, path):
        self.path, self.file = path, open(path, "w", encoding="utf-8")
        self.lock, self.numbers = threading.Lock(), itertools.count(1)

    def write(self, line):
        with self.lock:
            self.file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def began(self, client, session, does, gives=(), token=None):
        number = next(self.numbers)
        self.write({"call": number, "client": client, "at": time.monotonic(), "session": session,
                    "does": does, "gives": list(gives), "token": token})
        return number

    def ended(self, number, outcome, **told):
        self.write({"call": number, "at": time.monotonic(), "is": outcome, **told})

    def close(self):
        with self.lock:
            self.file.close()


def read(path):
    """The calls of a history, in the order in which they were made."""
    begun, ended = {}, {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            (ended if "is" in entry else begun)[entry["call"]] = entry
    return [made(entry, ended.get(number)) for number, entry in begun.items()]


def made(begun, ended):
    call = Call(begun["call"], begun["session"], begun["does"], begun["at"],
                gives=pairs(begun["gives"]), token=begun.get("token"))
    if ended is None:
        return call
    return dataclasses.replace(
        call, ended=ended["at"], outcome=ended["is"], answers=ended.get("answers"),
        state=ended.get("state"), status=ended.get("status"), node=ended.get("node"),
        shown=ended.get("shown"), path=ended.get("path"),
        read=pairs(ended["read"]) if ended.get("read") is not None else None)


def pairs(values):
    return tuple((step, value) for step, value in values)
