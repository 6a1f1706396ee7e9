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
from explanations import TYPES  # noqa: E402
from session import Session  # noqa: E402

SESSION = "5e5510f1-0000-4000-8000-000000000001"
BACK = object()
# The flows that are in a program of the bank alone, too.
BANK = ["create-goal", "round-up"]
# What the menus of a flow have, by the steps that ask.
MENUS = {
    "create-goal": {"account": ["personal", "business", "euro"]},
    "round-up": {"account": ["personal", "business", "euro"], "week": ["this", "last"],
                 "goal": ["trip", "new"]},
    "explain": {"account": ["current-account", "company-credit-card", "euro-account"],
                "type": list(TYPES["transaction-32"]),
                "vat": ["standard", "reduced", "zero", "exempt", "outside", "amount"],
                "review": ["explain", "details", "part", "leave"]},
    "mileage": {"claimant": [f"user-{number}" for number in range(1, 6)],
                "vehicle": ["car", "motorcycle", "bicycle"],
                "engine": ["petrol", "diesel", "lpg"],
                "size": ["up-to-1400cc", "1401-2000cc", "over-2000cc"],
                "review": ["save", "change", "leave"]},
    "email-document": {"kind": ["invoice", "credit-note", "estimate"],
                       "from": ["ada@thornbury.example", "ben@thornbury.example"],
                       "review": ["send", "change", "leave"]},
}


class Refused(str):
    """Typed, and not taken."""


class Lines(str):
    """A text of several lines, which a line with a dot ends where lines are typed."""


class LeftOut(str):
    """What is not answered: nothing is typed, and a file of answers says null."""


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


def explain(language):
    bad, good = {"en": ("100.505", "100.50"), "ru": ("100,505", "100,50")}[language]
    return [
        ("account", "euro-account"), BACK, ("account", Refused("savings")),
        ("account", "current-account"),
        # From the first question of a transaction there is a way back to the list of them.
        ("transaction", "transaction-32"), BACK, ("transaction", "transaction-31"),
        ("type", "sales-refund"), BACK, ("type", "payment"), ("category", Refused("zzz")),
        ("category", "285"), ("vat", "zero"), BACK, BACK, ("category", "285"), ("vat", "standard"),
        ("review", "part"), ("part", Refused(bad)), ("part", Refused("280")), ("part", good), BACK,
        ("part", good), ("review", "explain"), ("transaction", "done"),
    ]


def mileage(language):
    far, yes = {"en": ("1,200.5", "yes"), "ru": ("1 200,5", "да")}[language]
    return [
        ("claimant", "user-1"), ("date", Refused("someday")), ("date", "2026-11-17"),
        ("distance", Refused("far")), ("distance", far), ("description", Refused(" ")),
        ("description", "До Бристоля и обратно"), ("vehicle", Refused("horse")),
        ("vehicle", "motorcycle"), BACK, ("vehicle", "car"), ("reclaim", yes),
        ("fuel-receipt", yes), ("engine", "petrol"), ("size", "2"), BACK, BACK,
        ("engine", "petrol"), ("size", "1401-2000cc"), ("project", LeftOut()),
        ("receipt", LeftOut()), ("review", "save"),
    ]


def email_document(language):
    yes, no = {"en": ("yes", "no"), "ru": ("да", "нет")}[language]
    body = Lines("Добрый день!\n\nThe invoice is attached.")
    return [
        ("kind", "credit-note"), BACK, ("kind", Refused("letter")), ("kind", "invoice"),
        ("document", "invoice-6"), ("from", "1"), ("to", Refused("nobody")),
        ("to", "Maya <maya@brightwater.example>"), ("subject", "Your invoice"), BACK, BACK,
        ("to", "Maya <maya@brightwater.example>"), ("subject", "Счёт"), ("body", body),
        ("copy", Refused("perhaps")), ("copy", yes), ("file-1", LeftOut()), ("review", "change"),
        ("from", "ben@thornbury.example"), ("to", "maya@brightwater.example"),
        ("subject", "Счёт"), ("body", body), ("copy", no), ("file-1", LeftOut()),
        ("review", "send"),
    ]


