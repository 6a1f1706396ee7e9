"""Clients from PyPI behind one way to use them: whichever of them this Python has."""

import contextlib
import json
import logging
import re
import sys
import tempfile

import jsonschema
from person import SERVE, Browser, Person, Server

try:
    import fastmcp
    from fastmcp.client.elicitation import ElicitResult
    from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
    KIND = "fastmcp"
except ImportError:
    fastmcp = None
    try:
        import mcp_types  # noqa: F401
        KIND = "new"
    except ImportError:
        KIND = "old"
    from mcp.types import ElicitResult

if KIND == "new":
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters
    from mcp.client.streamable_http import streamable_http_client
if KIND == "old":
    from mcp import ClientSession
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamablehttp_client

MODES = {"new": ["2026-07-28", "legacy", "auto"], "old": ["legacy"],
         "fastmcp": ["2026-07-28", "legacy"]}[KIND]
TRANSPORTS = ["stdio", "http"]
# It would tell of each step that takes long.
logging.getLogger("asyncio").setLevel(logging.ERROR)
CLOCK = ["--now", "2026-11-20T12:00:00Z", "--time-zone", "Europe/London"]


class Place:
    """Where agents and their person meet: a data folder, and for HTTP a server over it."""

    def __init__(self, transport):
        self.transport = transport
        self.folder = tempfile.TemporaryDirectory()
        self.data = self.folder.name + "/data"
        self.log = self.folder.name + "/messages"
        if transport == "http":
            self.server = Server(self.data, "--now", CLOCK[1])
            browser = Browser(self.server.port)
            browser.get("/agents")
            page = browser.follow(browser.post("/agents", {"name": "tester"}))
            self.token = re.search("flowline-[A-Za-z0-9_-]{43}", page.text)[0]
            self.person = Person(browser=browser)
        else:
            self.server = None
            self.person = Person(data=self.data)

    def close(self):
        if self.server:
            code, errors = self.server.stop()
            assert code == 0, errors
        self.folder.cleanup()

    @property
    def command(self):
        # What is said is written down, for `test_messages.py`.
        return [sys.executable, __file__.replace("agents.py", "tee.py"), self.log, SERVE, "mcp",
                "--data", self.data, "--calls-per-minute", "1000000", *CLOCK]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.port}/mcp"

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    @contextlib.asynccontextmanager
    async def agent(self, ask=None, mode=MODES[0]):
        """A client that asks with `await ask(mode, message, schema, url)`, or asks nobody."""
        async with contextlib.AsyncExitStack() as stack:
            yield Agent(await getattr(self, KIND)(stack, ask, mode))

    async def new(self, stack, ask, mode):
        async def asked(_, params):
            by_form = params.mode == "form"
            action, content = await ask(
                params.mode, params.message, plain(params.requested_schema) if by_form else None,
                None if by_form else params.url)
            return ElicitResult(action=action, content=content)

        if self.transport == "stdio":
            target = StdioServerParameters(command=self.command[0], args=self.command[1:],
                                           env={"PATH": "/usr/bin:/bin"})
        else:
            import httpx2
            from heard import Heard
            http = await stack.enter_async_context(httpx2.AsyncClient(
                headers=self.headers, timeout=120, transport=Heard(self.log)))
            target = streamable_http_client(self.url, http_client=http)
        return await stack.enter_async_context(
            Client(target, elicitation_callback=asked if ask else None, mode=mode))

    async def old(self, stack, ask, _):
        async def asked(_, params):
            by_form = getattr(params, "mode", "form") == "form"
            action, content = await ask(
                "form" if by_form else "url", params.message,
                plain(params.requestedSchema) if by_form else None,
                None if by_form else params.url)
            return ElicitResult(action=action, content=content)

        if self.transport == "stdio":
            streams = stdio_client(StdioServerParameters(
                command=self.command[0], args=self.command[1:], env={"PATH": "/usr/bin:/bin"}))
        else:
            streams = streamablehttp_client(self.url, headers=self.headers)
        ends = await stack.enter_async_context(streams)
        session = await stack.enter_async_context(
            ClientSession(ends[0], ends[1], elicitation_callback=asked if ask else None))
        await session.initialize()
        return session

    async def fastmcp(self, stack, ask, mode):
        async def asked(message, _, params, context):
            by_form = getattr(params, "mode", "form") == "form"
            action, content = await ask(
                "form" if by_form else "url", message,
                plain(params.requested_schema) if by_form else None,
                None if by_form else params.url)
            return ElicitResult(action=action, content=content)

        if self.transport == "stdio":
            target = StdioTransport(command=self.command[0], args=self.command[1:],
                                    env={"PATH": "/usr/bin:/bin"}, keep_alive=False)
        else:
            target = StreamableHttpTransport(self.url, headers=self.headers)
        return await stack.enter_async_context(
            fastmcp.Client(target, elicitation_handler=asked if ask else None, mode=mode))


def plain(value):
    return value if isinstance(value, dict) else value.model_dump(by_alias=True, exclude_none=True)


def fits(values, tool):
    """What a tool answers is what it says that it answers."""
    schema = getattr(tool, "output_schema", None) or tool.outputSchema
    jsonschema.validate(values, schema, jsonschema.Draft202012Validator)


class Result:
    """What a tool answered."""

    def __init__(self, answer):
        self.is_error = bool(getattr(answer, "is_error", getattr(answer, "isError", None)))
        self.values = getattr(answer, "structured_content",
                              getattr(answer, "structuredContent", None))
        self.text = answer.content[0].text
        # Clients that read no values have the same as text.
        assert json.loads(answer.content[1].text) == self.values

    def __getitem__(self, name):
        return (self.values or {}).get(name)


class Agent:
    def __init__(self, client):
        self.client = client

    async def call(self, tool, arguments=None):
        if KIND == "fastmcp":
            return Result(await self.client.call_tool(tool, arguments or {}, raise_on_error=False))
        return Result(await self.client.call_tool(tool, arguments or {}))

    async def tools(self):
        tools = await self.client.list_tools()
        tools = tools if isinstance(tools, list) else tools.tools
        return {tool.name: tool for tool in tools}

    async def read(self, address):
        read = await self.client.read_resource(address)
        return (read if isinstance(read, list) else read.contents)[0].text

    async def journal(self, session):
        return await self.read(f"flowline://session/{session}/journal")
