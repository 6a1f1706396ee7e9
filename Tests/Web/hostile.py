"""What hostile and broken clients send: bytes, and the statuses that are right for them."""

import visitors

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
BOUNDARY = "multipart/form-data; boundary=B"


class Requests:
    """Writes requests for one browser of one server, wrong ones too."""

    def __init__(self, port, cookies):
        pairs = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.host = f"Host: 127.0.0.1:{port}\r\n"
        self.own = self.host + f"Cookie: {pairs}\r\n"

    def plain(self, method, path, *headers, own=None):
        """A request without a body."""
        lines = "".join(header + "\r\n" for header in headers)
        start = method.encode() + b" " + (path if isinstance(path, bytes) else path.encode())
        return start + (
            f" HTTP/1.1\r\n{self.own if own is None else own}{lines}\r\n").encode("latin1")

    def sent(self, method, path, body, kind=FORM, *headers, length=None):
        """A request with a body."""
        length = len(body) if length is None else length
        return self.plain(
            method, path, f"Content-Type: {kind}", f"Content-Length: {length}", *headers) + body

    def chunked(self, path, body, coding="chunked"):
        return self.plain(
            "POST", path, f"Content-Type: {FORM}", f"Transfer-Encoding: {coding}") + body


def heads(requests, good):
    """Requests that are wrong before their body begins: each with the only status it may have."""
    plain, own = requests.plain, requests.own
    smuggled = len(good)
    return {
        "two lengths": (plain("POST", "/language", "Content-Length: 0",
                              f"Content-Length: {smuggled}") + good, 400),
        "a length and chunks": (plain("POST", "/language", "Content-Length: 5",
                                      "Transfer-Encoding: chunked") + b"0\r\n\r\n" + good, 400),
        "a length below zero": (plain("POST", "/language", "Content-Length: -1") + b"x", 400),
        "a length with a sign": (plain("POST", "/language", "Content-Length: +1") + b"x", 400),
        "a length in words": (plain("POST", "/language", "Content-Length: two") + b"xx", 400),
        "a length beyond all": (plain("POST", "/language", "Content-Length: " + "9" * 30), 400),
        "a space before the colon": (plain("GET", "/", "Content-Length : 3"), 400),
        "a folded line": (plain("GET", "/", "X-A: a\r\n b"), 400),
        "no colon": (plain("GET", "/", "nonsense"), 400),
        "a NUL in a header": (plain("GET", "/", "X-A: a\0b"), 400),
        "a bare carriage return": (plain("GET", "/", "X-A: a\rb"), 400),
        "bare line feeds": (plain("GET", "/").replace(b"\r\n", b"\n"), 400),
        "a huge header": (plain("GET", "/", "X-A: " + "a" * 40_000), 400),
        "many headers": (plain("GET", "/", *["X-A: a"] * 150), 400),
        "a huge address": (plain("GET", "/" + "a" * 40_000), 400),
        "bytes in an address": (plain("GET", b"/\xff"), 400),
        "no address": (plain("GET", ""), 400),
        "a space in an address": (plain("GET", "/ x"), 400),
        "an unknown method": (plain("FOO", "/"), 400),
        "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), 400),
        "nothing but NUL": (bytes(1000), 400),
        "no host": (plain("GET", "/", own=""), 400),
        "another host": (plain("GET", "/", own="Host: evil.example\r\n"), 421),
        "another host behind ours": (plain("GET", "/", "Host: evil.example"), 400),
        "another host before ours": (plain("GET", "/", own="Host: evil.example\r\n" + own), 400),
        "another host at an unknown address": (plain("GET", "/x", own="Host: evil.example\r\n"), 421),
        "an unknown address": (plain("GET", "/x/y/z"), 404),
        "an asterisk": (plain("OPTIONS", "*"), 404),
        "a way up": (plain("GET", "/assets/../../../etc/passwd"), 404),
        "an escaped way up": (plain("GET", "/assets/..%2f..%2fetc%2fpasswd"), 404),
        "NUL in an address": (plain("GET", "/session/%00"), 404),
        "bad UTF-8 in an address": (plain("GET", "/session/%ff%fe"), 404),
        "bad UTF-8 in a query": (plain("GET", "/?after=%ff"), 200),
        "a list behind nothing": (plain("GET", "/?after=x"), 404),
        "a thousand parameters": (plain("GET", "/?" + "a=b&" * 3_000), 200),
        "a header in Latin-1": (plain("GET", "/", "X-A: \xff\xfe"), 200),
        "languages without end": (plain("GET", "/", "Accept-Language: " + "x-" * 9_000), 200),
        "a limit beyond all": (plain("GET", "/api/sessions?limit=" + "9" * 30), 400),
        "a page behind NUL": (plain("GET", "/api/sessions?after=%00"), 400),
    } | {
        f"{method} at {path}": (plain(method, path), status) for method, path, status in [
            ("PUT", "/", 405), ("DELETE", "/start/create-goal", 405), ("TRACE", "/", 405),
            ("PATCH", "/api/flows", 405), ("GET", "/start/create-goal", 405), ("HEAD", "/", 200),
            ("HEAD", "/x", 404), ("HEAD", "/api/x", 404), ("HEAD", "/session/x", 404),
            ("OPTIONS", "/", 405), ("CONNECT", "/", 405), ("PROPFIND", "/", 405),
            ("PUT", "/agents", 405), ("OPTIONS", "/agents", 405), ("GET", "/agents/x/revoke", 405),
            ("PUT", "/health", 405), ("DELETE", "/ready", 405), ("POST", "/ready", 405)]}


