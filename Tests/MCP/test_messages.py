"""Every message that is sent is one by the published types of its revision, and every schema by the
meta-schema of JSON Schema."""

import itertools
import json
import unittest

import acp.schema
import jsonschema
import mcp_types.methods as methods
import pydantic
from agents import MODES, TRANSPORTS, Place, fits
from recorded import Recorded, Script

ELICITATION = pydantic.TypeAdapter(acp.schema.CreateElicitationRequest)
REVISION = {"2026-07-28": "2026-07-28", "auto": "2026-07-28", "legacy": "2025-11-25"}


class Messages(unittest.IsolatedAsyncioTestCase):
    async def test_each_message_is_of_its_revision(self):
        wanted = {"round-up", "back", "goal", "explain", "expense", "approve", "declined"}
        scripts = [s for s in Script.all() if s.language == "en-GB" and s.path.stem in wanted]
        self.assertGreater(len(scripts), 5)
        for transport, mode in itertools.product(TRANSPORTS, MODES):
            counted = 0
            for script in scripts:
                place = Place(transport)
                with self.subTest(transport=transport, mode=mode, script=str(script)):
                    await self.walk(script, place, mode)
                    counted += self.check(place.log, REVISION[mode])
                place.close()
            self.assertGreater(counted, 100, (transport, mode))

    async def walk(self, script, place, mode):
        """Walks a script, and asks for all else that there is."""
        someone = Recorded(script, place.person)
        async with place.agent(someone.ask, mode) as agent:
            tools = await agent.tools()
            result = await agent.call(script.flow)
            fits(result.values, tools[script.flow])
            again = await agent.call("resume-session", {"session": result["session"]})
            fits(again.values, tools["resume-session"])
            await agent.journal(result["session"])
            await agent.call("resume-session", {"session": "wrong"})
            await agent.client.list_resources()
            await agent.client.list_resource_templates()

    def check(self, log, revision):
        """Reads what was said, and validates what the server said."""
        asked, count = {}, 0
        with open(log, encoding="utf-8") as said:
            lines = said.readlines()
        for line in lines:
            mark, message = line[0], json.loads(line[2:])
            if mark == ">":
                if "method" in message and "id" in message:
                    asked[message["id"]] = message["method"]
                continue
            count += 1
            self.assertEqual(message["jsonrpc"], "2.0")
            if "method" in message:
                if "id" in message:
                    methods.parse_server_request(message["method"], revision, message["params"])
                    self.schemas(message["params"].get("requestedSchema"))
                    # The Agent Client Protocol asks with the same, of a session of its own.
                    ELICITATION.validate_python({**message["params"], "sessionId": "one"})
                else:
                    methods.parse_server_notification(
                        message["method"], revision, message["params"])
            elif "result" in message:
                method = asked[message["id"]]
                at = revision if method != "server/discover" else "2026-07-28"
                methods.parse_server_result(method, at, message["result"])
                self.results(message["result"])
            else:
                self.assertIn(message["error"]["code"], (-32601, -32602, -32600, -32022))
        return count

    def results(self, result):
        for tool in result.get("tools", []):
            self.schemas(tool["inputSchema"])
            self.schemas(tool["outputSchema"])
        for request in (result.get("inputRequests") or {}).values():
            self.schemas(request["params"].get("requestedSchema"))

    def schemas(self, schema):
        if schema is None:
            return
        jsonschema.Draft202012Validator.check_schema(schema)
        self.assertTrue(schema["type"] == "object")


if __name__ == "__main__":
    unittest.main(verbosity=2)
