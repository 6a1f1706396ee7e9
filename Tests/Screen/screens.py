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
    "light": Look(colored=True, COLORFGBG="0;15"),
    "no-color": Look(NO_COLOR="1"),
    "ascii": Look(NO_COLOR="1", LANG="C"),
    "plain": Look("--plain"),
}


class Case(flowline.Case):
    """Compares walks with their snapshots."""

    maxDiff = None
    program = flowline.BINARY

    def walks(self, name, arguments, steps, sizes):
        """Walks through at every size, in every look, in both languages.

        - steps: by language, what is typed between one screen and the next.
        - sizes: the looks by the columns they are shown at.
        """
        for columns, looks in sizes.items():
            for look in looks:
                for language in ("en", "ru"):
                    with self.subTest(columns=columns, look=look, language=language):
                        self.walk(name, arguments, steps[language], columns, look, language)

    def walk(self, name, arguments, steps, columns, look, language):
        """Walks through, typing step by step, and compares every screen."""
        snapshot = Snapshot(f"{name}.{columns}.{look}.{language}")
        session = self.session(arguments, columns, LOOKS[look], language, snapshot.name)
        session.rests()
        snapshot.add("start", session, LOOKS[look].is_colored)
        for step in steps:
            session.press(step)
            snapshot.add(step, session, LOOKS[look].is_colored)
        difference = snapshot.finish()
        self.assertIsNone(difference, difference)
        self.assertEqual([row for row in session.screen.cut if not _IDENTIFIER.search(row)], [],
                         "rows that the terminal's edge has cut")
        if look == "plain":
            self.assertEqual(snapshot.redrawn, [], "plain lines are never drawn over")

    def session(self, arguments, columns, look, language, home):
        environment = flowline.RUSSIAN if language == "ru" else flowline.ENGLISH
        session = Session(
            [self.program, *arguments, *environment, *look.arguments,
             "--data", self.path(f"{home}.data")],
            self.variables(XDG_STATE_HOME=self.path(f"{home}.state"), **look.variables),
            self.home, (24, columns))
        self.addCleanup(session.close)
        return session
