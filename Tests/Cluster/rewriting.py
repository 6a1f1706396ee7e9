"""A network that takes guards out of what a node asks its PostgreSQL, and stops at what a test names.

    proxy.texts = {"AND last = $6": ""}          # statements that are prepared from here on have the other text
    proxy.meet(b"done goal", HOLD)               # the first request with these bytes waits, and all behind it
    proxy.meet(b"answer amount", LOSE_REPLY)     # it is made, and its connection ends instead of the reply
    proxy.meet(b"answer amount", HOLD_REPLY)     # it is made, and its reply waits
    proxy.heal()

The node and its database are what they always are: what the checker finds is due to the guard that is missing.
"""

import asyncio
import struct

from processes import PATIENCE
from proxy import Link, Proxy

# What a client asks before it begins (PostgreSQL's “Message Formats”): TLS or GSS, or an end of another's call.
UNTYPED = {80877102, 80877103, 80877104}
HOLD, HOLD_REPLY, LOSE_REPLY = "hold", "hold reply", "lose reply"


class Messages:
    """The requests of a connection, one at a time, instead of its bytes as they come."""

    def __init__(self, reader, link):
        self.reader, self.link, self.has_begun = reader, link, False

    async def read(self, _):
        try:
            kind = await self.reader.readexactly(1) if self.has_begun else b""
            length = await self.reader.readexactly(4)
            content = await self.reader.readexactly(struct.unpack("!I", length)[0] - 4)
        except asyncio.IncompleteReadError:
            return b""
        if not self.has_begun:
            self.has_begun = struct.unpack("!I", content[:4])[0] not in UNTYPED
        elif kind == b"P":
            content = self.link.proxy.rewritten(content)
        await self.link.pass_by(content)
        return kind + struct.pack("!I", len(content) + 4) + content


class Replies:
    """The replies of a connection, of which the next may have to wait, or never comes."""

    def __init__(self, reader, link):
        self.reader, self.link = reader, link

    async def read(self, size):
        content = await self.reader.read(size)
        if content and self.link.fate == LOSE_REPLY:
            raise ConnectionResetError
        while content and self.link.fate == HOLD_REPLY:
            await self.link.proxy.changed.wait()
        return content


class RewritingLink(Link):
    # What becomes of the next reply.
    fate = None

    async def pump(self, reader, writer, is_reply):
        await super().pump(Replies(reader, self) if is_reply else Messages(reader, self), writer, is_reply)

    async def pass_by(self, content):
        """Does with a request what is to be done with one of these contents; the first alone is met."""
        proxy = self.proxy
        if not proxy.awaited or proxy.awaited not in content:
            return
        proxy.awaited = None
        proxy.is_met.set()
        if proxy.fate == HOLD:
            await proxy.changed.wait()
        else:
            self.fate = proxy.fate


class RewritingProxy(Proxy):
    link = RewritingLink

    def __init__(self, *arguments):
        # Texts of statements, and what is there instead; those of them that there were.
        self.texts, self.found = {}, set()
        # What a request has that is met, and what is done with it then.
        self.awaited = self.fate = None
        self.is_met = asyncio.Event()
        super().__init__(*arguments)

    def rewritten(self, content):
        """A request to prepare a statement, with the texts that are planted."""
        name, text, rest = content.split(b"\0", 2)
        for old, new in self.texts.items():
            if old.encode() in text:
                self.found.add(old)
                text = text.replace(old.encode(), new.encode())
        return b"\0".join((name, text, rest))

    # What a test calls, from its own thread.

    def meet(self, content, fate):
        def meet():
            self.awaited, self.fate = content, fate
            self.is_met.clear()
        self.loop.call(meet)

    def wait_until_met(self):
        self.loop.run(asyncio.wait_for(self.is_met.wait(), PATIENCE), 2 * PATIENCE)

    def change(self, faults):
        for link in self.links:
            link.fate = None
        self.awaited = None
        super().change(faults)
