"""A transport over HTTP that writes down what is said, a message a line, as tee.py does of streams."""

import json

import httpx2


class Heard(httpx2.AsyncHTTPTransport):
    def __init__(self, log):
        super().__init__()
        self.log = open(log, "ab", buffering=0)  # noqa: SIM115

    async def handle_async_request(self, request):
        self.write(b"> ", await request.aread())
        response = await super().handle_async_request(request)
        response.stream = HeardStream(response.stream, self)
        return response

    async def __aexit__(self, *problem):
        await super().__aexit__(*problem)
        self.log.close()

    def write(self, mark, text):
        if text.strip().startswith(b"{"):
            self.log.write(mark + json.dumps(json.loads(text)).encode() + b"\n")


class HeardStream(httpx2.AsyncByteStream):
    """A body: one message, or one for each event's data."""

    def __init__(self, stream, heard):
        self.stream, self.heard, self.rest = stream, heard, b""

    async def __aiter__(self):
        async for chunk in self.stream:
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            for line in lines:
                self.heard.write(b"< ", line.removeprefix(b"data:"))
            yield chunk
        self.heard.write(b"< ", self.rest)

    async def aclose(self):
        await self.stream.aclose()
