"""A customer's sample bank as its file has it: what was ordered, and what is there."""

import dataclasses
import hashlib
import json
import pathlib
import re
import sqlite3

from processes import PATIENCE

# What the sample comes with.
_SAMPLES = re.compile("[a-d]0000000-0000-4000-8000-[0-9]{12}")
SAVED_AT_FIRST = 12_070


@dataclasses.dataclass(frozen=True)
class Bank:
    # Keys of orders that it answered, with what was ordered.
    orders: dict = dataclasses.field(default_factory=dict)
    # Names of the goals that were made, one for each.
    goals: tuple = ()
    # Amounts that came out of the goal into the account, one for each payment.
    withdrawn: tuple = ()
    # What is in the goal.
    saved: int = SAVED_AT_FIRST


def read(path):
    """The bank in a file, which nobody may be writing."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as file:
        orders = {
            key: json.loads(contents.partition(" ")[2])
            for key, contents in file.execute("SELECT key, contents FROM answeredOrder")
            if not _SAMPLES.fullmatch(key)}
        goals = [name for id, name in file.execute("SELECT id, name FROM goal ORDER BY number")
                 if not _SAMPLES.fullmatch(id)]
        withdrawn = [pence for id, pence in file.execute(
            "SELECT payment.id, minorUnits FROM payment JOIN account ON account.id = payment.account "
            "WHERE category = defaultCategory AND source = 'INTERNAL_TRANSFER' AND direction = 'IN'")
            if not _SAMPLES.fullmatch(id)]
        saved, = file.execute("SELECT total FROM goal WHERE name = 'Trip'").fetchone()
    file.close()
    return Bank(orders, tuple(goals), tuple(withdrawn), saved)


def user_of(cookie):
    """The customer who is known by a cookie, with its name: by the digits at the beginning of its value, since
    what follows says only that a node made it."""
    return f"visitor-{digest(cookie.partition('=')[2].split('.')[0])}"


def name_of(cookie):
    """What journals call the bank of a cookie's customer."""
    return f"customer {digest(user_of(cookie))}"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def path_of(data, cookie):
    """Where that bank is below a folder of data."""
    return pathlib.Path(data, "customers", name_of(cookie).split()[1], "bank.sqlite")


def read_all(data, cookies):
    """The banks of customers below a folder of data, by the name that journals call them; one that was never
    asked for anything has no file."""
    paths = {name_of(cookie): path_of(data, cookie) for cookie in cookies}
    return {name: read(path) for name, path in paths.items() if path.exists()}
