"""Requests as values, and what may be wrong with them: made from good ones by a seeded source."""

import copy
import json
import urllib.parse

import visitors

FORM, JSON = "application/x-www-form-urlencoded", "application/json"

STRINGS = [
    "", " ", "\0", "a\0b", "\n", "\r\nSet-Cookie: x=y\r\n\r\n", "<script>alert(1)</script>", "\"'><b>",
    "</textarea></title></main>", "&amp;&#0;&lt;", "\u202eabc\u202c", "\u200b", "\ufeff", "🙂" * 50,
    "e\u0301" * 40, "x" * 5000, "-1", "0", "1e999", "9" * 400, "1,500.00", "£0.001", "NaN", "true", "null",
    "yes", "no", "again", "later", "give-up", "personal", "business", "../../etc/passwd", "%00%ff%zz",
    "{{7*7}}", "${7*7}", "' OR 1=1 --", "2026-02-30", "31 February", "ру́сский", "en", "xx-XX",
]

VALUES = [None, True, False, 0, -1, 1.5, 1e308, 2**64, -(2**63) - 1, "", "x", [], {}, [[]], {"text": "x"},
          {"text": None}, {"a": {"b": [1, {"c": None}]}}]

HEADERS = {
    "Content-Type": ["", FORM, JSON, "multipart/form-data", "multipart/form-data; boundary=b", "text/plain",
                     "application/json; charset=utf-16", "a/b; c=\"", "x" * 300],
    "Cookie": ["", f"{visitors.NAME}=", f"{visitors.NAME}=x", ";;;", f"{visitors.NAME}=\"", "a=b; c",
               "flowline=" + "0" * 31, "flowline=" + "g" * 32],
    "Origin": ["null", "", "https://evil.example", "http://localhost", "://"],
    "Sec-Fetch-Site": ["cross-site", "same-site", "none", "same-origin", "x"],
    "Host": ["evil.example", "", "localhost:", "[::1", "127.0.0.1:99999", "LOCALHOST", "localhost."],
    "Accept-Language": ["ru", "ru-RU-x-" + "a" * 200, "*", ";q=", "en-GB,ru;q=0", "zz-ZZ", "\xff"],
    "If-Match": ["*", "\"\"", "\"x\"", "x", "\"0-0\"", "W/\"1\"", "\"" + "9" * 300 + "\""],
    "If-None-Match": ["*", "\"x\"", ""],
    "Prefer": ["wait=0", "wait=-1", "wait=x", "wait=" + "9" * 30, ","],
    "Expect": ["100-continue", "x"],
    "Content-Encoding": ["gzip", "br"],
    "Transfer-Encoding": ["chunked", "identity", "gzip, chunked", " chunked"],
    "Content-Length": ["0", "-1", "99999999999999999999", "1", "x", ""],
    "Connection": ["upgrade", "close", "keep-alive"],
    "Range": ["bytes=0-0", "x"],
}

METHODS = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "TRACE", "BREW", "get"]


class Request:
    """A request: its body is a list of fields, a value for JSON, bytes, or nothing."""

    def __init__(self, method, path, body=None, headers=None):
        self.method, self.path, self.body = method, path, body
        self.headers = headers or {}
        self.spoils = []

    def copy(self):
        return copy.deepcopy(self)

    @property
    def payload(self):
        if self.body is None or isinstance(self.body, bytes):
            return self.body
        if isinstance(self.body, list):
            return urllib.parse.urlencode(self.body, errors="surrogatepass").encode()
        return json.dumps(self.body).encode()

    def bytes(self, cookie):
        """What is sent, by whom it is known by this cookie."""
        payload = self.payload
        for spoil in self.spoils:
            payload = spoil(payload or b"")
        headers = {"Host": "localhost", "Cookie": f"{visitors.NAME}={cookie}"}
        if payload is not None:
            kind = JSON if isinstance(self.body, dict) else FORM
            headers |= {"Content-Type": kind, "Content-Length": str(len(payload))}
        headers |= self.headers
        head = f"{self.method} {self.path} HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in headers.items())
        return head.encode("utf-8", "surrogatepass") + b"\r\n" + (payload or b"")


