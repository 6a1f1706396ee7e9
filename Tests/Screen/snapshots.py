"""What was seen when somebody last looked: the files of Snapshots. With `SNAPSHOTS=write` (or by
`make snapshots`) they are written anew. Nothing in them depends on the time of the test: the programs are
told the time by `--now`, and what they say of a clock that runs is left to other tests."""

import difflib
import itertools
import os
import re
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "Snapshots"
WRITES = os.environ.get("SNAPSHOTS") == "write"
# Seconds that a screen which is not the expected one is given to become it: a net, for the first walk
# that has gone another way. After that it is not the computer that is slow.
GRACE, GRACE_AFTERWARDS = 120, 2
_IDENTIFIER = re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")


class Snapshot:
    """The screens of a walk: of each what has changed since the one before."""

    grace = GRACE

    def __init__(self, name):
        self.name = name
        # The steps that drew over rows above the one that was typed in.
        self.redrawn = []
        self._path = FOLDER / f"{name}.txt"
        self._expected = self._path.read_text() if self._path.exists() else None
        self._screens = [name]
        self._before = []
        self._is_patient = not WRITES

    def add(self, title, session, styled):
        """Adds a screen. Where it is not the expected one it may still become it, but of a walk
        that has gone another way no other screen is waited for."""
        end = time.monotonic() + Snapshot.grace
        text, rows = self._screen(title, session.screen, styled)
        while self._is_patient and not self._is_expected(text):
            self._is_patient = time.monotonic() < end
            session.look()
            time.sleep(0.01)
            text, rows = self._screen(title, session.screen, styled)
        if not self._is_patient and not self._is_expected(text):
            Snapshot.grace = GRACE_AFTERWARDS
        if _common(self._before, rows) < len(self._before) - 1:
            self.redrawn.append(title)
        self._screens.append(text)
        self._before = rows

    def finish(self):
        """Says what differs; or writes it down."""
        text = self._text
        if WRITES:
            FOLDER.mkdir(exist_ok=True)
            self._path.write_text(text)
        elif self._expected is None:
            return f"there is no {self._path.name}: write it with SNAPSHOTS=write, and look at it"
        elif self._expected != text:
            return f"{self._path.name} is not what is seen now:\n" + "\n".join(
                difflib.unified_diff(
                    self._expected.splitlines(), text.splitlines(), "when it was looked at",
                    "now", lineterm="", n=4))
        return None

    @property
    def _text(self):
        return "\n\n".join(self._screens) + "\n"

    def _is_expected(self, screen):
        return (self._expected or "").startswith("\n\n".join([*self._screens, screen]) + "\n")

    def _screen(self, title, screen, styled):
        rows = screen.rows(styled)
        shown = [_masked(row) for row in screen.rows(styled, cursor=True)]
        # The row of the cursor is shown again: that is where one types.
        first = min(_common(self._before, rows), screen.top + screen.cursor.y)
        head = f"--- {title}  (from row {first + 1})"
        return "\n".join([head, *_shortened(shown[first:])]), rows


def _common(one, other):
    """How many rows two screens have in common before they differ."""
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b),
                min(len(one), len(other)))


def _shortened(rows):
    """The rows without the middle of a list that is very long."""
    for _, group in itertools.groupby(rows, lambda row: row.split(" ", 1)[0]):
        group = list(group)
        if len(group) > 50:
            group[3:-2] = [f"(and {len(group) - 5} more such rows)"]
        yield from group


def _masked(row):
    """The row with every random identifier made the same."""
    return _IDENTIFIER.sub(lambda match: re.sub("[0-9a-f]", "x", match[0]), row)
