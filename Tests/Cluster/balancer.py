"""A balancer in front of nodes, without sticky sessions: each request goes to the next node that is well.

A request is given to another node only if it was not sent: what was cut off may have been done, and whether
it is sent again is for the caller to say. Whoever sends `X-Last-Node` gets another one if there is one.

    502 cut-off     it was sent, and the node ended before it answered
    503 no-node     it was not sent
    504 no-answer   it was sent, and no answer came in time
"""

import asyncio
import itertools
import json

LARGEST_HEAD = 65_536
# For how many seconds a request may be on its way.
REQUEST_TIME = 120.0


class Malformed(Exception):
    """What came is no HTTP that this reads."""


class Head:
    """The first line and the headers of a request or an answer."""

    def __init__(self, content):
        lines = content.decode("latin-1").split("\r\n")
        self.first = lines[0]
        self.fields = [tuple(part.strip() for part in line.split(":", 1))
                       for line in lines[1:] if ":" in line]

    def get(self, name):
        return next((value for field, value in self.fields if field.lower() == name), None)

    def with_fields(self, **fields):
        """The head's bytes, with these headers instead of those of the same name."""
        new = {name.replace("_", "-").lower(): str(value) for name, value in fields.items()}
        kept = [(name, value) for name, value in self.fields if name.lower() not in new]
        lines = [self.first] + [f"{name}: {value}" for name, value in kept + list(new.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    @property
    def length(self):
        """How many bytes follow; none if it does not say."""
        if self.get("transfer-encoding"):
            return None
        length = self.get("content-length")
        return int(length) if length and length.isdigit() else None


async def read_head(reader):
    try:
        return Head(await reader.readuntil(b"\r\n\r\n"))
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise Malformed(str(error)) from None


class Node:
    """A node as the balancer knows it."""

    def __init__(self, number, port):
        self.number, self.port = number, port
        self.is_well, self.requests = False, 0
        # How many of them it did not answer to the end.
        self.cut_off = 0


class Balancer:
    def __init__(self, loop, ports, port=0, every=0.25, patience=1.0, answer_time=30.0):
        """It looks after its nodes `every` so many seconds, or, with none, only when it is told to."""
        self.loop, self.every, self.patience, self.answer_time = loop, every, patience, answer_time
        self.nodes = [Node(number, port) for number, port in enumerate(ports)]
        self.turn = itertools.count()
        self.port = loop.run(self.start(port))

    async def start(self, port):
        self.server = await asyncio.start_server(
            self.accept, "127.0.0.1", port, limit=LARGEST_HEAD)
        self.checking = asyncio.ensure_future(self.check_always())
        return self.server.sockets[0].getsockname()[1]

    def close(self):
        self.loop.run(self.stop())

    async def stop(self):
        self.checking.cancel()
        self.server.close()

    # Health

    async def check_always(self):
        while self.every is not None:
            await asyncio.gather(*(self.check(node) for node in self.nodes))
            await asyncio.sleep(self.every)

    async def check(self, node):
        node.is_well = await self.is_well(node)

    async def is_well(self, node):
        """Whether a node says that it is ready, or, if it does not know the question, well."""
        for path in ("/ready", "/health"):
            try:
                status = await asyncio.wait_for(self.ask(node, path), self.patience)
            except (OSError, asyncio.TimeoutError, Malformed):
                return False
            if status != 404:
                return status == 200
        return False

    async def ask(self, node, path):
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        try:
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            return int((await read_head(reader)).first.split(" ")[1])
        finally:
            writer.close()

    # Requests

    async def accept(self, reader, writer):
        try:
            head = await asyncio.wait_for(read_head(reader), REQUEST_TIME)
            if head.get("transfer-encoding"):
                raise Malformed("a request in chunks")
            body = await asyncio.wait_for(
                reader.readexactly(head.length or 0), REQUEST_TIME)
            await self.answer(head, body, writer)
            await writer.drain()
        except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, Malformed):
            pass
        finally:
            writer.close()

    async def answer(self, head, body, writer):
        for node in self.order(head):
            try:
                connection = await asyncio.wait_for(self.connect(node), self.patience)
            except (OSError, asyncio.TimeoutError):
                node.is_well = False
                continue
            node.requests += 1
            return await self.pass_on(head, body, node, connection, writer)
        self.refuse(writer, "503 Service Unavailable", "no-node")

    def connect(self, node):
        return asyncio.open_connection("127.0.0.1", node.port, limit=LARGEST_HEAD)

    def order(self, head):
        """The nodes in the order in which they are tried: those that are well before the others."""
        last = head.get("x-last-node")
        turn = next(self.turn) % len(self.nodes)
        nodes = self.nodes[turn:] + self.nodes[:turn]
        return sorted(nodes, key=lambda node: (not node.is_well, str(node.number) == last))

    async def pass_on(self, head, body, node, connection, writer):
        """Sends a request to a node, once, and its answer back."""
        reader, sender = connection
        try:
            sender.write(self.head_for(node, head) + body)
            try:
                answer = await asyncio.wait_for(read_head(reader), self.answer_time)
            except asyncio.TimeoutError:
                return self.refuse(writer, "504 Gateway Timeout", "no-answer", node)
            except (OSError, Malformed):
                node.cut_off += 1
                return self.refuse(writer, "502 Bad Gateway", "cut-off", node)
            writer.write(answer.with_fields(connection="close", x_node=node.number))
            await self.relay(reader, writer, answer.length)
        finally:
            sender.close()

    def head_for(self, node, head):
        """The head of a request as a node gets it."""
        return head.with_fields(connection="close")

    @staticmethod
    async def relay(reader, writer, length):
        """Passes a body on; it ends with the connection if it does not say how long it is."""
        while length is None or length > 0:
            content = await reader.read(min(65_536, length or 65_536))
            if not content:
                return
            length = None if length is None else length - len(content)
            writer.write(content)
            await writer.drain()

    @staticmethod
    def refuse(writer, status, code, node=None):
        body = json.dumps({"code": code, "status": int(status[:3])}).encode()
        head = Head(f"HTTP/1.1 {status}".encode())
        fields = {"content_type": "application/problem+json", "content_length": len(body),
                  "connection": "close"}
        if node:
            fields["x_node"] = node.number
        else:
            fields["retry_after"] = 1
        writer.write(head.with_fields(**fields) + body)