def typed(text, enter):
    """What is typed for an answer, with what Enter is."""
    lines = [*text.split("\n"), "."] if isinstance(text, Lines) else [text]
    return "".join(f"{line}{enter}" for line in lines)


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
            *walk, back="<Shift-Tab>", answer=lambda _, text: typed(text, "<Enter>"))

    def menu_journal(self, flow, *walk):
        def answer(step, text):
            menu = MENUS[flow].get(step)
            # Enter alone takes what is marked.
            if menu is None or isinstance(text, Refused) or not text:
                return typed(text, "<Enter>")
            place = int(text) if text.isdecimal() else menu.index(text) + 1
            return "<PageUp>" + "<Down>" * (place - 1) + "<Enter>"
        return self.run_at_terminal(flow, *walk, back="<Shift-Tab>", answer=answer)

    def plain_journal(self, *walk):
        return self.run_at_terminal(
            *walk, "--plain", back=":back<Enter>",
            answer=lambda _, text: typed(text, "<Enter>"))

    def answers_journal(self, *walk):
        def run(part):
            answers = {}
            for step, text in (one for one in part if one is not BACK):
                # Nothing typed goes on from a page; a value says so.
                value = None if isinstance(text, LeftOut) else text or True
                answers.setdefault(step, []).append(value)
            file = self.write("answers.json", json.dumps(answers))
            # A file cannot say that one goes back.
            backs = ":back\n" * part.count(BACK)
            return ["--answers", file, *([] if backs else ["--no-input"])], backs
        return self.run_in_parts(*walk, run)

    def lines_journal(self, *walk):
        def run(part):
            return [], "".join(":back\n" if one is BACK else typed(one[1], "\n") for one in part)
        return self.run_in_parts(*walk, run)

    def messages_journal(self, flow, language, walk, program=(BINARY, "--protocol", "jsonl")):
        locale = {"en": "en_GB", "ru": "ru_RU"}[language]
        now = "2026-11-20T12:00:00Z"
        lines = [{"start": flow, "locale": locale, "timeZone": "Europe/London", "now": now,
                  "session": SESSION}]
        lines += [{"back": True} if one is BACK else {"answer": {"text": one[1]}} for one in walk]
        lines += [{"journal": True}]
        shutil.rmtree(self.path("data"), True)
        process = subprocess.run(
            [*program, "--now", now, "--data", self.path("data")],
            input="\n".join(map(json.dumps, lines)).encode(),
            capture_output=True, timeout=DEADLINE, env=self.variables())
        messages = [json.loads(line) for line in process.stdout.splitlines()]
        self.assertEqual(process.returncode, 0, (messages, process.stderr))
        return messages[-1]["script"]

    def bank_messages_journal(self, *walk):
        """Through the program that knows the flows of the bank alone."""
        return self.messages_journal(
            *walk, program=[os.path.join(os.path.dirname(BINARY), "flowline-jsonl"), "--protocol", "jsonl"])

    def test_rule_23_the_same_answers_make_the_same_journal(self):
        others = [self.menu_journal, self.plain_journal, self.answers_journal, self.lines_journal,
                  self.messages_journal]
        for flow, walk in [
            ("create-goal", create_goal), ("round-up", round_up), ("explain", explain),
            ("mileage", mileage), ("email-document", email_document),
        ]:
            for language in ("en", "ru"):
                steps = walk(language)
                expected = self.terminal_journal(flow, language, steps)
                self.assertEqual(expected.count("\nrefuse "), refusals(steps))
                self.assertEqual(expected.count("\nback "), steps.count(BACK))
                self.assertIn("\nfinish ", expected)
                for journal in [*others, *([self.bank_messages_journal] if flow in BANK else [])]:
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
