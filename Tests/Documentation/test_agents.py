"""What the article about agents prints: its entry for a client starts the server, and its conversation is what
comes of it."""

import json
import os
import re
import subprocess
import sys
import unittest

import runs
from documents import PROJECT, Document
from runs import PRODUCTS

sys.path.insert(0, str(PROJECT / "Tests" / "Web"))
from browser import Browser  # noqa: E402

ARTICLE = "Sources/FrontEnds/FlowlineMCP/FlowlineMCP.docc/FlowlineMCP.md"
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}}}


class Agents(runs.Case):
    def blocks(self, language):
        return [one.text for one in Document(ARTICLE).blocks if one.language == language]

    def start(self):
        entry = next(json.loads(text) for text in self.blocks("json") if "mcpServers" in text)
        server = entry["mcpServers"]["flowline"]
        self.environment = self.variables(PATH=f"{PRODUCTS}:{os.environ['PATH']}")
        self.process = subprocess.Popen(
            [f"{PRODUCTS}/{server['command']}", *server["args"], "--now", "2026-11-20T12:00:00Z"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment)

    def call(self, tool, arguments, **more):
        self.process.stdin.write(json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments, "_meta": META, **more}}).encode())
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]

    def confirm(self, link):
        """The person opens the page, shows by the code whose browser it is, and says yes."""
        code = subprocess.run([f"{PRODUCTS}/flowline", "mcp", "--code"], capture_output=True,
                              text=True, check=True, env=self.environment).stdout.strip()
        place = re.match(r"http://127\.0\.0\.1:([0-9]+)(/.*)", link)
        browser = Browser(int(place[1]))
        browser.get(place[2])
        page = browser.follow(browser.post(place[2], {"code": code}))
        browser.answer(page, {"answer": "yes"})

    def test_the_conversation(self):
        talk = next(text for text in self.blocks("text") if text.startswith("You "))
        tool, arguments = re.search(r"^Agent  (\S+) (\{.*\})$", talk, re.M).groups()
        arguments = json.loads(arguments)
        self.start()
        asked = self.call(tool, arguments)
        params = asked["inputRequests"]["answer"]["params"]
        shown = talk.split("\n", 2)[2].split("You    [open")[0]
        self.assertEqual(params["message"], "\n".join(
            line.removeprefix("       ") for line in shown.splitlines()))
        self.confirm(params["url"])
        asked = self.call(tool, arguments, requestState=asked["requestState"],
                          inputResponses={"answer": {"action": "accept"}})
        done = self.call(tool, arguments, requestState=asked["requestState"], inputResponses={
            "answer": {"action": "accept", "content": {"receipt": True}}})
        self.assertEqual(done["content"][0]["text"], talk.splitlines()[-1].removeprefix("Agent  "))
        self.process.stdin.close()
        self.assertEqual(self.process.wait(120), 0)
        self.process.stdout.close()


if __name__ == "__main__":
    unittest.main()
