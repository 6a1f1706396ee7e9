"""Walks whose every screen is compared with what it was when somebody looked at it."""

import re
import sys
from pathlib import Path

from session import Session
from snapshots import Snapshot

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "EndToEnd"))
import flowline  # noqa: E402


# Whole identifiers are told even where they have no room: they are there to be copied.
_IDENTIFIER = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-")


class Look:
    """How a terminal is set up."""

    def __init__(self, *arguments, colored=False, **variables):
        self.arguments = arguments
        self.is_colored = colored
        self.variables = {"TERM": "xterm-256color", **variables}


LOOKS = {
    "dark": Look(colored=True, COLORFGBG="15;0"),
    "no-color": Look(NO_COLOR="1"),
    "ascii": Look(NO_COLOR="1", LANG="C"),
    "plain": Look("--plain"),
}


class Case(flowline.Case):
    """A walk that is compared with its snapshots.

    A view is a width, a look and a language, as in `80.plain.en`. Each is there for something that no
    other snapshot shows: which colour a role has on which background is told by `PaletteTests`, how
    questions are wrapped at every width by `PromptSnapshotTests`.
    """

    maxDiff = None
    program = flowline.BINARY

    # Of each walk: its name, the command's arguments, what is typed by language, its views.
    name = ""
    arguments = []
    typed = {}
    views = []

    @classmethod
    def snapshots(cls):
        """The names of the walk's snapshots."""
        return [f"{cls.name}.{view}" for view in cls.views]

    def compare(self):
        """Walks through in every view, and compares every screen."""
        for view in self.views:
            with self.subTest(view=view):
                self.walk(*view.split("."))

    def walk(self, columns, look, language):
        """Walks through, typing step by step."""
        snapshot = Snapshot(f"{self.name}.{columns}.{look}.{language}")
        session = self.session(int(columns), LOOKS[look], language, snapshot.name)
        session.rests()
        snapshot.add("start", session, LOOKS[look].is_colored)
        for step in self.typed.get((look, language)) or self.typed[language]:
            session.press(step)
            snapshot.add(step, session, LOOKS[look].is_colored)
        difference = snapshot.finish()
        self.assertIsNone(difference, difference)
        self.assertEqual([row for row in session.screen.cut if not _IDENTIFIER.search(row)], [],
                         "rows that the terminal's edge has cut")
        if look == "plain":
            self.assertEqual(snapshot.redrawn, [], "plain lines are never drawn over")

    def session(self, columns, look, language, home):
        environment = flowline.RUSSIAN if language == "ru" else flowline.ENGLISH
        session = Session(
            [self.program, *self.arguments, *environment, *look.arguments,
             "--data", self.path(f"{home}.data")],
            self.variables(XDG_STATE_HOME=self.path(f"{home}.state"), **look.variables),
            self.home, (24, columns))
        self.addCleanup(session.close)
        return session
