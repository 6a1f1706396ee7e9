"""A session's journal, read: what was answered, what was ordered outside, how it ended."""

import dataclasses
import json
import re

from clients import as_journal

ENDS = {"finish": "finished", "cancelled": "cancelled", "failed": "failed"}


@dataclasses.dataclass(frozen=True)
class Order:
    """Something that was ordered at the bank."""

    key: str
    contents: dict
    # Whether the journal has what became of it.
    is_done: bool = False


@dataclasses.dataclass(frozen=True)
class Journal:
    session: str
    # Whose bank it is at, without the folder or the address; none if it does not say.
    world: str | None = None
    # Steps and values, in order.
    answers: tuple = ()
    orders: tuple = ()
    # “finished”, “cancelled” or “failed”; none if it has not ended.
    end: str | None = None
    # Each line that went back: what was answered does not say any more how the session stands.
    went_back: int = 0


def parse(session, text):
    """Reads the text of a journal."""
    world, answers, orders, end, went_back = None, [], [], None, 0
    for line in text.splitlines():
        verb, _, rest = line.partition(" ")
        step, _, value = rest.partition(" ")
        if verb == "world":
            world = re.split(" in folder | at ", json.loads(rest))[0]
        elif verb == "answer":
            answers.append((step, as_journal(json.loads(value))))
        elif verb == "commit":
            contents = json.loads(value)["of"]
            orders.append(Order(contents["key"], contents))
        elif verb == "done":
            orders[-1] = dataclasses.replace(orders[-1], is_done=True)
        elif verb == "back":
            went_back += 1
        elif verb in ENDS:
            end = ENDS[verb]
    return Journal(session, world, tuple(answers), tuple(orders), end, went_back)
