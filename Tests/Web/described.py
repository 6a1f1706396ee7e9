#!/usr/bin/env python3
"""Walks all flows by the API with answers that their questions offer, and holds each reply against what the
document says of it: its status, its type, its headers, and a schema in which no member is left unsaid.

    described.py [--walks N] [--seed N]

The server is $FLOWLINE_SERVE. Needs jsonschema, which contract.py has from PyPI.
"""

import argparse
import contextlib
import http.client
import json
import random
import re
import sys
import uuid

import jsonschema

from browser import Browser
from server import Server

# What a walk has to have met, so that it cannot come to nothing: operations with the statuses of their replies.
MET = {
    "answer 200", "answer 412", "answer 422", "back 200", "cancel 200", "closed 422", "deliver 403", "end 200",
    "end 412", "fill 200", "fill 422", "followSession 200", "forgetSession 204", "keepFile 201", "language 200",
    "listFlows 200", "listSessions 200", "preview 200", "preview 422", "readAnswers 200", "readFile 404",
    "readJournal 200", "readLegalInputs 200", "readLegalInputs 409", "readResult 200", "readResult 409",
    "readSession 200", "readSession 404", "startSession 200", "startSession 400", "startSession 404"}


class Document:
    """The document, by which replies are judged."""

    def __init__(self, document):
        self.operations = [
            (method.upper(), re.compile(re.sub(r"\{[a-z]+\}", "[^/?]+", path) + r"(\?.*)?"), operation)
            for path, methods in document["paths"].items() for method, operation in methods.items()]
        self.schemas = document["components"]["schemas"]
        self.names = {operation["operationId"] for _, _, operation in self.operations}
        self.components = {"schemas": {name: self.closed(s) for name, s in self.schemas.items()}}
        self.met = set()

    def closed(self, schema, is_part=False):
        """A schema that refuses members of which it says nothing; one that is a part of another leaves that to it."""
        if isinstance(schema, list):
            return [self.closed(one) for one in schema]
        if not isinstance(schema, dict):
            return schema
        if is_part and "$ref" in schema:
            return self.closed(self.schemas[schema["$ref"].rsplit("/", 1)[1]], True)
        made = {key: [self.closed(part, True) for part in value] if key == "allOf" else self.closed(value)
                for key, value in schema.items()}
        if ("properties" in schema or "allOf" in schema) and not is_part:
            made.pop("additionalProperties", None)
            made["unevaluatedProperties"] = False
        elif is_part:
            made.pop("additionalProperties", None)
        return made

    def check(self, method, path, reply):
        """Holds a reply against what is said of it; returns its body, read."""
        operation = next(o for m, known, o in self.operations if m == method and known.fullmatch(path))
        what = f"{operation['operationId']} {reply.status}"
        said = operation["responses"].get(str(reply.status))
        assert said, f"the document has no {what}: {reply.body[:500]!r}"
        self.met.add(what)
        for name in said.get("headers", {}) if reply.status < 300 else ():
            assert name.lower() in reply.headers, f"{what} has no {name}"
        kinds = said.get("content", {})
        if not kinds:
            assert not reply.body, f"{what} has a body: {reply.body[:500]!r}"
            return None
        kind = reply.headers.get("content-type", "").split(";")[0]
        assert kind in kinds, f"{what} is {kind}"
        if "json" not in kind:
            return reply.body
        body = json.loads(reply.body)
        self.hold(body, kinds[kind]["schema"], what)
        for question in body.get("questions", []) if isinstance(body, dict) else ():
            jsonschema.Draft202012Validator.check_schema(question["schema"])
        return body

    def hold(self, value, schema, what):
        judge = jsonschema.Draft202012Validator(
            {"components": self.components, **schema}, format_checker=jsonschema.FormatChecker())
        error = jsonschema.exceptions.best_match(judge.iter_errors(value))
        assert error is None, f"{what}: {error.json_path}: {error.message}\n{json.dumps(value)[:2000]}"


