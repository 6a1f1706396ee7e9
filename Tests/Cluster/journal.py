"""A session's journal, read: what was answered, what was ordered outside, how it ended.

What has happened in a session is a row of moments: one at its beginning, one behind each answer, and one behind
each time that somebody went back. A call may have seen any of them, and of two calls the later one sees none before.
"""

import dataclasses
import json
import re

from clients import as_journal

ENDS = {"finish": "finished", "cancelled": "cancelled", "failed": "failed"}


@dataclasses.dataclass(frozen=True)
class Moment:
    """How a session stood between two things that happened."""

    # How many answers were valid.
    count: int = 0
    # The last of them, and the number of a moment at which the others were all.
    answer: tuple | None = None
    before: int | None = None
    # What led here: “answer”, “back” or “jump”; none at the beginning.
    by: str | None = None


@dataclasses.dataclass(frozen=True)
class Order:
    """Something that was ordered at the bank."""

    key: str
    contents: dict
    # What was ordered: “goal” or “transfer”.
    kind: str = ""
    # The number of the moment at which it was ordered.
    at: int = 0
    # What the journal has of it: “done”, or “refused” if nothing was done; none if it does not say.
    outcome: str | None = None

    @property
    def is_done(self):
        return self.outcome == "done"


@dataclasses.dataclass(frozen=True)
class Journal:
    session: str
    # Whose bank it is at, without the folder or the address; none if it does not say.
    world: str | None = None
    # Steps and values of all answers that were taken, in order, also of those that were gone back from.
    given: tuple = ()
    moments: tuple = (Moment(),)
    orders: tuple = ()
    # “finished”, “cancelled” or “failed”; none if it has not ended.
    end: str | None = None
    # What no journal has.
    faults: tuple = ()

    @property
    def answers(self):
        """The answers that are valid at the end."""
        return self.valid(len(self.moments) - 1)

    @property
    def last(self):
        """The number of the last moment."""
        return len(self.moments) - 1

    def places(self, number):
        """The moments whose last answers are those that are valid at a moment, the last first."""
        while self.moments[number].before is not None:
            yield number
            number = self.moments[number].before

    def valid(self, number):
        """The answers that are valid at a moment."""
        return tuple(self.moments[place].answer for place in self.places(number))[::-1]


def parse(session, text):
    """Reads the text of a journal."""
    reader = Reader()
    for line in text.splitlines():
        # Remarks of people may be anywhere.
        if line.strip() and not line.startswith("#"):
            reader.read(line)
    return Journal(session, reader.world, tuple(reader.given), tuple(reader.moments), tuple(reader.orders),
                   reader.end, tuple(reader.faults))


class Reader:
    """What was read of a journal so far."""

    def __init__(self):
        self.world = self.end = None
        self.given, self.moments, self.orders, self.faults = [], [Moment()], [], []

    def read(self, line):
        verb, _, rest = line.partition(" ")
        step, _, value = rest.partition(" ")
        if self.end:
            self.faults.append(f"“{line[:80]}” comes behind its end")
        if verb == "world":
            self.world = re.split(" in folder | at ", json.loads(rest))[0]
        elif verb == "answer":
            answer = (step, as_journal(json.loads(value)))
            self.given.append(answer)
            last = len(self.moments) - 1
            self.moments.append(Moment(self.moments[last].count + 1, answer, last, verb))
        elif verb in ("back", "jump"):
            self.go_back(verb, step, int(value or 1))
        elif verb == "commit":
            self.orders.append(order(step, json.loads(value), len(self.moments) - 1))
        elif verb == "done":
            self.conclude(step, "refused" if is_refusal(json.loads(value)) else "done")
        elif verb == "fail" and self.has_open(step):
            self.conclude(step, "refused")
        elif verb in ENDS:
            self.end = self.end or ENDS[verb]

    def go_back(self, verb, step, place):
        """Goes back to an answer of a step, the last of those that are valid or one before it."""
        at = len(self.moments) - 1
        while (moment := self.moments[at]).before is not None:
            place -= moment.answer[0] == step
            at = moment.before
            if place == 0:
                break
        else:
            # It had no such answer: nothing is gone back from.
            at = len(self.moments) - 1
        self.moments.append(dataclasses.replace(self.moments[at], by=verb))

    def has_open(self, kind):
        """Whether the last order is of a kind, and nothing says what became of it."""
        return bool(self.orders) and self.orders[-1].kind == kind and self.orders[-1].outcome is None

    def conclude(self, kind, outcome):
        if self.has_open(kind):
            self.orders[-1] = dataclasses.replace(self.orders[-1], outcome=outcome)
        else:
            self.faults.append(f"it says that {kind} is done, which was not ordered, or is done already")


def order(kind, intent, at):
    """An order, by what the journal has of it before it is sent."""
    contents = intent.get("of", {}) if isinstance(intent, dict) else {}
    return Order(contents.get("key", str(intent)), contents, kind, at)


def is_refusal(reply):
    """Whether a bank's reply to an order says that nothing was done."""
    if not isinstance(reply, dict):
        return False
    return "refused" in reply or "trouble" in reply and "value" not in reply
