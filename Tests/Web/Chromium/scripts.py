"""The recorded scripts of the flows, walked by a person: with Chromium, or with a browser without a script."""

import json
import pathlib
import re
import urllib.parse

from browser import At, Browser, values, words

FLOWS = pathlib.Path(__file__).resolve().parents[3] / "Flows" / "Bank"
INPUTS = {"answer", "refuse", "back", "cancel"}


class Script:
    """What a person does in a script, line by line."""

    def __init__(self, path):
        self.name = "/".join(path.parts[-3:])
        self.steps = []
        self.locale, self.told = "en_GB", set()
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line or line.startswith("#"):
                continue
            verb, _, rest = line.partition(" ")
            name, _, value = rest.partition(" ")
            if verb == "flow":
                self.flow = name
            elif verb == "locale":
                self.locale = name
            if verb in INPUTS:
                self.steps.append((verb, name, self.value(verb, value)))
            elif verb in ("jump", "language", "event", "wait"):
                self.told.add(verb)

    @staticmethod
    def value(verb, text):
        if verb == "refuse":
            text = text.rsplit(" ", 1)[0]
        return json.loads(text) if verb in ("answer", "refuse") else None

    @property
    def language(self):
        return self.locale.replace("_", "-")


def of_sample():
    """The scripts that a bank with the sample's accounts does: not those of a bank in trouble."""
    paths = [p for p in sorted(FLOWS.glob("*/Scripts/*.flow")) if p.parts[-3] != "BankSteps"]
    assert paths, f"there are no scripts in {FLOWS}"
    return [Script(path) for path in paths]


def typed(value, locale):
    """An answer as it is typed."""
    if isinstance(value, dict):
        text = f"{value['minorUnits'] / 100:.2f}"
        return text.replace(".", ",") if locale.startswith("ru") else text
    return "" if value is None else value


def chosen(value):
    return {True: "yes", False: "no", None: ""}.get(value, value) if not isinstance(value, str) else value


def walk(script, person):
    """Does all that a script says, as far as a person can on a page."""
    steps = list(script.steps)
    person.start(script.flow)
    while steps:
        verb, name, value = steps[0]
        fields = person.fields()
        form = {n.removeprefix("field.") for n in fields if n.startswith("field.")}
        if verb == "back":
            person.press("back")
        elif verb == "cancel":
            person.leave()
        elif form:
            fill(script, person, form, steps)
            continue
        else:
            kinds = {kind for kind, _ in fields.get("answer", [])}
            offered = {offer for _, offer in fields.get("answer", [])}
            if "button" in kinds and chosen(value) in offered:
                person.press_choice(chosen(value))
            elif "radio" in kinds and chosen(value) in offered:
                person.choose("answer", chosen(value))
                person.press("answer")
            elif kinds and not kinds & {"radio", "button"}:
                person.type("answer", typed(value, script.locale))
                person.press("answer")
            elif not kinds:
                person.press("answer")
            # What the page does not offer, nobody can choose.
            else:
                assert verb == "refuse", f"{value} is not offered: {offered}"
                steps.pop(0)
                continue
            assert person.is_alerting == (verb == "refuse"), person.text
        steps.pop(0)


def fill(script, person, form, steps):
    """Fills in a form's page: with what is refused first, then with what is taken, unless it is left."""
    answers, refused = {}, []
    while steps and steps[0][1] in form:
        verb, name, value = steps[0]
        if verb == "answer" and name in answers or verb == "back" and name not in answers:
            break
        if verb == "answer":
            answers[name] = value
        elif verb == "refuse":
            refused.append((name, value))
        elif verb == "back":
            for later in list(answers)[list(answers).index(name):]:
                del answers[later]
        else:
            break
        steps.pop(0)
    tries = [({**answers, name: value}, True) for name, value in refused]
    if form <= answers.keys():
        tries.append((answers, False))
    for values_, is_refused in tries:
        for name, value in values_.items():
            kinds = {kind for kind, _ in person.fields()[f"field.{name}"]}
            if "radio" in kinds:
                person.choose(f"field.{name}", chosen(value))
            else:
                person.type(f"field.{name}", typed(value, script.locale))
        person.press("answer")
        assert person.is_alerting == is_refused, person.text


