"""The recorded scripts of the flows as what a person does at their pages, and what is to come of it."""

import json
import pathlib
import re

FLOWS = pathlib.Path(__file__).parents[2] / "Flows"
# What is only shown or refused leaves nothing behind, and a page asks for several answers at once.
PASSING = {"show", "refuse"}
# How a server is started whose flows begin as a variant does.
VARIANTS = {"explain-by-category": ("--switch", "explain-category-first=on")}
# What stands in a script in the place of a secret.
REDACTED = {"redacted": True}


class Script:
    """A recorded script.

    - secrets: what is typed in the place of secrets, by the code of the refusal; None is that of the one that
      is taken.
    """

    def __init__(self, path, secrets=None):
        self.path, self.secrets = path, secrets or {}
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
        before = None
        for line in self.lines[5:]:
            verb, _, rest = line.partition(" ")
            step, _, rest = rest.partition(" ")
            # There are flows whose leaving is a step back.
            is_led_back, before = before == "abandon" and verb == "back", verb
            if is_led_back:
                continue
            if verb == "answer":
                yield verb, step, self.meant(json.loads(rest))
            elif verb == "refuse":
                typed, end = json.JSONDecoder().raw_decode(rest)
                yield verb, step, self.meant(typed, *rest[end:].split()[:1])
            elif verb in ("back", "cancel"):
                yield verb, step, None

    def meant(self, value, refusal=None):
        """What a person typed, who knows the secrets."""
        return self.secrets[refusal] if value == REDACTED else value

    @property
    def options(self):
        """Options of a server at which the flow begins as it did here."""
        return VARIANTS[self.head["variant"]] if "variant" in self.head else ()

    def compared(self, journal):
        """What of the script and of a journal is to be the same."""
        expected, got = standing("\n".join(self.lines)), standing(journal)
        # One that is written by hand says nothing of what was read and written.
        if not any(line.startswith("load ") for line in expected):
            got = [line for line in got if line.split(" ")[0] in ("answer", "finish", "cancelled")]
        return expected, got

    @classmethod
    def all(cls):
        """Those that a server with sample data can do all of.

        The scripts of `BankSteps` are about a bank with a log-in, and most of them about one in trouble: tests
        in Swift answer their reads and writes from the script, over pages as well. At a sandbox the same
        trouble would have other causes, in other words. `log_in` and `log_out` can be walked there.
        """
        return [cls(path) for path in sorted(FLOWS.glob("*/*/Scripts/*.flow"))
                if path.parts[-3] != "BankSteps"]

    @classmethod
    def log_in(cls, token):
        """The one that logs in to a bank, with a token that a sandbox takes.

        `token-file` is not walked: a server reads no file of a customer's.
        """
        return cls(FLOWS / "Bank/BankSteps/Scripts/log-in.flow", {
            "not-a-token": "not a token", "token-refused": "a-token-of-nobody", None: token})

    @classmethod
    def log_out(cls):
        """The one that logs out. On the web that ends with the visitor, whose sessions and records are gone."""
        return cls(FLOWS / "Bank/BankSteps/Scripts/log-out.flow")


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