class Walk:
    """One session, answered at random."""

    def __init__(self, server, browser, document, source):
        self.server, self.browser, self.document, self.source = server, browser, document, source
        self.path = f"/sessions/{uuid.UUID(int=source.getrandbits(128), version=4)}"

    def call(self, method, path, body=None, **headers):
        content = None if body is None else json.dumps(body)
        sent = {"Content-Type": "application/json", "Prefer": "wait=10"} | {
            name.replace("_", "-"): value for name, value in headers.items()}
        reply = self.browser.request(method, "/api" + path, content, sent)
        return self.document.check(method, path, reply)

    def asked(self):
        """The state once the session asks something."""
        while not (state := self.call("GET", self.path))["questions"]:
            assert state["state"] == "working", state
        return state

    def run(self, flow, most):
        state = self.call("PUT", self.path, {"start": flow, "locale": "en_GB"})
        for _ in range(most):
            if state["state"] == "ended":
                break
            if not state["questions"]:
                state = self.call("GET", self.path)
                continue
            self.look()
            state = self.step(state)
        if state["state"] == "ended":
            self.call("GET", f"{self.path}/result")
            self.call("GET", f"{self.path}/legal")
        else:
            self.call("GET", f"{self.path}/result")
            state = self.call("POST", f"{self.path}/cancel", {"cancel": True})
        self.look()
        self.call("GET", "/sessions?limit=5")
        return state

    def look(self):
        for name in ("answers", "legal", "journal") if self.source.random() < 0.3 else ():
            self.call("GET", f"{self.path}/{name}")

    def step(self, state):
        """Answers what is asked, or does something else that may be done."""
        question = self.source.choice(state["questions"])
        way, tag = self.source.random(), f'"{question["token"]}"'
        if way < 0.05 and "backRefusal" not in question["prompt"]:
            return self.call("POST", f"{self.path}/back", {"back": True}, If_Match=tag)
        if way < 0.1:
            # What the form of an answer cannot be, and one to a question that is not asked.
            self.call("POST", f"{self.path}/answer", {"answer": {"text": "\0"}}, If_Match=tag)
            self.call("POST", f"{self.path}/answer", {"answer": 1}, If_Match='"7-0"')
            self.call("POST", f"{self.path}/preview", {"preview": {"text": "\0"}}, If_Match=tag)
        if way > 0.97:
            self.call("POST", f"{self.path}/language", {"language": self.source.choice(["en", "ru"])})
            return self.call("GET", self.path)
        fields = question["prompt"].get("form", {}).get("fields")
        if fields is None:
            answer = self.answer(question["schema"], question["prompt"])
            sent = ("answer", answer)
            told = self.call("POST", f"{self.path}/preview", {"preview": answer}, If_Match=tag)
            if "recorded" in told and not question["prompt"]["isSensitive"]:
                # What is taken is of the form that the question says.
                self.document.hold(told["recorded"], question["schema"], f"an answer to {tag}")
        else:
            schemas = question["schema"].get("properties", {})
            sent = ("fill", {f["id"]: self.answer(schemas.get(f["id"], {}), f) for f in fields})
            if self.source.random() < 0.1:
                self.call("POST", f"{self.path}/fill", {"fill": {"no-such-field": 1}}, If_Match=tag)
        name, value = sent
        body = {name: value, "acknowledge": self.source.random() < 0.7}
        state = self.call("POST", f"{self.path}/{name}", body, If_Match=tag)
        # What was refused is asked still.
        return state if "questions" in state else self.call("GET", self.path)

    def answer(self, schema, asked):
        """An answer that a question offers, or gives as an example."""
        kind = asked["kind"]["name"]
        if kind == "file":
            reply = self.browser.request(
                "POST", f"/api{self.path}/files?name=receipt.txt", b"%PDF-1.4 receipt",
                {"Content-Type": "application/octet-stream"})
            file = self.document.check("POST", f"{self.path}/files?name=receipt.txt", reply)["file"]
            self.call("GET", f"{self.path}/files/sha256:{'0' * 64}")
            return file
        if asked.get("isOptional") and self.source.random() < 0.3:
            return {"text": ""}
        offered = [choice["const"] for choice in schema.get("oneOf", []) if "const" in choice]
        if schema.get("type") == "array":
            offered = [choice["const"] for choice in schema["items"].get("oneOf", []) if "const" in choice]
            return self.source.sample(offered, min(len(offered), self.source.randint(1, 2)))
        if offered:
            return self.source.choice(offered)
        if schema.get("type") == "boolean":
            return self.source.random() < 0.8
        if schema.get("examples"):
            return self.source.choice(schema["examples"])
        return {"text": asked.get("example") or asked.get("draft") or asked.get("text") or "Bike 1"}


