"""A browser without a script: what a person can do who has none, and what a program sees."""

import html.parser
import http.client
import json
import re
import secrets
import time
import urllib.parse

VOID = {"input", "meta", "link", "br", "img"}


class At:
    """Where things are on a page, as selectors of CSS: what drives a real browser finds them by these."""
    question = "main form[data-step]"
    main = "main"
    heading = "h1"
    alert = "[role=alert]"
    notice = "main .notice"
    outcome = "main .told, main .panel-text"

    @staticmethod
    def start(flow):
        return f"form[action$='/start/{flow}'] button"

    @staticmethod
    def button(action):
        # What Enter presses comes first on some pages, and nobody sees it.
        return f"button[name=do][value={action}]:not([aria-hidden])"

    @staticmethod
    def choice(value):
        return f"{At.question} button[name=answer][value='{value}']"

    @staticmethod
    def field(name, value=None):
        named = f"{At.question} [name='{name}']"
        return named if value is None else f"{named}[value='{value}']"

    @staticmethod
    def link(ending):
        # Without a script a way that takes along what was typed is a button.
        return f"a[href$='{ending}'], button[data-way$='{ending}']"

    @staticmethod
    def change(step):
        return f"[data-answer$='{step}'] .action > *"


def words(text):
    """Text as a person reads it: one space between words, be it a non-breaking one, and no joiners."""
    return re.sub(r"\s+", " ", re.sub("[\u00a0\u202f]", " ", text.replace("\u2060", ""))).strip()


class Element:
    """An element of a page, with its attributes, its elements and its text."""

    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children = []
        if parent:
            parent.children.append(self)

    def __getitem__(self, name):
        return self.attributes.get(name)

    @property
    def elements(self):
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.elements

    @property
    def text(self):
        parts = [c if isinstance(c, str) else c.text for c in self.children]
        return words("".join(parts))

    def all(self, tag, **attributes):
        return [
            e for e in self.elements
            if e.tag == tag and all(
                value in (e[name.rstrip("_")] or "").split()
                if name == "class_" else e[name.rstrip("_")] == value
                for name, value in attributes.items())]

    def one(self, tag, **attributes):
        found = self.all(tag, **attributes)
        assert found, f"no <{tag}> with {attributes} in: {self.text}"
        return found[0]


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.here = Element("", {}, None)

    def handle_starttag(self, tag, attributes):
        element = Element(tag, {k: v or "" for k, v in attributes}, self.here)
        if tag not in VOID:
            self.here = element

    def handle_endtag(self, tag):
        assert self.here.tag == tag, f"</{tag}> closes <{self.here.tag}>"
        self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)


class Page:
    """An answer of the server, read."""

    # Whether the browser was led here with what it had sent.
    was_sent_on = False

    def __init__(self, status, headers, body, path):
        self.status, self.headers, self.body, self.path = status, headers, body, path
        if "text/html" in (headers.get("content-type") or ""):
            reader = Reader()
            reader.feed(body.decode())
            assert reader.here is reader.root, "an element is not closed"
            self.root = reader.root

    @property
    def text(self):
        return self.root.text

    @property
    def title(self):
        return self.root.one("title").text

    @property
    def heading(self):
        headings = self.root.all("h1")
        assert len(headings) == 1, f"{len(headings)} headings in {self.text}"
        return headings[0].text

    @property
    def notice(self):
        return " ".join(e.text for e in self.root.all("div", class_="notice"))

    @property
    def problems(self):
        """What is wrong, with where each leads."""
        return [(a.text, a["href"]) for box in self.root.all("div", class_="summary")
                for a in box.all("a")]

    @property
    def answer_form(self):
        """The form that the question is answered in, or else what the page is about is sent by."""
        forms = self.root.one("main").all("form")
        return next((f for f in forms if f["data-step"]), forms[0] if forms else None)

    @property
    def rows(self):
        """The names of the page with their values, without the links that stand beside some."""
        rows = [d for d in self.root.all("div") if d.all("dt") and d.all("dd")]
        return {d.one("dt").text: (d.all("span", class_="value") or d.all("dd"))[0].text
                for d in rows}

    @property
    def ways(self):
        """The links, and the buttons that lead on with what was typed, each with where it leads."""
        return [(e, e["href"] or e["data-way"]) for e in self.root.elements
                if e.tag == "a" or e["data-way"]]

    def link_to(self, ending):
        """Where a link leads whose address ends so."""
        return next(where for _, where in self.ways if (where or "").endswith(ending))

    @property
    def outcome(self):
        """How the session ended, in the words of the flow."""
        told = self.root.all("h1", class_="told") + self.root.all("p", class_="panel-text")
        return [words(line.text) for line in told]

    def link(self, text):
        return next(where for way, where in self.ways if way.text.startswith(text))