class Mutator:
    """Changes requests. Each that it makes is decided by the source alone."""

    def __init__(self, source):
        self.source = source

    def text(self, mark):
        """Something to type, mostly with the mark of who types it."""
        text = self.source.choice(STRINGS)
        return text if self.source.random() < 0.3 else mark + text

    def mutate(self, request, mark):
        request = request.copy()
        for _ in range(self.source.choice([1, 1, 1, 2, 3])):
            kinds = [self.header, self.method, self.path, self.spoil]
            if isinstance(request.body, list):
                kinds += [self.field] * 6
            elif isinstance(request.body, dict):
                kinds += [self.member] * 6
            self.source.choice(kinds)(request, mark)
        return request

    def header(self, request, mark):
        name = self.source.choice(list(HEADERS))
        request.headers[name] = self.source.choice(HEADERS[name])

    def method(self, request, mark):
        request.method = self.source.choice(METHODS)

    def path(self, request, mark):
        parts = request.path.split("/")
        at = self.source.randrange(len(parts))
        part = self.source.choice([
            "", "..", "%2e%2e", "x", "%00", "%ff", "%F0%9F%99%82", "step", "0" * 300, "-1", "working", "end",
            "answers", "leave", "journal", "answer", "files", "?", "?notice=x&after=%00", "#", "1-x",
            "00000000-0000-0000-0000-000000000000", urllib.parse.quote(mark)])
        parts[at:at + self.source.choice([0, 1, 1, 2])] = [part]
        request.path = "/" + "/".join(parts).lstrip("/")

    def field(self, request, mark):
        fields = request.body
        way = self.source.randrange(6)
        if way == 0 or not fields:
            fields.append((self.source.choice(
                ["answer", "do", "token", "sensitive", "language", "from", "session", "field.name", "warned",
                 "answer/kept", "answer/day", "answer/question", "field.name/question", "step", "shown", "lost",
                 "x"]), self.text(mark)))
            return
        at = self.source.randrange(len(fields))
        name, value = fields[at]
        if way == 1:
            del fields[at]
        elif way == 2:
            fields.append((name, self.text(mark)))
        elif way == 3:
            fields[at] = (name + self.source.choice(["", "[]", "/day", "\0", "x"]), value)
        elif way == 4 and name == "do":
            fields[at] = (name, self.source.choice(
                ["answer", "back", "cancel", "close", "stop", "forget", "refresh", "acknowledge", "x"]))
        else:
            fields[at] = (name, self.text(mark))

    def member(self, request, mark):
        place = request.body
        while place and self.source.random() < 0.4:
            inner = [value for value in place.values() if isinstance(value, dict)]
            if not inner:
                break
            place = self.source.choice(inner)
        value = copy.deepcopy(self.source.choice(VALUES + [self.text(mark)] * 6))
        if place and self.source.random() < 0.8:
            name = self.source.choice(list(place))
            if self.source.random() < 0.2:
                del place[name]
            else:
                place[name] = value
        else:
            place[self.source.choice(["x", "", "acknowledge", "start", "answer"])] = value

    def spoil(self, request, mark):
        """Bytes that are wrong: flipped, cut off, put in."""
        way, place = self.source.randrange(4), self.source.random()
        junk = self.source.choice([b"\xff", b"\0", b"%", b"%zz", b"&" * 50, b"[" * 2000, b"{\"a\":" * 600, b"\""])
        bit = 1 << self.source.randrange(8)

        def change(payload):
            at = int(len(payload) * place)
            if way == 0:
                return payload[:at]
            if way == 1 and payload:
                at = min(at, len(payload) - 1)
                return payload[:at] + bytes([payload[at] ^ bit]) + payload[at + 1:]
            return payload[:at] + junk + payload[at:]

        request.spoils.append(change)
