"""The recorded scripts of the flows as what a person does at their pages, and what is to come of it."""

import json
import pathlib
import re

FLOWS = pathlib.Path(__file__).parents[2] / "Flows"
# What is only shown or refused leaves nothing behind, and a page asks for several answers at once.
PASSING = {"show", "refuse"}


class Script:
    """A script that a sample bank can do all of; those of `BankSteps` are about a bank in trouble."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines()
        self.lines = [line for line in lines if line and not line.startswith("#")]
        self.head = dict(line.split(" ", 1) for line in self.lines[:6])
        self.flow = self.head["flow"].split()[0]
        self.session = self.head["session"]
        self.language = self.head["locale"].split()[0].replace("_", "-")
        self.now = self.head["now"]

    def __str__(self):
        return "/".join(self.path.parts[-3:])

    @property
    def inputs(self):
        """What the person did, as verb, step and value."""
        for line in self.lines[5:]:
            verb, _, rest = line.partition(" ")
            step, _, rest = rest.partition(" ")
            if verb == "answer":
                yield verb, step, json.loads(rest)
            elif verb == "refuse":
                typed, end = json.JSONDecoder().raw_decode(rest)
                yield verb, step, typed
            elif verb in ("back", "cancel"):
                yield verb, step, None

    def compared(self, journal):
        """What of the script and of a journal is to be the same."""
        expected, got = standing("\n".join(self.lines)), standing(journal)
        # One that is written by hand says nothing of what was read and written.
        if not any(line.startswith("load ") for line in expected):
            got = [line for line in got if line.split(" ")[0] in ("answer", "finish", "cancelled")]
        return expected, got

    @classmethod
    def all(cls):
        """Those of flows as the server has them: without a bank's log-in, and without a switch."""
        scripts = [cls(path) for path in sorted(FLOWS.glob("*/*/Scripts/*.flow"))
                   if path.parts[-3] != "BankSteps"]
        return [script for script in scripts if "variant" not in script.head]


def standing(text):
    """What of a journal stands in the end: without its head, what is shown, and what was gone back behind
    or left."""
    kept = []
    for line in text.splitlines():
        verb, _, rest = line.partition(" ")
        step = rest.split(" ")[0]
        if not line or line.startswith("#") or verb in PASSING:
            continue
        if verb in ("format", "flow", "locale", "now", "session", "world", "started", "cancel"):
            continue
        if verb in ("back", "abandon"):
            begun = "answer" if verb == "back" else "enter"
            place = max(i for i, (v, s, _) in enumerate(kept) if (v, s) == (begun, step))
            del kept[place:]
            continue
        kept.append((verb, step, rest))
    # A bank in a file makes ids of its own: that the same one stands in the same places is compared.
    ids = {}
    return [re.sub("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
                   lambda match: ids.setdefault(match[0], f"id {len(ids)}"), f"{verb} {rest}")
            for verb, _, rest in kept]


def typed(value):
    """An answer as a person types it."""
    if isinstance(value, dict) and set(value) == {"currency", "minorUnits"}:
        return f"{value['minorUnits'] // 100}.{value['minorUnits'] % 100:02d}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

