"""Bytes sent to the built server as they are, and what it answers: requests no library would write."""

import http.client
import io
import socket


class Reply:
    """An answer, read."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:200]!r}"


class Wire:
    """A connection."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        self.incoming = self.socket.makefile("rb")
        self.is_head = self.end_of_interest = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.incoming.close()
        self.socket.close()

    def send(self, content):
        """Sends bytes; false if the other side has closed meanwhile."""
        self.is_head = content.startswith(b"HEAD ")
        try:
            self.socket.sendall(content)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def end(self):
        """Says that nothing more comes."""
        self.socket.shutdown(socket.SHUT_WR)

    def read(self):
        """The next answer; none if the connection was closed before it or in it."""
        if self.end_of_interest:
            return None
        try:
            line = self.incoming.readline()
            if not line.endswith(b"\n"):
                return None
            status = int(line.split()[1])
            head = b"".join(iter(self.incoming.readline, b"\r\n"))
            if 100 <= status < 200:
                return self.read()
            headers = http.client.parse_headers(io.BytesIO(head + b"\r\n"))
            if headers.get("Content-Type") == "text/event-stream":
                # It lasts for as long as somebody listens.
                self.end_of_interest = True
                return Reply(status, headers, b"")
            if headers.get("Transfer-Encoding") == "chunked":
                return Reply(status, headers, self.read_chunks())
            length = 0 if self.is_head else int(headers.get("Content-Length", 0))
            body = self.incoming.read(length)
            return Reply(status, headers, body) if len(body) == length else None
        except ConnectionResetError:
            return None

    def read_chunks(self):
        body = b""
        while size := int(self.incoming.readline(), 16):
            body += self.incoming.read(size)
            self.incoming.readline()
        self.incoming.readline()
        return body

    def replies(self):
        """All answers until the server closes."""
        return list(iter(self.read, None))


def exchange(port, content):
    """The answers to bytes after which nothing comes."""
    with Wire(port) as wire:
        wire.send(content)
        try:
            wire.end()
        except OSError:
            pass
        return wire.replies()
