"""Clients that walk sessions, each call at another node, and go on whatever becomes of the cluster.

Now and then two answers are sent for one question at once, to two nodes, of which one may be taken; one goes back
to the question before; and what was cut off is either sent once more or looked at first, as people do.
"""

import hashlib
import itertools
import json
import random
import threading
import time
import uuid

from api import API, new_customer
from plan import Numbers, Plan
from processes import PATIENCE


class Client(threading.Thread):
    """Walks one session after the other until it is told to stop; the last one to its end."""

    SESSIONS_PER_CUSTOMER = 4
    # How often another customer looks.
    PRYING = 0.01
    # For how many seconds it waits for an answer. It gives up while nodes and networks still hold theirs, as people
    # do: nobody knows then what became of the call.
    ANSWER_TIME = 20

    def __init__(self, number, port, recorder, seed, stopping, sessions=None, races=0.1, length=8, backs=0.06):
        super().__init__(name=f"client {number}", daemon=True)
        self.number, self.port, self.recorder, self.seed = number, port, recorder, seed
        self.stopping, self.most, self.races, self.length, self.backs = stopping, sessions, races, length, backs
        self.chance = random.Random(f"{seed} client {number}")
        # Session and customer, of all that were started; and somebody whose sessions those of now are not.
        self.sessions, self.stranger = [], None
        # Until when the last session may take; a time that `time.monotonic` tells.
        self.deadline = float("inf")
        self.problem = None

    def run(self):
        try:
            for number in itertools.count() if self.most is None else range(self.most):
                if self.stopping.is_set() or self.is_late:
                    return
                if number % self.SESSIONS_PER_CUSTOMER == 0:
                    self.stranger = self.sessions[-1][1] if self.sessions else None
                    customer = self.next_customer()
                    if customer is None:
                        return
                    unique = self.welcome(customer, number)
                seed = f"{self.seed} {self.number} {number}"
                session = session_id(seed, number % 2 == 1)
                self.sessions.append((session, customer))
                plan = Plan(seed, session, unique, self.length, self.backs)
                Walk(self, session, self.api(customer), plan).run()
        except Exception as problem:
            self.problem = problem

    def api(self, customer):
        """What it asks as a customer."""
        return API(self.port, customer, self.ANSWER_TIME)

    def next_customer(self):
        """The cookie of the next customer, as soon as a node gives one; none if it is too late for that."""
        while not self.stopping.is_set() and not self.is_late:
            customer = new_customer(self.port, self.ANSWER_TIME)
            if customer:
                return customer
            # Not a measure of time: nobody asks again and again what cannot be answered now.
            time.sleep(self.chance.uniform(0.02, 0.2))
        return None

    def welcome(self, customer, number):
        """Does what a customer does first; returns the numbers of what is given to that one's bank."""
        return Numbers()

    @property
    def is_late(self):
        return time.monotonic() > self.deadline


class Walk:
    """One session of a client, from its start to its end."""

    def __init__(self, client, session, api, plan):
        self.client, self.session, self.api, self.plan = client, session, api, plan
        # How it stands, as far as is known; none if that has to be looked at.
        self.state, self.is_started, self.is_over = None, False, False
        # What was sent and may be sent once more.
        self.sent = None
        self.last_node = None

    def run(self):
        while not self.is_over and not self.client.is_late:
            reply = self.step()
            if reply.outcome != "ok":
                # Not a measure of time: nobody asks again and again what cannot be answered now.
                time.sleep(self.client.chance.uniform(0.02, 0.2))

    def step(self):
        chance = self.client.chance
        if self.sent:
            return self.take(*self.sent)
        if not self.is_started:
            return self.take("start", "PUT", "", {"start": self.plan.FLOW, "locale": "en_GB"})
        if self.state is None or not self.state.get("questions"):
            return self.take("look", "GET", "")
        if chance.random() < 0.03:
            return self.read()
        if self.client.stranger and chance.random() < self.client.PRYING:
            return self.pry()
        if chance.random() < self.client.races:
            return self.race()
        return self.take(*self.answer())

    def answer(self):
        """The call that answers what is asked."""
        question = self.state["questions"][0]
        verb, content, gives = self.plan.answer(question, self.state["answers"])
        does = "answer" if gives else "back" if verb == "back" else "again"
        return does, "POST", f"/{verb}", {verb: content}, question["token"], gives

    def call(self, does, method, path, body=None, token=None, gives=()):
        number = self.client.recorder.began(self.client.number, self.session, does, gives, token)
        reply = self.api.call(
            method, f"/sessions/{self.session}{path}", body, token, self.last_node)
        self.last_node = reply.node
        return number, reply

    def take(self, *call):
        """Makes a call, and goes on with what it says."""
        number, reply = self.call(*call)
        self.client.recorder.ended(number, reply.outcome, **reply.told)
        self.sent = None
        if reply.outcome == "unknown" and call[1] != "GET" and self.client.chance.random() < 0.5:
            self.sent = call
        if call[0] == "start":
            self.is_started = self.is_started or reply.outcome == "ok"
        if reply.status == 404:
            # What was never answered need not be kept: it is started once more.
            self.is_started = False
        self.state = reply.state if reply.state.get("state") else None
        self.is_over = self.state is not None and self.state["state"] == "ended"
        return reply

    def race(self):
        """Two answers at once; both may be refused, one may be taken."""
        other = threading.Thread(target=self.send_quietly, args=self.answer(), daemon=True)
        other.start()
        reply = self.take(*self.answer())
        other.join()
        # What the other one did is not known here.
        self.state = self.sent = None
        return reply

    def send_quietly(self, *call):
        number, reply = self.call(*call)
        self.client.recorder.ended(number, reply.outcome, **reply.told)

    def pry(self):
        """Another customer looks at the session, of which only its own is told."""
        number = self.client.recorder.began(self.client.number, self.session, "pry")
        reply = self.client.api(self.client.stranger).call("GET", f"/sessions/{self.session}")
        self.client.recorder.ended(number, reply.outcome, **reply.told)
        return reply

    def read(self):
        """Reads all answers."""
        number, reply = self.call("read", "GET", "/answers")
        told = {"status": reply.status, "node": reply.node}
        if reply.outcome == "ok":
            told["read"] = [(answer["step"][-1], as_journal(answer["answer"]))
                            for answer in reply.content["answers"]]
        self.client.recorder.ended(number, reply.outcome, **told)
        return reply


def as_journal(value):
    """A value as a journal writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(text):
    return hashlib.md5(text.encode()).hexdigest()


def session_id(text, has_time):
    """A session's id, of version 7 with the time in it or of version 4 without (RFC 9562)."""
    number = int(digest(text), 16)
    if has_time:
        number = int(time.time() * 1000) << 80 | number & ((1 << 80) - 1)
    version = 7 if has_time else 4
    number = number & ~(0xF << 76) | version << 76
    return str(uuid.UUID(int=number & ~(0x3 << 62) | 0x2 << 62))


def together(clients, stopping, patience):
    """Has clients end what they are at; returns those that did not within so many seconds."""
    stopping.set()
    end = time.monotonic() + patience
    for client in clients:
        client.deadline = end
    for client in clients:
        # Calls that were begun at the last moment, one after the other, take their time.
        client.join(max(0.0, end - time.monotonic()) + PATIENCE)
    return [client for client in clients if client.is_alive()]