def values(form):
    """What a form sends when nothing is changed, as names with lists of values."""
    sent = {}
    for field in form.elements:
        name = field["name"]
        if not name or field.tag not in ("input", "textarea"):
            continue
        kind = field["type"]
        if kind in ("radio", "checkbox"):
            if "checked" in field.attributes:
                sent.setdefault(name, []).append(field["value"])
        elif kind not in ("file", "submit"):
            text = field.text if field.tag != "textarea" else "".join(
                c for c in field.children if isinstance(c, str))[1:]
            sent.setdefault(name, []).append(
                text if field.tag == "textarea" else field["value"] or "")
    return sent


class Browser:
    def __init__(self, port, language="en-GB"):
        self.port, self.language, self.cookies = port, language, {}

    def asked(self, path):
        """The reply of the API that says what a session asks, once it asks something."""
        while True:
            reply = self.request("GET", path, headers={"Prefer": "wait=10"})
            assert reply.status == 200, (reply.status, reply.body)
            if json.loads(reply.body)["questions"]:
                return reply

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = {"Accept-Language": self.language, "Accept": "text/html"}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if method == "POST":
            sent["Origin"] = f"http://127.0.0.1:{self.port}"
            sent["Sec-Fetch-Site"] = "same-origin"
        sent.update(headers or {})
        connection.request(method, path, body, {k: v for k, v in sent.items() if v is not None})
        reply = connection.getresponse()
        content = reply.read()
        got = {k.lower(): v for k, v in reply.getheaders()}
        for cookie in reply.headers.get_all("set-cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return Page(reply.status, got, content, path)

    def follow(self, page):
        led = waited = 0
        while led < 200 and waited < 6_000:
            onward = re.fullmatch(r"0; url=(\S+)", page.headers.get("refresh", ""))
            if onward:
                # A way out of a session ends with a page that leads on by itself.
                page, led = self.request("GET", onward[1]), led + 1
            elif page.status != 303:
                refresh = "text/html" in page.headers.get("content-type", "") and any(
                    m["http-equiv"] == "refresh" and int(m["content"]) < 10
                    for m in page.root.all("meta"))
                # What is under way is asked for again, as a browser without a script does.
                if not refresh:
                    return page
                time.sleep(0.05)
                page, waited = self.request("GET", page.path), waited + 1
            else:
                page, led = self.request("GET", page.headers["location"]), led + 1
        raise AssertionError("it leads round in circles")

    def get(self, path):
        return self.follow(self.request("GET", path))

    def post(self, path, fields, files=None, headers=None):
        if files is None:
            body = urllib.parse.urlencode(fields, doseq=True)
            kind = "application/x-www-form-urlencoded"
        else:
            boundary = secrets.token_hex(16)
            kind = f"multipart/form-data; boundary={boundary}"
            parts = [(n, None, v.encode()) for n, vs in fields.items()
                     for v in (vs if isinstance(vs, list) else [vs])]
            parts += [(n, name, content) for n, (name, content) in files.items()]
            body = b"".join(
                f"--{boundary}\r\nContent-Disposition: form-data; name=\"{n}\"".encode()
                + (f"; filename=\"{name}\"\r\nContent-Type: application/octet-stream".encode()
                   if name is not None else b"")
                + b"\r\n\r\n" + content + b"\r\n" for n, name, content in parts)
            body += f"--{boundary}--\r\n".encode()
        headers = {"Content-Type": kind, **(headers or {})}
        page = self.request("POST", path, body, headers)
        # What was typed is sent once more, to the page that shows it.
        while page.status == 307:
            page = self.request("POST", page.headers["location"], body, headers)
            page.was_sent_on = True
        return page

    def start(self, flow):
        page = self.get("/")
        form = next(f for f in page.root.all("form") if f["action"] == f"/start/{flow}")
        return self.follow(self.post(form["action"], values(form)))

    def answer(self, page, answers, do="answer", files=None, follows=True):
        """Fills in a page's form and presses a button."""
        form = page.answer_form
        fields = values(form)
        fields.update({k: v if isinstance(v, list) else [v] for k, v in answers.items()})
        fields["do"] = [do]
        if form["enctype"] == "multipart/form-data":
            files = files or {}
        reply = self.post(form["action"], fields, files)
        return self.follow(reply) if follows else reply

    def press(self, page, button, typed=None, files=None):
        """Presses a button that stands elsewhere than its form, with what was typed in fields of the page."""
        form = page.root.one("form", id=button["form"])
        fields = {**values(form), **(typed or {})}
        if button["name"]:
            fields[button["name"]] = [button["value"]]
        if form["enctype"] == "multipart/form-data":
            files = files or {}
        return self.follow(self.post(button["formaction"] or form["action"], fields, files))

    def back(self, page, typed=None):
        """Presses the way back, with what was typed in fields of the page."""
        button = page.root.one("nav", class_="above").one("button", value="back")
        return self.press(page, button, typed)

    def go(self, page, ending, typed=None):
        """Presses the way to the page whose address ends so, with what was typed in fields of the page."""
        return self.press(page, next(
            way for way, where in page.ways if way["data-way"] and where.endswith(ending)), typed)
