"""A session that a test walks call by call, each at a node of its choice, written down as clients do."""

import copy
import dataclasses
import itertools
import uuid

import history
import stored
from api import API, new_customer
from clients import as_journal
from plan import Plan, money, pounds, text
from processes import PATIENCE

# What is answered where a session is, so that it ends.
LAST = {"account": "personal", "overview": "done", "details": "done", "amount": 77, "confirm": True,
        "receipt": True}


class Unrecorded:
    """A history that nobody reads."""

    def began(self, *_, **__):
        return None

    def ended(self, *_, **__):
        pass


class Scene:
    """A customer's session at a cluster, and what was told of it."""

    _names = itertools.count(1)

    def __init__(self, cluster):
        self.cluster, number = cluster, next(self._names)
        self.session, self.customer = str(uuid.uuid4()), new_customer(cluster.nodes[0].port)
        assert self.customer, "the node gives no cookie"
        self.path = f"/sessions/{self.session}"
        self.recorder = history.Recorder(f"{cluster.folder}/scene-{number}.jsonl")
        # What is asked, as it was last told.
        self.question = None

    def call(self, node, does, method, path="", body=None, token=None, gives=(), timeout=PATIENCE):
        """Makes a call at a node, and returns what came of it."""
        number = self.recorder.began(1, self.session, does, gives, token)
        api = API(self.cluster.nodes[node].port, self.customer, timeout)
        reply = api.call(method, self.path + path, body, token)
        self.recorder.ended(number, reply.outcome, **{**reply.told, "node": str(node)})
        if reply.state.get("questions"):
            self.question = reply.state["questions"][0]
        return reply

    def start(self, node=0):
        return self.call(node, "start", "PUT", body={"start": Plan.FLOW, "locale": "en_GB"})

    def look(self, node):
        return self.call(node, "look", "GET")

    def read(self, node):
        """Reads all answers."""
        number = self.recorder.began(1, self.session, "read")
        reply = API(self.cluster.nodes[node].port, self.customer).call("GET", self.path + "/answers")
        told = {"status": reply.status, "node": str(node)}
        if reply.outcome == "ok":
            told["read"] = [(answer["step"][-1], as_journal(answer["answer"]))
                            for answer in reply.content["answers"]]
        self.recorder.ended(number, reply.outcome, **told)
        return reply

    def answer(self, node, value, question=None, timeout=PATIENCE):
        """Answers a question, by default the last that was told: with a name and pence if it is the form, with
        pence if it is an amount."""
        question = question or self.question
        prompt, step = question["prompt"], question["prompt"]["path"][-1]
        verb, content, gives = "answer", value, ((step, text(value)),)
        if "form" in prompt:
            name, pence = value
            verb, content = "fill", {"name": name, "target": {"text": pounds(pence)}}
            gives = (("name", text(name)), ("target", money(pence)))
        elif step == "amount":
            content, gives = {"text": pounds(value)}, ((step, money(value)),)
        return self.call(
            node, "answer", "POST", f"/{verb}", {verb: content}, question["token"], gives, timeout)

    def pry(self, node):
        """Another customer looks at it."""
        number = self.recorder.began(1, self.session, "pry")
        stranger = new_customer(self.cluster.nodes[node].port)
        reply = API(self.cluster.nodes[node].port, stranger).call("GET", self.path)
        self.recorder.ended(number, reply.outcome, **{**reply.told, "node": str(node)})
        return reply

    def fail(self, node):
        """Gives what is no answer to what is asked, which the session notes and nothing waits for."""
        body = {"answer": {"text": "no such answer"}}
        reply = self.call(node, "try", "POST", "/answer", body, self.question["token"])
        assert reply.told["status"] == 422, (reply.told, reply.content)

    def unrecorded(self):
        """The same session, of which nothing is written down."""
        other = copy.copy(self)
        other.recorder = Unrecorded()
        return other

    def finish(self, node):
        """Walks to the end, by a way on which nothing more is ordered than was begun."""
        while self.look(node).state["state"] != "ended":
            prompt = self.question["prompt"]
            # What could not be kept in time, on a slow machine, is tried again; unless it has been meanwhile.
            if prompt.get("hold"):
                reply = self.answer(node, "again")
                assert reply.outcome == "ok" or reply.told["status"] == 412, (reply.told, reply.content)
            else:
                self.walk(node, LAST[prompt["path"][-1]])

    @property
    def text(self):
        """The text of its journal as the database has it; none if it has none."""
        return stored.text_in_postgres(self.cluster.postgres, self.session)

    @property
    def heads(self):
        """Its head as the database has it, by its name."""
        return of_one(stored.in_postgres(self.cluster.postgres), self.session)

    @property
    def last(self):
        """The number of its last change as the database has it."""
        return self.heads[self.session].last

    def walk(self, node, *values):
        """Answers one question after the other, each of which is to be taken."""
        for value in values:
            reply = self.answer(node, value)
            assert reply.outcome == "ok", (value, reply.told, reply.content)
        return reply

    def world(self):
        """What the checker needs of this session alone."""
        self.recorder.close()
        world = self.cluster.gather(history.read(self.recorder.path), [(self.session, self.customer)])
        return dataclasses.replace(world, heads=of_one(world.heads, self.session))


def of_one(heads, session):
    return {id: head for id, head in heads.items() if id == session}
