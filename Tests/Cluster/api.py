"""One call of the API through the balancer, and what became of it as its caller can know."""

import http.client
import json

from processes import PATIENCE

# What a node says when it has refused a request: it is certain that nothing was done.
REFUSALS = {400, 404, 409, 412, 413, 415, 422, 429}


class Reply:
    """What came of a call: `ok`, `fail` if it is certain that nothing was done, else `unknown`."""

    def __init__(self, outcome, status=None, content=None, node=None):
        self.outcome, self.status, self.node = outcome, status, node
        self.content = content if isinstance(content, dict) else {}
        # One that is refused is told how the session stands.
        state = self.content.get("state")
        self.state = state if isinstance(state, dict) else self.content if status == 200 else {}

    @property
    def told(self):
        """What the caller learned, for a history."""
        told = {"status": self.status, "node": self.node, "answers": self.state.get("answers"),
                "state": self.state.get("state")}
        if question := next(iter(self.state.get("questions") or ()), None):
            told |= {"shown": question["token"], "path": "/".join(question["prompt"]["path"])}
        return {name: value for name, value in told.items() if value is not None}


class API:
    """What a customer asks, who is known by a cookie alone: its name and value, as `new_customer` returns them.
    An empty text is nobody's."""

    def __init__(self, port, customer, timeout=PATIENCE):
        # With any other text each call would be a new visitor's, who finds nothing of what was begun.
        if customer != "" and "=" not in (customer or ""):
            raise ValueError(f"{customer!r} is no cookie: it has a name and a value")
        self.port, self.customer, self.timeout = port, customer, timeout
        # Why the last text could not be read.
        self.reason = None

    def call(self, method, path, body=None, token=None, last_node=None):
        headers = {"Accept": "application/json", "Prefer": "wait=5", "Connection": "close",
                   "Cookie": self.customer}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token:
            headers["If-Match"] = f'"{token}"'
        if last_node is not None:
            headers["X-Last-Node"] = last_node
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            connection.connect()
        except OSError:
            return Reply("fail")
        try:
            content = json.dumps(body).encode() if body is not None else None
            connection.request(method, f"/api{path}", content, headers)
            reply = connection.getresponse()
            return read(reply.status, reply.read(), reply.headers.get("X-Node"))
        except (OSError, http.client.HTTPException):
            return Reply("unknown")
        finally:
            connection.close()

    def text(self, path):
        """What is at an address as text; none if it cannot be read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            connection.request("GET", f"/api{path}", headers={"Cookie": self.customer})
            reply = connection.getresponse()
            content = reply.read().decode()
            if reply.status == 200:
                return content
            self.reason = f"{reply.status}: {content[:200]}"
        except (OSError, http.client.HTTPException) as error:
            self.reason = repr(error)
        finally:
            connection.close()
        return None


def new_customer(port, timeout=PATIENCE):
    """A customer whom nobody knows yet: the cookie, with its name, that a node gives to a request without one.
    None if it gives none now."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", "/api/flows", headers={"Connection": "close"})
        reply = connection.getresponse()
        reply.read()
        given = (line.split(";")[0] for line in reply.headers.get_all("set-cookie", []))
        return next((cookie for cookie in given if cookie.startswith("flowline-visitor-")), None)
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def read(status, body, node):
    try:
        content = json.loads(body) if body else {}
    except ValueError:
        # It was cut off.
        return Reply("unknown", status, node=node)
    if 200 <= status < 300:
        return Reply("ok", status, content, node)
    if status in REFUSALS or (status == 503 and content.get("code") == "no-node"):
        return Reply("fail", status, content, node)
    return Reply("unknown", status, content, node)