def tokens(requests, session):
    """Absurd names of sessions and of questions."""
    return {
        path: (requests.plain("GET", path), status)
        for path, status in [
            ("/session/x", 404), (f"/session/{session}0", 404), (f"/session/{session}/step/x", 404),
            (f"/session/{session}/step/-1-0", 404), (f"/session/{session}/step/1-", 404),
            (f"/session/{session}/step/" + "9" * 40 + "-1", 404),
            (f"/session/{session}/step/1-" + "f" * 17, 404),
            (f"/session/{session}/step/" + "9" * 18 + "-0", 303),
            ("/session/%2e%2e/step/0-0", 404), (f"/session/{session}/step/" + "%00" * 100, 404),
            ("/api/sessions/" + "f" * 30_000, 404)]}


def chunks(requests, path):
    """Bodies in chunks."""
    chunked = requests.chunked
    return {
        "good": (chunked(path, b"8\r\nanswer=x\r\n0\r\n\r\n"), 422),
        "a byte each": (chunked(path, b"".join(
            b"1\r\n%c\r\n" % byte for byte in b"answer=x") + b"0\r\n\r\n"), 422),
        "no number": (chunked(path, b"zz\r\n"), 400),
        "below zero": (chunked(path, b"-1\r\n"), 400),
        "beyond all": (chunked(path, b"f" * 20 + b"\r\n"), 400),
        "cut off": (chunked(path, b"8\r\nans"), 400),
        "longer than said": (chunked(path, b"2\r\nanswer=x\r\n0\r\n\r\n"), 400),
        "of another coding": (chunked(path, b"0\r\n\r\n", "xchunked"), 501),
        "of another coding as well": (chunked(path, b"0\r\n\r\n", "gzip, chunked"), 501),
        "without end": (chunked(path, b"100000\r\n" + b"a" * 0x100000 + b"\r\n" + (
            b"100000\r\n" + b"a" * 0x100000 + b"\r\n") * 12 + b"0\r\n\r\n"), 413),
    }


def part(name="answer", content=b"x", more=b"", file=None):
    head = b'Content-Disposition: form-data; name="' + name.encode() + b'"'
    if file is not None:
        head += b'; filename="' + file.encode() + b'"'
    return b"--B\r\n" + head + more + b"\r\n\r\n" + content + b"\r\n"


END = b"--B--\r\n"