def follow(walk, flow):
    """Follows a session while it is answered: each event is a state, and with its end the stream ends."""
    state = walk.call("PUT", walk.path, {"start": flow, "locale": "en_GB"})
    connection = http.client.HTTPConnection("127.0.0.1", walk.server.port, timeout=120)
    with contextlib.closing(connection):
        cookie = "; ".join(f"{k}={v}" for k, v in walk.browser.cookies.items())
        connection.request("GET", f"/api{walk.path}/events", headers={"Cookie": cookie})
        stream = connection.getresponse()
        kind = stream.headers["Content-Type"].split(";")[0]
        assert (stream.status, kind) == (200, "text/event-stream"), (stream.status, kind)
        walk.document.met.add("followSession 200")
        walk.call("POST", f"{walk.path}/cancel", {"cancel": True})
        states = []
        for line in iter(stream.readline, b""):
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "data":
                states.append(json.loads(value))
                walk.document.hold(
                    states[-1], {"$ref": "#/components/schemas/State"}, "an event")
            assert name in ("data", "event", "") and (name != "event" or value == "state"), line
    assert states and states[-1]["state"] == "ended", [s["state"] for s in states]
    assert states[-1] == walk.call("GET", walk.path), "the last event is how it stands"
    return state


def end_nested(walk):
    """Ends the nested flow in which a goal is made, by its path: the flow around it asks its own question again."""
    given = {"account": "personal", "week": "this", "review": True, "goal": "new"}
    walk.call("PUT", walk.path, {"start": "round-up", "locale": "en_GB", "given": given})
    state = walk.asked()
    assert paths(state) == ["round-up/new-goal/name"], paths(state)
    flows = walk.call("GET", f"{walk.path}/legal")["openFlows"]
    nested = "/".join(next(flow["path"] for flow in flows if not flow["isScreen"]))
    assert nested == "round-up/new-goal", flows
    walk.call("POST", f"{walk.path}/end", {"end": f"{nested}/no-such-flow"})
    walk.call("POST", f"{walk.path}/end", {"end": nested})
    state = walk.asked()
    assert paths(state) == ["round-up/goal"], paths(state)
    # It is not open any more.
    walk.call("POST", f"{walk.path}/end", {"end": nested})


def paths(state):
    """The paths of the questions that a state asks."""
    return ["/".join(question["prompt"]["path"]) for question in state["questions"]]


def refuse(walk):
    """What is refused, whatever is asked."""
    missing = f"/sessions/{uuid.UUID(int=7, version=4)}"
    walk.call("GET", missing)
    walk.call("PUT", missing, {"start": "no-such-flow"})
    walk.call("PUT", missing, {"start": "round-up", "timeZone": "nowhere"})
    walk.call("PUT", walk.path, {"start": "round-up"})
    walk.call("POST", f"{walk.path}/deliver", {"deliver": "paid", "value": 1, "key": "k"})
    walk.call("POST", f"{walk.path}/stop", {"stop": True})
    walk.call("POST", f"{walk.path}/closed", {"closed": True})
    walk.call("DELETE", walk.path)
    walk.call("DELETE", missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--walks", type=int, default=4, help="how many of each flow")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    source, server = random.Random(options.seed), Server()
    try:
        browser = Browser(server.port)
        browser.get("/")
        document = Document(json.loads(browser.request("GET", "/api/openapi.json").body))
        flows = document.check("GET", "/flows", browser.request("GET", "/api/flows"))["flows"]
        ended = 0
        for flow in flows:
            for _ in range(options.walks):
                walk = Walk(server, browser, document, source)
                state = walk.run(flow["id"], 60)
                ended += state.get("ended", {}).get("outcome") == "finished"
                walk.call("DELETE", walk.path)
            follow(Walk(server, browser, document, source), flow["id"])
        # A customer of whom nothing was rounded up yet.
        newcomer = Browser(server.port)
        newcomer.get("/")
        end_nested(Walk(server, newcomer, document, source))
        refuse(Walk(server, browser, document, source))
        called = {what.split()[0] for what in document.met}
        assert called == document.names, f"never called: {sorted(document.names - called)}"
        assert not MET - document.met, f"never met: {sorted(MET - document.met)}"
        assert ended >= len(flows), f"only {ended} walks came to a result"
        told = server.stop()
        assert told == (0, ""), told
    finally:
        server.close()
    print(f"{len(flows)} flows, {ended} results: {len(document.met)} kinds of replies are as they are described")
    return 0


if __name__ == "__main__":
    sys.exit(main())
