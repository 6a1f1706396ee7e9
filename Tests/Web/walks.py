"""A recorded script walked at the pages: what is asked is read from the page, and what the person did is
done with it, in a browser without a script or in Chromium."""

import scripts
from browser import values


class Walk:
    """One script at pages that can be started, filled in, gone back from and left."""

    def __init__(self, pages, script):
        self.pages, self.script = pages, script
        self.inputs = list(script.inputs)

    def run(self):
        """Walks to the end, and returns the page it is at."""
        page = self.pages.start(self.script)
        for _ in range(1000):
            if not self.inputs:
                return page
            page = self.step(page)
        raise AssertionError(f"{self.inputs[0]} is never asked: {page.text}")

    def step(self, page):
        verb, step, value = self.inputs[0]
        if verb == "cancel":
            self.inputs.pop(0)
            return self.pages.leave(self.script)
        names = self.names(page)
        if verb == "back":
            self.inputs.pop(0)
            # Inside a form there is nothing to go back to: it is one page.
            return page if f"field.{step}" in names else self.pages.back(page)
        if names - {"answer"}:
            return self.fill(page, {name.removeprefix("field.") for name in names})
        self.inputs.pop(0)
        return self.send(page, self.sent(page, "answer", value), verb == "refuse")

    def fill(self, page, known):
        """A form: all that comes next and belongs to it."""
        refused, sent = None, {}
        while self.inputs and self.inputs[0][1] in known - set(sent):
            verb, step, value = self.inputs[0]
            if verb not in ("answer", "refuse"):
                break
            self.inputs.pop(0)
            sent[step] = value
            if verb == "refuse":
                refused = step
                break
        goes_on = self.inputs and self.inputs[0][0] in ("answer", "refuse")
        if not refused and set(sent) != known and not goes_on:
            # The person went no further with this page; nothing is sent.
            return page
        if refused:
            self.inputs[:0] = [("answer", s, v) for s, v in sent.items() if s != refused]
        fields = {}
        for step, value in sent.items():
            fields.update(self.sent(page, f"field.{step}", value))
        reply, was_refused = self.pages.send(page, fields)
        if was_refused is None:
            # With a choice fields have appeared that were not seen; nothing was taken.
            again = [("refuse" if s == refused else "answer", s, v) for s, v in sent.items()
                     if not refused or s == refused]
            self.inputs[:0] = again
            return reply
        assert was_refused == (refused is not None), (fields, reply.text)
        return reply

    def send(self, page, fields, is_refused):
        reply, was_refused = self.pages.send(page, fields)
        assert was_refused == is_refused, (fields, reply.text)
        return reply

    @staticmethod
    def names(page):
        """The names of the fields that are asked."""
        form = page.answer_form
        assert form, f"nothing is asked at {page.path}: {page.text}"
        return {e["name"] for e in form.elements
                if e["name"] and e["type"] != "hidden" and e["name"] not in ("do", "language")
                and "/" not in e["name"]}

    def sent(self, page, name, value):
        """What a browser sends for an answer."""
        if value is None:
            return {}
        if value is True:
            asked = page.answer_form.all("input", name=name) + \
                page.answer_form.all("button", name=name)
            return {name: "yes"} if asked else {}
        if value is False:
            return {name: "no"}
        text = scripts.typed(value)
        if self.script.language.startswith("ru") and isinstance(value, dict):
            text = text.replace(".", ",")
        return {name: text}


class PlainPages:
    """The pages in a browser without a script."""

    def __init__(self, browser):
        self.browser = browser

    def send(self, page, fields):
        reply = self.browser.answer(page, fields, follows=False)
        assert reply.status in (200, 303, 422), (fields, reply.status, reply.text)
        if reply.status == 200 and not reply.was_sent_on:
            return reply, None
        return self.browser.follow(reply), reply.status == 422

    def back(self, page):
        return self.browser.back(page)

    def leave(self, script):
        form = self.browser.get(f"/session/{script.session}/leave").answer_form
        return self.browser.follow(self.browser.post(form["action"], {**values(form), "do": "cancel"}))
