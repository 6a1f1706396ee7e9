"""Good requests made into bad ones."""

import copy
import json
import urllib.parse

METHODS = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE"]
TEXTS = ["", " ", "\0", "\n", "\r\nX-A: b", "'", "\"", "<script>alert(1)</script>", "</form>", "&amp;",
         "\u202e\u200b", "e\u0301" * 500, "\U0001f600", "\ufffe", "%00", "../../etc/passwd", "-1", "0",
         "99999999999999999999", "1e999", "0.000000000001", "NaN", "yes", "no", "true", "null", "2026-02-30",
         "31", "£1,500", "1.500,00", "$1", "personal", "business", "create-goal", "a" * 256, "b" * 70_000,
         "{}", "[]", "0-0", "1-ffffffffffffffff", "9" * 18 + "-0", "//evil.example/", "javascript:1"]
NAMES = ["answer", "do", "token", "session", "language", "from", "sensitive", "warned", "field.name",
         "field.target", "answer/kept", "answer/day", "answer/month", "answer/year", "answer/shown", "", "\0"]
WORDS = ["answer", "acknowledge", "refresh", "back", "cancel", "close", "stop", "start", "forget",
         "language", "x"]
VALUES = [None, True, False, 0, -1, 1.5, 1e300, 2 ** 70, [], {}, [[]], {"text": ""}, {"text": 1}, {"": {}},
          [1, "a", None], {"text": "yes"}, {"file": {"name": "a", "digest": "sha256:0", "size": -1}}]
KINDS = ["application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=B",
         "text/plain", "", "application/json; charset=utf-16"]


class Request:
    """A request in its parts."""

    def __init__(self, method, path, headers, body=b""):
        self.method, self.path, self.headers, self.body = method, path, list(headers), body

    @property
    def kind(self):
        return next((value for name, value in self.headers if name == "Content-Type"), "")

    def replace(self, name, value):
        self.headers = [pair for pair in self.headers if pair[0] != name]
        if value is not None:
            self.headers.append((name, value))

    def content(self):
        lines = "".join(f"{name}: {value}\r\n" for name, value in self.headers)
        start = f"{self.method} {self.path} HTTP/1.1\r\n{lines}"
        if self.body or self.method in ("POST", "PUT"):
            start += f"Content-Length: {len(self.body)}\r\n"
        return start.encode("utf-8", "surrogatepass") + b"\r\n" + self.body


class Mutator:
    """Changes requests at random; of a seed, in the same way."""

    def __init__(self, source):
        self.source = source

    def mutate(self, request, others):
        """A changed request as bytes; `others` are requests that parts may be taken from."""
        request = copy.deepcopy(request)
        ways = [self.path, self.method, self.header, self.field, self.field, self.field, self.member,
                self.member, self.member, self.damage, self.splice, self.recode]
        for _ in range(self.source.choice([1, 1, 1, 2, 3])):
            self.source.choice(ways)(request, others)
        content = request.content()
        return self.break_raw(content) if self.source.random() < 0.1 else content

    def text(self):
        return self.source.choice(TEXTS)

    # MARK: heads

    def path(self, request, _):
        path, _, query = request.path.partition("?")
        parts = path.split("/")
        number = self.source.randrange(len(parts))
        way = self.source.randrange(4)
        if way == 0:
            parts[number] = urllib.parse.quote(self.text()[:4_000], safe="")
        elif way == 1:
            parts.insert(number, parts[number])
        elif way == 2:
            del parts[number]
        else:
            query = urllib.parse.urlencode({self.source.choice(
                ["after", "notice", "limit", "state", "flow", "name"]): self.text()[:4_000]})
        request.path = "/" + "/".join(parts).lstrip("/") + ("?" + query if query else "")

    def method(self, request, _):
        request.method = self.source.choice(METHODS)

    def header(self, request, _):
        name = self.source.choice(["Cookie", "Origin", "Sec-Fetch-Site", "Content-Type", "Host",
                                   "If-Match", "If-None-Match", "Accept-Language", "Accept"])
        text = self.text()[:4_000].replace("\0", "").replace("\r", "").replace("\n", "")
        if self.source.random() < 0.3:
            request.replace(name, None)
        elif name == "Content-Type":
            request.replace(name, self.source.choice(KINDS))
        else:
            request.replace(name, text)

    def splice(self, request, others):
        """The body of one with the address of another."""
        other = self.source.choice(others)
        if self.source.random() < 0.5:
            request.path, request.method = other.path, other.method
        else:
            request.body = other.body
            request.replace("Content-Type", other.kind or None)

    # MARK: bodies

    def field(self, request, others):
        """A field of a form."""
        if "urlencoded" not in request.kind:
            return self.member(request, others) if request.kind else self.path(request, others)
        fields = urllib.parse.parse_qsl(request.body.decode("utf-8", "replace"), True)
        number = self.source.randrange(len(fields) + 1)
        name = self.source.choice(NAMES)
        value = self.source.choice(WORDS) if name == "do" else self.text()
        way = self.source.randrange(5)
        if number == len(fields) or way == 0:
            fields.insert(number, (name, value))
        elif way == 1:
            del fields[number]
        elif way == 2:
            fields[number] = (name, fields[number][1])
        else:
            fields[number] = (fields[number][0], value)
        request.body = urllib.parse.urlencode(fields).encode()

    def member(self, request, others):
        """A member of a JSON body."""
        try:
            body = json.loads(request.body)
        except ValueError:
            return self.damage(request, others)
        if not isinstance(body, dict) or not body:
            return self.damage(request, others)
        place = body
        name = self.source.choice(list(body))
        while isinstance(place[name], dict) and place[name] and self.source.random() < 0.7:
            place = place[name]
            name = self.source.choice(list(place))
        way = self.source.randrange(4)
        if way == 0:
            del place[name]
        elif way == 1:
            place[self.text()[:500]] = place[name]
        else:
            place[name] = self.source.choice(VALUES) if way == 2 else self.text()
        request.body = json.dumps(body).encode()

    def damage(self, request, _):
        """Bytes of the body."""
        body = bytearray(request.body)
        for _ in range(self.source.randint(1, 4)):
            place = self.source.randrange(len(body) + 1)
            way = self.source.randrange(3)
            if way == 0:
                body[place:place] = self.source.randbytes(self.source.randint(1, 8))
            elif way == 1:
                del body[place:place + self.source.randint(1, 40)]
            elif place < len(body):
                body[place] = self.source.randrange(256)
        request.body = bytes(body)

    def recode(self, request, _):
        """The fields of a form as parts."""
        if "urlencoded" not in request.kind:
            return
        parts = []
        for name, value in urllib.parse.parse_qsl(request.body.decode("utf-8", "replace"), True):
            file = '; filename="a.txt"' if self.source.random() < 0.2 else ""
            parts.append(f'--B\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{value}\r\n')
        request.body = "".join(parts).encode("utf-8", "replace") + b"--B--\r\n"
        request.replace("Content-Type", KINDS[2])

    # MARK: the wire

    def break_raw(self, content):
        """Bytes of the whole."""
        head = content.index(b"\r\n\r\n")
        way = self.source.randrange(5)
        place = self.source.randrange(head)
        if way == 0:
            return content[:place] + self.source.randbytes(3) + content[place:]
        if way == 1:
            return content[:place] + content[place + self.source.randint(1, 30):]
        if way == 2:
            return content[:self.source.randrange(len(content))]
        if way == 3:
            return content + content[:place]
        return content.replace(b"Content-Length", b"Transfer-Encoding: chunked\r\nContent-Length", 1)
