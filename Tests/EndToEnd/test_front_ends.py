"""Rule 23: the same answers make the same journal, byte for byte, whatever they come through."""

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from flowline import BINARY, DEADLINE, ENGLISH, RUSSIAN, Case

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Screen"))
from session import Session  # noqa: E402

SESSION = "5e5510f1-0000-4000-8000-000000000001"
BACK = object()
MENUS = {"account": ["personal", "business", "euro"], "week": ["this", "last"],
         "goal": ["trip", "new"]}


class Refused(str):
    """Typed, and not taken."""


def create_goal(language):
    bad, good, yes = {"en": ("12.505", "1,250.50", "yes"),
                      "ru": ("12,505", "1 250,50", "да")}[language]
    return [
        ("account", "personal"), ("name", Refused(" ")), ("name", "Велосипед"),
        ("target", Refused(bad)), BACK, ("name", "New bike"),
        ("target", good), BACK, ("target", good), ("confirm", yes),
    ]


def round_up(language):
    yes = {"en": "yes", "ru": "да"}[language]
    return [
        ("account", "1"), ("week", "2"), BACK, ("week", "this"), ("review", ""),
        ("goal", "new"), ("name", "Bike"), ("target", Refused("a lot")), BACK, BACK,
        ("goal", Refused("Holliday")), ("goal", "trip"), ("confirm", yes), ("receipt", ""),
    ]


class FrontEnds(Case):
    def setUp(self):
        super().setUp()
        self.runs = 0

    def world(self, language):
        """A bank, a folder of sessions and a script of their own for every run."""
        self.runs += 1
        script = self.path(f"{self.runs}.flow")
        # The journal names the bank's folder, so that it is the same one, made anew.
        shutil.rmtree(self.path("data"), True)
        arguments = [*(RUSSIAN if language == "ru" else ENGLISH), "--data",
                     self.path("data"), "--record", script]
        return arguments, {"XDG_STATE_HOME": self.path(f"state-{self.runs}")}, script

    def run_at_terminal(self, flow, language, walk, *arguments, back, answer):
        world, state, script = self.world(language)
        session = Session(
            [BINARY, "run", flow, "--session", SESSION, *world, *arguments],
            self.variables(**state), self.home, (24, 80))
        self.addCleanup(session.close)
        session.rests()
        for one in walk:
            # What stands there already, for mending, is taken away.
            session.press("<Ctrl-U>" + (back if one is BACK else answer(*one)))
        self.assertEqual(session.ended(), 0, session.text)
        return self.read(script)

    def run_in_parts(self, flow, language, walk, run):
        """Without a terminal a refused answer is the end: the session is gone on with."""
        world, state, script = self.world(language)
        command = ["run", flow, "--session", SESSION]
        for part in parts(walk):
            arguments, data = run(part)
            process = self.flowline(*command, *world, *arguments, data=data, **state)
            command = ["resume", SESSION]
        self.assertEqual(process.code, 0, process.err)
        return self.read(script)

    def terminal_journal(self, *walk):
        return self.run_at_terminal(
            *walk, back="<Shift-Tab>", answer=lambda _, text: f"{text}<Enter>")

    def menu_journal(self, *walk):
        def answer(step, text):
            menu = MENUS.get(step)
            if menu is None or isinstance(text, Refused):
                return f"{text}<Enter>"
            place = int(text) if text.isdecimal() else menu.index(text) + 1
            return "<PageUp>" + "<Down>" * (place - 1) + "<Enter>"
        return self.run_at_terminal(*walk, back="<Shift-Tab>", answer=answer)

    def plain_journal(self, *walk):
        return self.run_at_terminal(
            *walk, "--plain", back=":back<Enter>",
            answer=lambda _, text: f"{text}<Enter>")

    def answers_journal(self, *walk):
        def run(part):
            answers = {}
            for step, text in (one for one in part if one is not BACK):
                # Nothing typed goes on from a page; a value says so.
                answers.setdefault(step, []).append(text or True)
            file = self.write("answers.json", json.dumps(answers))
            # A file cannot say that one goes back.
            backs = ":back\n" * part.count(BACK)
            return ["--answers", file, *([] if backs else ["--no-input"])], backs
        return self.run_in_parts(*walk, run)

    def lines_journal(self, *walk):
        def run(part):
            return [], "".join(":back\n" if one is BACK else f"{one[1]}\n" for one in part)
        return self.run_in_parts(*walk, run)

    def json_lines_journal(self, flow, language, walk):
        locale = {"en": "en_GB", "ru": "ru_RU"}[language]
        now = "2026-11-20T12:00:00Z"
        lines = [{"start": flow, "locale": locale, "timeZone": "Europe/London", "now": now,
                  "session": SESSION}]
        lines += [{"back": True} if one is BACK else {"answer": {"text": one[1]}} for one in walk]
        lines += [{"journal": True}]
        program = os.path.join(os.path.dirname(BINARY), "flowline-jsonl")
        shutil.rmtree(self.path("data"), True)
        process = subprocess.run(
            [program, "--now", now, "--data", self.path("data")], input="\n".join(map(json.dumps, lines)).encode(),
            capture_output=True, timeout=DEADLINE, env=self.variables())
        messages = [json.loads(line) for line in process.stdout.splitlines()]
        self.assertEqual(process.returncode, 0, (messages, process.stderr))
        return messages[-1]["script"]

    def test_rule_23_the_same_answers_make_the_same_journal(self):
        others = [self.menu_journal, self.plain_journal, self.answers_journal, self.lines_journal,
                  self.json_lines_journal]
        for flow, walk in [("create-goal", create_goal), ("round-up", round_up)]:
            for language in ("en", "ru"):
                steps = walk(language)
                expected = self.terminal_journal(flow, language, steps)
                self.assertEqual(expected.count("\nrefuse "), refusals(steps))
                self.assertEqual(expected.count("\nback "), steps.count(BACK))
                self.assertIn("\nfinish ", expected)
                for journal in others:
                    with self.subTest(flow=flow, language=language, through=journal.__name__):
                        self.assertEqual(
                            journal(flow, language, steps).splitlines(), expected.splitlines())


def refusals(walk):
    return sum(1 for one in walk if one is not BACK and isinstance(one[1], Refused))


def parts(walk):
    """The walk cut behind every answer that is refused, and behind every row of backs."""
    part = []
    for index, one in enumerate(walk):
        part.append(one)
        following = walk[index + 1] if index + 1 < len(walk) else None
        if (one is BACK and following is not BACK) or (
                one is not BACK and isinstance(one[1], Refused)):
            yield part
            part = []
    if part:
        yield part


if __name__ == "__main__":
    unittest.main()
