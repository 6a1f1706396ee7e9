"""Customers who make a goal, by pages or by the API, and go on whatever becomes of the server."""

import hashlib
import http.client
import json
import urllib.parse
import uuid

import visitors
from browser import Browser, values


class Down(Exception):
    """The server is not there, or was cut off in the middle of its answer."""


class Refused(Exception):
    """The server said that it cannot do it now, as it should."""


class Walk:
    """One customer with one session. `step` makes one request and reads what it leads to."""

    # How many answers there are after the account, the page with name and target, and yes.
    ANSWERS = [0, 1, 3, 4]

    def __init__(self, port, mark):
        self.mark = mark
        self.session = str(uuid.UUID(hashlib.md5(mark.encode()).hexdigest()))
        self.browser = Browser(port)
        # A customer is known by the cookie alone.
        identity = hashlib.md5((mark + "!").encode()).hexdigest()
        self.browser.cookies = {visitors.NAME: visitors.cookie(identity)}
        self.has_started = False
        self.is_over = False
        # Which answers the server has said that it has.
        self.accepted = set()
        # The last request that changes something, to be sent once more.
        self.sent = None
        # Whether it was at work and asked nothing when it was waited for last: so is a session whose store does
        # not take what became of a commit.
        self.is_working = False

    def request(self, method, path, body=None, headers=None):
        try:
            reply = self.browser.request(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            raise Down(str(error)) from None
        # Where the store is, and what is wrong with it, is nobody's here.
        assert b".sqlite" not in reply.body, reply.body
        return reply

    def state(self):
        """How the session stands; none if there is none."""
        reply = self.request(
            "GET", f"/api/sessions/{self.session}", headers={"Prefer": "wait=30"})
        assert reply.status in (200, 404), (reply.status, reply.body)
        return json.loads(reply.body) if reply.status == 200 else None

    def tokens(self):
        """The names of what is asked."""
        return [question["token"] for question in self.state()["questions"]]

    def journal(self):
        return self.request("GET", f"/api/sessions/{self.session}/journal").body

    def look(self):
        """What must be so at any moment: what was acknowledged is there, and at most one page more."""
        state = self.state()
        if state is None:
            # A session that nobody has answered need not be kept.
            assert not self.accepted, f"the session is lost with {self.accepted}"
            self.has_started, self.sent = False, None
            return
        assert state["answers"] in self.ANSWERS[len(self.accepted):][:2], \
            f"{self.accepted} were accepted, {state['answers']} are kept"


class PagesWalk(Walk):
    """Walks pages as a browser without a script."""

    def __init__(self, port, mark):
        super().__init__(port, mark)
        self.page = None
        # Whether being led on says that an answer was kept; with a store that fails, the page says it.
        self.trusts = True
        self.told = set()

    @property
    def is_held(self):
        """Whether it is asked what to do about something that did not work."""
        return self.page is not None and any(
            e["value"] == "again" for e in self.page.root.elements if e["name"] == "answer")

    def again(self, resends):
        """Goes on after the server was away: sends once more what was sent, or looks at the session."""
        self.page, self.told = None, set()
        if not resends:
            self.sent = None

    def follow(self, reply):
        for _ in range(100):
            if reply.status == 303:
                reply = self.request("GET", reply.headers["location"])
            elif reply.path.endswith("/working") and reply.status == 200:
                reply = self.request("GET", reply.path)
            else:
                return reply
        if self.trusts:
            raise AssertionError("it leads round in circles")
        return None

    def post(self, path, fields):
        """Sends a form, until the server says that it has it."""
        self.sent = sent = (path, fields)
        body = urllib.parse.urlencode(fields, doseq=True)
        reply = self.take(self.request("POST", path, body, {
            "Content-Type": "application/x-www-form-urlencoded"}))
        assert reply.status == 303, (reply.status, path, reply.text)
        self.sent = None
        self.led(sent)

    def take(self, reply):
        if reply.status == 503:
            self.check_refusal(reply)
            raise Refused()
        assert reply.status in (200, 303), (reply.status, reply.path, reply.body)
        return reply

    def check_refusal(self, reply):
        """A page that says so, with all that was typed in it."""
        assert int(reply.headers["retry-after"]) > 0, reply.headers
        if self.sent:
            kept = values(reply.root.one("main").one("form"))
            for name, value in self.sent[1].items():
                value = value if isinstance(value, list) else [value]
                assert kept.get(name) == value, f"{name}={value} was typed, the page has {kept}"

    def step(self):
        if self.sent:
            self.post(*self.sent)
        elif not self.has_started:
            self.post("/start/create-goal", {"session": self.session, "do": "start"})
        elif self.page is None:
            self.page = self.follow(self.take(self.request("GET", f"/session/{self.session}")))
            self.is_working = self.page is None
            if self.is_working:
                return
            self.is_over = self.page.path.endswith("/end")
            if not self.is_held:
                self.accepted |= self.told
            self.told = set()
        else:
            form = self.page.answer_form
            fields = {**values(form), **self.answer(form), "do": ["answer"]}
            self.post(form["action"], fields)

    def led(self, sent):
        """What was sent was taken."""
        path, fields = sent
        self.has_started = True
        for name, value in fields.items():
            if name in ("field.name", "answer") and value != ["again"]:
                (self.accepted if self.trusts else self.told).add(name + value[0])
        self.page = None

    def answer(self, form):
        names = values(form).keys() | {e["name"] for e in form.elements if e["name"]}
        if "field.name" in names:
            return {"field.name": [self.mark], "field.target": ["1500"]}
        offered = {e["value"] for e in form.elements if e["name"] == "answer"}
        for wanted in ("personal", "again", "yes"):
            if wanted in offered:
                return {"answer": [wanted]}
        raise AssertionError(f"it asks something else: {form.text}")


class CallsWalk(Walk):
    """Walks by the API."""

    def __init__(self, port, mark):
        super().__init__(port, mark)
        self.known = None

    @property
    def is_held(self):
        return self.known is not None and self.known["state"] == "held"

    def again(self, resends):
        self.known = None
        if not resends:
            self.sent = None

    def call(self, method, path, body=None, token=None):
        headers = {"Accept": "application/json", "Prefer": "wait=30"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token:
            headers["If-Match"] = f'"{token}"'
        reply = self.request(method, path, body and json.dumps(body), headers)
        if reply.status == 503:
            assert int(reply.headers["retry-after"]) > 0, reply.headers
            raise Refused()
        assert reply.status in (200, 409, 412), (reply.status, reply.body)
        # A stale request is told how the session stands.
        content = json.loads(reply.body)
        return content if reply.status == 200 else content["state"], reply.status

    def change(self, method, path, body, token=None):
        self.sent = (method, path, body, token)
        state, status = self.call(*self.sent)
        self.sent = None
        if status == 200 and "start" not in body and body != {"answer": "again"}:
            self.accepted.add(str(body))
        return state

    def step(self):
        path = f"/api/sessions/{self.session}"
        if self.sent:
            state = self.change(*self.sent)
        elif not self.has_started:
            state = self.change("PUT", path, {"start": "create-goal", "locale": "en_GB"})
        elif self.known is None:
            state, _ = self.call("GET", path)
        else:
            question = self.known["questions"][0]
            name, answer = self.answer(question)
            state = self.change(
                "POST", f"{path}/{name}", {name: answer}, question["token"])
        self.has_started = True
        self.is_over = state["state"] == "ended"
        self.is_working = state["state"] == "working"
        self.known = state if state["questions"] else None

    def answer(self, question):
        schema = json.dumps(question["schema"])
        if "form" in question["prompt"]:
            return "fill", {"name": self.mark, "target": {"text": "1500"}}
        for wanted in ("personal", "again"):
            if f'"{wanted}"' in schema:
                return "answer", wanted
        return "answer", True