class WithoutScript:
    """A person with a browser without a script."""

    def __init__(self, server, language):
        self.browser = Browser(server.port, language)

    def start(self, flow):
        self.show(self.browser.start(flow))

    def show(self, page):
        self.page, self.changes = page, {}

    @property
    def form(self):
        return next((f for f in self.page.root.all("form") if f["data-step"]), None)

    def fields(self):
        fields = {}
        for element in self.form.elements if self.form else []:
            if element.tag in ("input", "textarea") and element["type"] != "hidden":
                fields.setdefault(element["name"], []).append(
                    (element["type"] or "text", element["value"]))
            elif element.tag == "button" and element["name"] == "answer":
                fields.setdefault("answer", []).append(("button", element["value"]))
        return fields

    def type(self, name, text):
        self.changes[name] = [text]

    choose = type

    def press_choice(self, value):
        self.send(self.form, {"answer": [value]}, None)

    def press(self, action):
        form = next(f for f in self.page.root.all("form") if any(
            b["name"] == "do" and b["value"] == action for b in f.all("button")))
        self.send(form, self.changes, action)

    def send(self, form, changes, action):
        fields = {**values(form), **changes}
        if action:
            fields["do"] = [action]
        self.show(self.browser.follow(self.browser.post(form["action"], fields)))

    def leave(self):
        self.open("/leave")
        self.press("cancel")

    def open(self, ending):
        link = next(a["href"] for a in self.page.root.all("a") if (a["href"] or "").endswith(ending))
        self.show(self.browser.get(link))

    @property
    def is_alerting(self):
        return any(e["role"] == "alert" for e in self.page.root.elements)

    @property
    def is_end(self):
        return self.page.path.endswith("/end")

    @property
    def text(self):
        return words(self.page.root.one("main").text)

    @property
    def outcome(self):
        return [words(p.text) for p in self.page.root.all("p", class_="panel-text")]

    def journal(self):
        link = next(a["href"] for a in self.page.root.all("a") if a["href"].endswith("/journal"))
        return self.browser.get(link).body.decode()


class WithChromium:
    """A person with Chromium, who clicks and types."""

    def __init__(self, chromium):
        self.chromium = chromium
        chromium.forget_who()

    def start(self, flow):
        self.chromium.start(flow)

    def fields(self):
        return self.chromium.run("""
            const fields = {};
            for (const e of document.querySelectorAll(arguments[0] + ' [name]')) {
              if (e.type === 'hidden') continue;
              if (e.tagName === 'BUTTON' && e.name !== 'answer') continue;
              const kind = e.tagName === 'BUTTON' ? 'button' : e.type;
              (fields[e.name] ??= []).push([kind, e.value]);
            }
            return fields;""", At.question)

    def type(self, name, text):
        field = self.chromium.find(At.field(name))
        field.clear()
        field.send_keys(text)

    def choose(self, name, value):
        self.chromium.find(At.field(name, value)).click()

    def press_choice(self, value):
        self.chromium.press(At.choice(value))

    def press(self, action):
        self.chromium.press(At.button(action))

    def leave(self):
        self.chromium.press(At.link("/leave"))
        self.press("cancel")

    @property
    def is_alerting(self):
        return self.chromium.has(At.alert)

    @property
    def is_end(self):
        return self.chromium.is_end

    @property
    def text(self):
        return self.chromium.text

    @property
    def outcome(self):
        return [words(e.text) for e in self.chromium.all(At.outcome)]

    def journal(self):
        return self.chromium.journal()


def comparable(journal):
    """A journal without what differs between two customers who do the same at other moments."""
    names = {}
    uuid = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    text = re.sub(uuid, lambda m: names.setdefault(m[0], f"id-{len(names) + 1}"), journal)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "moment", text)
    return re.sub(r"customer [0-9a-f]+", "customer", text)