def multiparts():
    """Bodies with parts, well and badly written: kind, body, status."""
    def of(body, status, kind=BOUNDARY):
        return kind, body, status
    bare = b"--B\r\nContent-Disposition: form-data"
    return {
        "good": of(part() + END, 422), "no parts": of(END, 422), "nothing": of(b"", 400),
        "not ended": of(part(), 400), "something before": of(b"x\r\n" + part() + END, 400),
        "something behind": of(part() + END + b"more", 400),
        "bare line feeds": of((part() + END).replace(b"\r\n", b"\n"), 400),
        "no name": of(bare + b"\r\n\r\nx\r\n" + END, 400),
        "no disposition": of(b"--B\r\nX: y\r\n\r\nx\r\n" + END, 400),
        "two dispositions": of(
            part(more=b'\r\nContent-Disposition: form-data; name="b"') + END, 400),
        "bad UTF-8": of(part(content=b"\xff\xfe") + END, 400),
        "NUL in a field": of(part(content=b"a\0b") + END, 422),
        "NUL in a name": of(part("a\0") + END, 400),
        "nested": of(part(more=b"\r\nContent-Type: multipart/mixed; boundary=C") + END, 400),
        "encoded once more": of(part(more=b"\r\nContent-Transfer-Encoding: base64") + END, 400),
        "a huge head": of(part(more=b"\r\nX: " + b"a" * 5_000) + END, 413),
        "a head without end": of(b"--B\r\n" + b"a" * 1_000_000, 413),
        "many fields": of(part() * 999 + END, 422), "too many fields": of(part() * 2_000 + END, 413),
        "too many files": of(part(file="a.txt") * 21 + END, 413),
        "a file of a folder": of(part(file="../../../../etc/passwd") + END, 422),
        "a file's bad name": of(
            bare + b"; name=a; filename*=UTF-8''%ff\r\n\r\nx\r\n" + END, 400),
        "a file as large as may be": of(part(content=b"\r\n--" * 2_490_000, file="a") + END, 422),
        "a file that is too large": of(part(content=b"x" * 10_000_001, file="a") + END, 422),
        "more than there may be": of(part(content=b"x" * 9_999_999, file="a") * 2 + END, 422),
        "more than is passed over": of(part(content=b"x" * 51_000_000, file="a") + END, 413),
        "no boundary": of(END, 400, "multipart/form-data"),
        "an empty boundary": of(END, 415, "multipart/form-data; boundary="),
        "a long boundary": of(END, 400, "multipart/form-data; boundary=" + "B" * 71),
        "an open quote": of(END, 415, 'multipart/form-data; boundary="B'),
        "two boundaries": of(END, 415, BOUNDARY + "; boundary=C"),
    }


def forms():
    """Bodies of a plain form: body, status."""
    return {
        "NUL": (b"answer=%00", 422), "half a character": (b"answer=%c3", 400),
        "bytes": (b"answer=%ff", 400), "a surrogate": (b"answer=%ed%a0%80", 400),
        "an overlong NUL": (b"answer=%c0%80", 400), "not escaped": (b"answer=\x00", 400),
        "no value": (b"answer", 422), "only signs": (b"=" * 100_000, 422),
        "only separators": (b"&" * 100_000, 422), "1000 fields": (b"a=b&" * 999 + b"answer=x", 422),
        "5000 fields": (b"a=b&" * 5_000, 413), "an unknown button": (b"do=x", 400),
        "many buttons": (b"do=answer&do=back&do=x", 400), "no language": (b"language=xx", 404),
        "a long language": (b"language=" + b"a" * 900_000, 404),
        "a long answer": (b"answer=" + b"a" * 900_000, 422),
        "marks on a letter": (b"answer=a" + b"%cc%81" * 100_000, 422),
        "written backwards": (b"answer=%e2%80%ae%e2%80%8b", 422),
        "a long field": (b"a=" + b"a" * 1_000_000, 413),
        "everything": ((b"a=" + b"a" * 999_000 + b"&") * 13, 413),
        "an absurd token": (b"token=" + b"9" * 5_000 + b"-1&answer=", 422),
        "a warning nobody gave": (b"do=acknowledge&warned=x&answer=x", 422),
        "a form that is none": (b"do=refresh", 200), "a place that is none": (b"do=close", 303),
        "all is sensitive": (b"sensitive=answer&answer=x" + b"&sensitive=" * 900, 422),
    }


