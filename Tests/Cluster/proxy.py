"""A network between two programs that a test disturbs: it delays, holds, cuts, half-closes and refuses.

    with Loop() as loop:
        proxy = Proxy(loop, ("127.0.0.1", 5432))
        proxy.set(delay=0.2)          # each packet comes later
        proxy.set(holds_replies=True) # they arrive once it is well again, as TCP sends them once more
        proxy.set(loses_replies=True) # the next reply is cut off: nobody knows what became of the request
        proxy.heal()
"""

import asyncio
import dataclasses
import socket
import struct


@dataclasses.dataclass(frozen=True)
class Faults:
    """What is done to everything that passes."""

    # Seconds that each packet is late, either way.
    delay: float = 0.0
    # New connections are closed at once.
    refuses: bool = False
    # What passes waits until this is over.
    holds_requests: bool = False
    holds_replies: bool = False
    # A connection ends instead of carrying its next reply.
    loses_replies: bool = False


class Link:
    """One connection through it."""

    def __init__(self, proxy, near, far):
        self.proxy, self.near, self.far = proxy, near, far
        self.tasks = []

    async def run(self):
        self.tasks = [
            asyncio.ensure_future(self.pump(self.near[0], self.far[1], is_reply=False)),
            asyncio.ensure_future(self.pump(self.far[0], self.near[1], is_reply=True))]
        try:
            await asyncio.gather(*self.tasks, return_exceptions=True)
        finally:
            self.cut()

    async def pump(self, reader, writer, is_reply):
        try:
            while content := await reader.read(65536):
                if not await self.proxy.admit(is_reply):
                    self.proxy.lost += 1
                    return self.cut()
                self.proxy.carried[is_reply] += len(content)
                writer.write(content)
                await writer.drain()
            writer.write_eof()
        except OSError:
            self.cut()

    def cut(self):
        """Ends it at once both ways, as a cut cable does once somebody notices."""
        for task in self.tasks:
            task.cancel()
        for _, writer in (self.near, self.far):
            reset(writer)

    def half_close(self, towards_target):
        """One side is told that nothing more comes; it may still send."""
        writer = (self.far if towards_target else self.near)[1]
        if not writer.is_closing():
            try:
                writer.write_eof()
            except OSError:
                pass


class Proxy:
    # What a connection through it is.
    link = Link

    def __init__(self, loop, target, port=0):
        self.loop, self.target, self.faults = loop, target, Faults()
        # Bytes that passed, of requests and of replies; connections that ended instead of a reply.
        self.carried, self.accepted, self.lost = [0, 0], 0, 0
        self.links = set()
        self.changed = None
        self.port = loop.run(self.start(port))

    async def start(self, port):
        self.changed = asyncio.Event()
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", port)
        return self.server.sockets[0].getsockname()[1]

    async def accept(self, reader, writer):
        self.accepted += 1
        if self.faults.refuses:
            return reset(writer)
        try:
            far = await asyncio.wait_for(asyncio.open_connection(*self.target), 5)
        except (OSError, asyncio.TimeoutError):
            return reset(writer)
        link = self.link(self, (reader, writer), far)
        self.links.add(link)
        try:
            await link.run()
        finally:
            self.links.discard(link)

    async def admit(self, is_reply):
        """Waits as long as a packet has to; false if the connection is to end instead."""
        if self.faults.delay:
            await asyncio.sleep(self.faults.delay)
        while self.faults.holds_replies if is_reply else self.faults.holds_requests:
            await self.changed.wait()
        return not (is_reply and self.faults.loses_replies)

    # What a test calls, from its own thread.

    def set(self, **faults):
        """Has these faults from now on, and no others."""
        self.loop.call(self.change, Faults(**faults))

    def heal(self):
        self.set()

    def change(self, faults):
        self.faults = faults
        self.changed.set()
        self.changed = asyncio.Event()

    def cut(self):
        """Ends every connection."""
        self.loop.call(lambda: [link.cut() for link in list(self.links)])

    def half_close(self, towards_target):
        self.loop.call(lambda: [link.half_close(towards_target) for link in list(self.links)])

    def lead_to(self, target):
        """New connections lead somewhere else; those that there are end."""
        self.target = target
        self.cut()

    def close(self):
        self.loop.run(self.stop())

    async def stop(self):
        self.server.close()
        for link in list(self.links):
            link.cut()


def reset(writer):
    """Closes a connection so that the other side sees an error and not an end."""
    if not writer.is_closing():
        connection = writer.get_extra_info("socket")
        if connection is not None and connection.family != socket.AF_UNIX:
            try:
                connection.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                pass
        writer.transport.abort()
