"""A person who answers what a recorded script answers, whoever asks and however."""

import jsonschema

import person  # noqa: F401
from scripts import Script, typed

EXTRAS = {"go-back", "take-it-all-the-same", "leave-out", "leave"}


class Recorded:
    def __init__(self, script, someone):
        self.script, self.person = script, someone
        self.inputs = list(script.inputs)
        self.content, self.schemas = {}, []

    async def ask(self, mode, message, schema, link):
        """What a client does when it is asked."""
        if mode == "url":
            self.on_page(link)
            return "accept", None
        self.schemas.append(schema)
        if not self.inputs:
            return "cancel", None
        return self.on_form(schema)

    # Forms

    def on_form(self, schema):
        properties = {name: p for name, p in schema["properties"].items() if name not in EXTRAS}
        verb, step, value = self.inputs[0]
        if verb == "cancel":
            self.take()
            return "decline", None
        if verb == "back":
            # A page is gone back to as a whole, and behind as a whole.
            if step in properties:
                self.take()
                return self.on_form(schema)
            assert "go-back" in schema["properties"], schema
            return "accept", {**self.filled(schema), "go-back": True}
        if verb == "refuse":
            self.take()
            content = {step: self.sent(value, properties[step])} if step in properties else {}
            # Of a page all is sent at once; and a client that checks would not send it.
            if len(properties) > 1 or not self.fits(content, schema):
                return self.on_form(schema)
            return "accept", content
        content = self.answers(properties)
        if self.inputs and self.inputs[0][0] in ("back", "cancel") and len(properties) > 1:
            # The page is left half filled in.
            return self.on_form(schema)
        return "accept", content

    def answers(self, properties):
        """The answers that come next, as far as they are asked for at once."""
        # Of a page that has grown those before are sent once more.
        content = {} if len(properties) == 1 else {
            k: v for k, v in self.content.items() if set(self.content) <= set(properties)}
        taken = set()
        while self.inputs and self.inputs[0][1] in set(properties) - taken:
            verb, step, value = self.inputs[0]
            if verb == "back":
                # To a field of the same page: what comes after it is answered once more.
                self.inputs.pop(0)
                taken.clear()
                continue
            if verb not in ("answer", "refuse"):
                break
            self.inputs.pop(0)
            if verb == "refuse":
                continue
            taken.add(step)
            if value is not None:
                content[step] = self.sent(value, properties[step])
            elif len(properties) == 1:
                content["leave-out"] = True
            else:
                content.pop(step, None)
        assert content, (str(self.script), sorted(properties), self.inputs[:2])
        self.content = content
        return content

    @staticmethod
    def fits(content, schema):
        return jsonschema.Draft202012Validator(schema).is_valid(content)

    def take(self):
        self.content = {}
        return self.inputs.pop(0)

    @staticmethod
    def sent(value, schema):
        if schema["type"] in ("boolean", "integer", "array"):
            return value
        return typed(value)

    @staticmethod
    def filled(schema):
        """Something for each property that must be there."""
        def value(of):
            if "oneOf" in of:
                return of["oneOf"][0]["const"]
            return {"string": "x" * of.get("minLength", 1), "integer": of.get("minimum", 1),
                    "boolean": True}.get(of["type"]) or [
                        o["const"] for o in of["items"]["anyOf"][:max(1, of.get("minItems", 1))]]
        return {name: value(schema["properties"][name]) for name in schema["required"]}

    # Pages

    def on_page(self, link):
        """Answers the question, and no more: what comes then, the agent asks."""
        before = self.content
        verb, step, value = self.take()
        if verb == "refuse":
            return self.on_page(link)
        if verb in ("back", "cancel"):
            return self.person.send(link, verb, {verb: True} if verb == "back" else {})
        if isinstance(value, bool) and step == "confirm":
            return self.person.confirm(link, value)
        form = self.person.state(link)["questions"][0]["prompt"].get("form")
        if not form:
            return self.person.send(link, "answer", {"answer": value})
        # What was filled in before is typed again, if it was on this page: it was not taken.
        asked = {field["id"] for field in form["fields"]}
        fields = {k: {"text": v} if isinstance(v, str) else v
                  for k, v in before.items() if k in asked}
        fields[step] = value
        # What a choice brings is on the page as well, up to the next one.
        while self.inputs and self.inputs[0][1] not in {"review", *fields}:
            verb, step, value = self.inputs[0]
            if verb not in ("answer", "refuse"):
                break
            self.take()
            if verb == "answer":
                fields[step] = value
        return self.person.send(link, "fill", {"fill": fields})