def late(requests, session):
    """Answers to a question that nobody asks, with what was typed and without: only the first comes back."""
    path = f"/session/{session}/step/9-abc"
    gone = "/session/00000000-0000-4000-8000-0000000000ff/step/9-abc"
    asked = b"&answer/question=What%3F"

    def sent(body, status, path=path, kind=FORM, *headers):
        return requests.sent("POST", path, body, kind, *headers), status
    return {
        "nothing typed": sent(b"answer=x", 303), "only spaces": sent(b"answer=+" + asked, 303),
        "a question without an answer": sent(b"answer/question=x&field.a/question=y", 303),
        "markup": sent(b"answer=%3C/textarea%3E%3Cscript%3E&answer/question=%3Cb%3E%22", 409),
        "a secret": sent(b"sensitive=answer&answer=hunter2" + asked, 303),
        "a secret said twice": sent(b"answer=hunter2&answer=x" + asked + b"&sensitive=answer", 303),
        "a long text": sent(b"answer=" + b"a" * 900_000 + asked, 409),
        "a long text with its question many times": sent(
            b"answer=" + b"<" * 900_000 + b"&answer/question=x" * 900, 409),
        "many fields": sent(b"&".join(
            b"field.%d=x&field.%d/question=y" % (n, n) for n in range(490)), 409),
        "no name at all": sent(b"/question=x&=y&field./question=y&field.=z", 409),
        "a day in parts": sent(b"answer=&answer/day=5&answer/month=x&answer/year=%00" + asked, 409),
        "a page that is none": sent(b"step=" + b"a/" * 100_000 + b"&answer=x", 303),
        "a file": sent(part(content=b"x" * 100_000, file="a") + END, 409, path, BOUNDARY),
        "a file that was lost": sent(b"lost=answer&lost=%00", 409),
        "another language": sent(b"language=en&answer=x" + asked, 409),
        "back": sent(b"do=back&answer=x", 303),
        "a session that is gone": sent(b"answer=x" + asked, 404, gone),
        "a way out": sent(b"answer=x" + asked, 200, path + "?do=keep&to=//evil.example"),
        "a way back in": sent(b"answer=x" + asked, 303, path + f"?do=keep&to=/session/{session}/x"),
        "a way out of a session that is gone": sent(b"answer=x" + asked, 404, gone + "?do=keep"),
        "a lock": sent(b"answer=%ff" + asked, 303, path + "?do=lock"),
        "a lock of another site": sent(
            b"answer=x" + asked, 403, path + "?do=lock", FORM, "Origin: https://evil.example"),
        "a size that is none": sent(b"lost=answer&answer/size=-1x" + asked, 409),
        "a size below zero": sent(b"lost=answer&answer/size=-1" + asked, 409),
        "a basis that is none": sent(b"basis=%3Cscript%3E&answer=x" + asked, 409),
        "another site": sent(b"answer=x" + asked, 403, path, FORM, "Origin: https://evil.example"),
        "another site's agent": sent(
            b"name=%3Cb%3E", 403, "/agents", FORM, "Origin: https://evil.example"),
        "an agent that is none": sent(b"x=y", 404, "/agents/%00/x"),
    }


def json_bodies():
    """Bodies of the API's answer: body, status."""
    deep = 100_000
    return {
        "deep": (b"[" * deep, 400),
        "deep and closed": (b'{"answer":' + b"[" * deep + b"]" * deep + b"}", 400),
        "deep objects": (b'{"answer":' + b'{"a":' * deep + b"1" + b"}" * deep + b"}", 400),
        "a lone surrogate": (b'{"answer":"\\ud800"}', 400),
        "a number beyond all": (b'{"answer":1e999}', 422),
        "a million digits": (b'{"answer":' + b"9" * 1_000_000 + b"}", 400),
        "an exponent beyond all": (b'{"answer":1E-99999999999999999999}', 400),
        "a mark of the order": (b'\xef\xbb\xbf{"answer":1}', 400),
        "UTF-16": ('{"answer":1}'.encode("utf-16"), 400), "bytes": (b'{"answer":"\xff"}', 400),
        "nothing": (b"", 400), "an array": (b"[]", 400), "null": (b"null", 400),
        "more behind": (b'{"answer":1} x', 400), "too much": (b'"' + b"a" * 1_100_000 + b'"', 413),
        "a long text": (b'{"answer":{"text":"' + b"a" * 1_000_000 + b'"}}', 422),
        "an unknown member": (b'{"answer":1,"x":1}', 400), "NUL": (b'{"answer":"\\u0000"}', 422),
    }


def cookies():
    """Cookies that are not ours, or not ours alone: 400 for two of which nobody can tell the right one."""
    name = visitors.NAME
    return {
        "empty": (f"{name}=", 200), "not hexadecimal": (f"{name}=" + "g" * 32, 200),
        "two": (f"{name}=" + "a" * 32 + f"; {name}=" + "b" * 32, 400),
        "two of an earlier version": ("flowline=" + "a" * 32 + "; flowline=" + "b" * 32, 400),
        "of an earlier version": ("flowline=" + "a" * 32, 200),
        "of an earlier version, with a code": ("flowline=" + "a" * 32 + ".0." + "A" * 43 + "=", 200),
        "made by no server": (f"{name}=" + "a" * 32, 200),
        "a wrong code": (f"{name}=" + "a" * 32 + ".0." + "A" * 43 + "=", 200),
        "a number of words": (f"{name}=" + "a" * 32 + ".one." + "A" * 43 + "=", 200),
        "a huge number": (f"{name}=" + "a" * 32 + "." + "9" * 40 + "." + "A" * 43 + "=", 200),
        "bytes": (f"{name}=" + "\xff" * 32, 200), "nothing but signs": (";;;;=;=;", 200),
        "no value": (name, 200), "many": ("a=b;" * 5_000, 200), "long": ("a=" + "b" * 20_000, 200),
        "an unknown language": (f"{name.replace('visitor', 'language')}=../..", 200),
        "upper case": (f"{name}=" + "A" * 32, 200),
    }
