"""The requirements of the protocol's own conformance suite, by revision: each is tried here over HTTP, or
another test tries it, or there is a reason why it does not apply.

The names are those of `requirements/*.yaml` in modelcontextprotocol/conformance.
"""

import http.client
import itertools
import json
import pathlib
import threading
import unittest

from agents import Place

HERE = pathlib.Path(__file__).resolve().parent
REVISION = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"


class Reason(str):
    """Why a requirement does not apply: it is one of what need not be offered, and is not."""


NO_PROMPTS = Reason("there are no prompts, and none are announced: an agent calls flows")
NO_MEDIA = Reason("a result is values, their words and links to files: it has no pictures, sounds or contents")
NO_LOGS = Reason("logging is not announced: what happens is in journals, which are resources")
NO_SAMPLING = Reason("nothing is asked of a model or of a file system: questions are for a person")
NO_COMPLETION = Reason("completion is not announced: what can be chosen is in the form's schema")
NO_SUBSCRIPTION = Reason("subscriptions are not announced: a journal is read when it is wanted")

BOTH = {
    "completion-complete": NO_COMPLETION,
    "dns-rebinding-protection": "test_a_request_that_names_another_host_is_refused",
    "prompts-get-embedded-resource": NO_PROMPTS,
    "prompts-get-simple": NO_PROMPTS,
    "prompts-get-with-args": NO_PROMPTS,
    "prompts-get-with-image": NO_PROMPTS,
    "prompts-list": NO_PROMPTS,
    "resources-list": "test_messages.Messages.test_each_message_is_of_its_revision",
    "resources-read-binary": "what a question shows is linked to and read",
    "resources-read-text": "journals and results are resources of their user",
    "resources-templates-read": "test_a_template_leads_to_a_resource",
    "server-sse-multiple-streams": "test_several_streams_at_once_each_have_their_own_answer",
    "tools-call-audio": NO_MEDIA,
    "tools-call-embedded-resource": NO_MEDIA,
    "tools-call-error": "test_what_goes_wrong_in_a_tool_is_its_result",
    "tools-call-image": NO_MEDIA,
    "tools-call-mixed-content": NO_MEDIA,
    "tools-call-simple-text": "test_what_goes_wrong_in_a_tool_is_its_result",
    "tools-call-with-progress": "requests that stand alone are answered by JSON, or by events with progress",
    "tools-list": "test_each_list_says_how_long_it_holds",
}
REQUIREMENTS = {
    REVISION: {
        **BOTH,
        "caching": "test_each_list_says_how_long_it_holds",
        "input-required-result-basic-elicitation": "test_a_question_has_a_state_and_its_type_is_said",
        "input-required-result-basic-list-roots": NO_SAMPLING,
        "input-required-result-basic-sampling": NO_SAMPLING,
        "input-required-result-capability-check": "test_a_client_that_asks_nobody_is_asked_nothing",
        "input-required-result-ignore-extra-params": "test_answers_to_what_was_not_asked_are_passed_over",
        "input-required-result-missing-input-response": "test_a_missing_answer_is_asked_for_again",
        "input-required-result-multi-round": "test_walks.Walks.test_each_recorded_session",
        "input-required-result-multiple-input-requests": Reason(
            "a question is put alone, or as a form with several fields"),
        "input-required-result-non-tool-request": Reason("only tools ask; resources need no answer"),
        "input-required-result-request-state": "test_a_question_has_a_state_and_its_type_is_said",
        "input-required-result-result-type": "test_a_question_has_a_state_and_its_type_is_said",
        "input-required-result-tampered-state": "test_a_changed_state_is_refused",
        "input-required-result-unsupported-methods": "test_nothing_but_a_tool_asks",
        "input-required-result-validate-input": "test_answers_that_are_none_are_not_taken",
        "sep-2164-resource-not-found": "test_a_resource_that_is_not_there",
        "server-stateless": "test_a_request_says_its_revision_and_what_its_client_can",
    },
    "2025-11-25": {
        **BOTH,
        "elicitation-sep1034-defaults": "a question is a flat schema of the published types, in every revision",
        "elicitation-sep1330-enums": "choices have titles, with what is said of them",
        "logging-set-level": NO_LOGS,
        "ping": "test_a_connection_is_begun_and_answers",
        "resources-subscribe": NO_SUBSCRIPTION,
        "resources-unsubscribe": NO_SUBSCRIPTION,
        "server-initialize": "test_a_connection_is_begun_and_answers",
        "tools-call-elicitation": "test_agents.Agents.test_the_week_is_rounded_up_and_confirmed_on_the_page",
        "tools-call-sampling": NO_SAMPLING,
        "tools-call-with-logging": NO_LOGS,
    },
}


def accept(**content):
    return {"action": "accept", "content": content}


class Requirements(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = Place("http")
        cls.addClassCleanup(cls.place.close)
        cls.numbers = itertools.count(1)

    # Requests

    def meta(self, revision=REVISION, elicits=True):
        return {f"{PREFIX}protocolVersion": revision,
                f"{PREFIX}clientInfo": {"name": "requirements", "version": "1"},
                f"{PREFIX}clientCapabilities":
                    {"elicitation": {"form": {}, "url": {}}} if elicits else {}}

    def post(self, message, headers):
        """Status, the messages that came, and the headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.place.server.port, timeout=120)
        fields = {"Content-Type": "application/json",
                  "Accept": "application/json, text/event-stream", **self.place.headers, **headers}
        connection.request("POST", "/mcp", json.dumps(message),
                           {name: value for name, value in fields.items() if value is not None})
        reply = connection.getresponse()
        body = reply.read().decode()
        connection.close()
        if (reply.headers["Content-Type"] or "").startswith("text/event-stream"):
            said = [json.loads(line[5:]) for line in body.splitlines() if line.startswith("data:")]
        else:
            said = [json.loads(body)] if body else []
        return reply.status, said, reply.headers

    def send(self, method, params=None, meta=None, headers=None):
        """The last message and its status, of a request that stands alone."""
        params = dict(params or {})
        if meta != {}:
            params["_meta"] = meta or self.meta()
        number = next(self.numbers)
        fields = {"MCP-Protocol-Version": REVISION, "Mcp-Method": method}
        named = {"tools/call": "name", "resources/read": "uri", "prompts/get": "name"}.get(method)
        if named:
            fields["Mcp-Name"] = params.get(named)
        status, said, _ = self.post(
            {"jsonrpc": "2.0", "id": number, "method": method, "params": params},
            {**fields, **(headers or {})})
        self.assertEqual(said[-1]["id"], number, said)
        return status, said[-1]

    def call(self, tool, arguments=None, meta=None, **more):
        status, answer = self.send(
            "tools/call", {"name": tool, "arguments": arguments or {}, **more}, meta)
        self.assertEqual(status, 200, answer)
        return answer["result"]

    def refused(self, code, status, answer):
        self.assertEqual((status, answer[1]["error"]["code"]), (answer[0], code), answer)

    # Requests that stand alone

    def test_a_request_says_its_revision_and_what_its_client_can(self):
        whole = self.meta()
        self.refused(-32602, 400, self.send("server/discover", meta={}))
        for name in ("protocolVersion", "clientCapabilities"):
            less = {key: value for key, value in whole.items() if not key.endswith(name)}
            self.refused(-32602, 400, self.send("server/discover", meta=less))
        # Who a client is need not be said.
        less = {key: value for key, value in whole.items() if not key.endswith("clientInfo")}
        status, answer = self.send("server/discover", meta=less)
        self.assertEqual(status, 200)
        found = answer["result"]
        self.assertIn(REVISION, found["supportedVersions"])
        self.assertTrue(found["_meta"][f"{PREFIX}serverInfo"]["version"])
        # What is announced is there, and nothing else is.
        self.assertEqual(set(found["capabilities"]), {"tools", "resources"})
        self.assertEqual(found["capabilities"], {"tools": {}, "resources": {}})
        self.assertTrue(self.send("tools/list")[1]["result"]["tools"])

    def test_a_revision_that_is_not_spoken_is_told_with_those_that_are(self):
        other = "v999.0.0"
        answer = self.send("server/discover", meta=self.meta(other),
                           headers={"MCP-Protocol-Version": other})
        self.refused(-32022, 400, answer)
        data = answer[1]["error"]["data"]
        self.assertEqual(data["requested"], other)
        spoken = self.send("server/discover")[1]["result"]["supportedVersions"]
        self.assertTrue(data["supported"] and set(data["supported"]) <= set(spoken))

    def test_headers_say_what_the_body_says(self):
        self.refused(-32020, 400, self.send("server/discover", meta=self.meta("v999.0.0")))
        for headers in ({"Mcp-Method": "resources/list"}, {"Mcp-Method": None},
                        {"Mcp-Method": "TOOLS/LIST"}):
            self.refused(-32020, 400, self.send("tools/list", headers=headers))
        params = {"name": "list-sessions", "arguments": {}}
        for name in ("round-up", None, "LIST-SESSIONS", "=?base64?!!?="):
            self.refused(-32020, 400, self.send("tools/call", params, headers={"Mcp-Name": name}))
        for name in ("  list-sessions  ", "=?base64?bGlzdC1zZXNzaW9ucw==?="):
            self.assertEqual(self.send("tools/call", params, headers={"Mcp-Name": name})[0], 200)
        self.assertEqual(self.send(
            "tools/list", headers={"Mcp-Method": None, "MCP-METHOD": "tools/list"})[0], 200)

    def test_methods_of_earlier_revisions_and_of_none_are_not_there(self):
        for method in ("initialize", "ping", "logging/setLevel", "resources/subscribe",
                       "resources/unsubscribe", "prompts/list", "completion/complete",
                       "subscriptions/listen", "no/such/method"):
            self.refused(-32601, 404, self.send(method))

    def test_a_request_that_names_another_host_is_refused(self):
        for host, origin in (("evil.example", "http://evil.example"),
                             (f"evil.example:{self.place.server.port}", None),
                             (None, "http://evil.example")):
            status, _, _ = self.post(
                {"jsonrpc": "2.0", "id": 1, "method": "server/discover",
                 "params": {"_meta": self.meta()}},
                {"MCP-Protocol-Version": REVISION, "Mcp-Method": "server/discover", "Origin": origin,
                 **({"Host": host} if host else {})})
            self.assertIn(status, (403, 421), (host, origin))
        port = self.place.server.port
        for host in (f"localhost:{port}", f"127.0.0.1:{port}"):
            self.assertEqual(self.send(
                "server/discover", headers={"Host": host, "Origin": f"http://{host}"})[0], 200)

    # Lists and resources

    def test_each_list_says_how_long_it_holds(self):
        session = self.call("create-goal")["requestState"] and self.newest()
        for method, params in (
                ("server/discover", None), ("tools/list", None), ("resources/list", None),
                ("resources/templates/list", None),
                ("resources/read", {"uri": f"flowline://session/{session}/journal"})):
            result = self.send(method, params)[1]["result"]
            self.assertIs(type(result["ttlMs"]), int, method)
            self.assertGreaterEqual(result["ttlMs"], 0)
            self.assertIn(result["cacheScope"], ("public", "private"))

    def newest(self):
        return self.call("list-sessions")["structuredContent"]["sessions"][0]["session"]

    def test_a_template_leads_to_a_resource(self):
        self.call("create-goal")
        session = self.newest()
        templates = self.send("resources/templates/list")[1]["result"]["resourceTemplates"]
        self.assertEqual([template["name"] for template in templates], ["journal", "result", "file"])
        for template in templates[:2]:
            uri = template["uriTemplate"].replace("{session}", session)
            read = self.send("resources/read", {"uri": uri})[1]["result"]
            self.assertTrue(read["contents"][0]["text"])
            self.assertEqual(read["contents"][0]["uri"], uri)

    def test_a_resource_that_is_not_there(self):
        uri = "test://nonexistent-resource"
        answer = self.send("resources/read", {"uri": uri})
        self.refused(-32602, 400, answer)
        self.assertEqual(answer[1]["error"]["data"], {"uri": uri})

    # Tools

    def test_what_goes_wrong_in_a_tool_is_its_result(self):
        result = self.call("resume-session", {"session": "wrong"})
        self.assertTrue(result["isError"])
        self.assertEqual(result["content"][0]["type"], "text")
        self.assertTrue(result["content"][0]["text"])
        self.refused(-32602, 400, self.send("tools/call", {"name": "no-such-tool"}))

    def test_several_streams_at_once_each_have_their_own_answer(self):
        said = {}

        def ask(number):
            params = {"name": "create-goal", "arguments": {},
                      "_meta": {**self.meta(), "progressToken": f"p{number}"}}
            status, messages, headers = self.post(
                {"jsonrpc": "2.0", "id": f"stream {number}", "method": "tools/call",
                 "params": params},
                {"MCP-Protocol-Version": REVISION, "Mcp-Method": "tools/call",
                 "Mcp-Name": "create-goal"})
            said[number] = (status, messages, headers["Content-Type"])
        threads = [threading.Thread(target=ask, args=[number]) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number, (status, messages, kind) in said.items():
            self.assertEqual((status, kind), (200, "text/event-stream"))
            self.assertEqual(messages[-1]["id"], f"stream {number}")
            self.assertEqual(messages[-1]["result"]["resultType"], "input_required")
            # A stream has what belongs to its request: progress, no logs, no requests of the server's own.
            for message in messages[:-1]:
                self.assertNotIn("id", message)
                self.assertEqual(message["method"], "notifications/progress")
                self.assertEqual(message["params"]["progressToken"], f"p{number}")

    # Questions

    def test_a_question_has_a_state_and_its_type_is_said(self):
        asked = self.call("create-goal")
        self.assertEqual(asked["resultType"], "input_required")
        self.assertEqual(asked["inputRequests"]["answer"]["method"], "elicitation/create")
        self.assertTrue(asked["requestState"])
        after = self.call("create-goal", inputResponses={"answer": accept(account="personal")},
                          requestState=asked["requestState"])
        self.assertEqual(after["resultType"], "input_required")
        self.assertNotEqual(after["requestState"], asked["requestState"])
        self.assertNotEqual(after["inputRequests"], asked["inputRequests"])

    def test_a_changed_state_is_refused(self):
        asked = self.call("create-goal")
        params = {"name": "create-goal", "arguments": {},
                  "inputResponses": {"answer": accept(account="personal")}}
        for state in (asked["requestState"] + "-TAMPERED", asked["requestState"][:-4], "", "none"):
            self.refused(-32602, 400, self.send("tools/call", {**params, "requestState": state}))
        taken = self.call("create-goal", inputResponses=params["inputResponses"],
                          requestState=asked["requestState"])
        self.assertEqual(taken["resultType"], "input_required")

    def test_a_missing_answer_is_asked_for_again(self):
        asked = self.call("create-goal")
        for more in ({}, {"requestState": asked["requestState"]}):
            again = self.call("create-goal", inputResponses={"wrong": accept(x="y")}, **more)
            self.assertEqual(again["resultType"], "input_required")
            self.assertEqual(
                again["inputRequests"]["answer"]["params"]["requestedSchema"],
                asked["inputRequests"]["answer"]["params"]["requestedSchema"])

    def test_answers_to_what_was_not_asked_are_passed_over(self):
        asked = self.call("create-goal")
        after = self.call(
            "create-goal", requestState=asked["requestState"],
            inputResponses={"answer": accept(account="personal", stray=1), "unknown": accept(foo="bar")})
        self.assertEqual(after["resultType"], "input_required")
        self.assertNotEqual(after["inputRequests"], asked["inputRequests"])

    def test_answers_that_are_none_are_not_taken(self):
        asked = self.call("create-goal")
        for responses in ({"answer": 12345}, {"answer": None}, {"answer": {"action": "shrug"}},
                          {"answer": {"action": "accept", "content": 7}}, None, 5, []):
            status, answer = self.send("tools/call", {
                "name": "create-goal", "arguments": {}, "inputResponses": responses,
                "requestState": self.call("create-goal")["requestState"]})
            if "error" in answer:
                self.assertEqual((status, answer["error"]["code"]), (400, -32602), responses)
                continue
            self.assertEqual(answer["result"]["resultType"], "input_required", responses)
            self.assertEqual(
                answer["result"]["inputRequests"]["answer"]["params"]["requestedSchema"],
                asked["inputRequests"]["answer"]["params"]["requestedSchema"], responses)

    def test_a_client_that_asks_nobody_is_asked_nothing(self):
        result = self.call("create-goal", meta=self.meta(elicits=False))
        self.assertEqual(result["resultType"], "complete")
        self.assertNotIn("inputRequests", result)

    def test_nothing_but_a_tool_asks(self):
        for method in ("server/discover", "tools/list", "resources/list", "resources/templates/list"):
            self.assertEqual(self.send(method)[1]["result"]["resultType"], "complete")

    # Connections of the revision before

    def test_a_connection_is_begun_and_answers(self):
        def ask(number, method, params, name=None):
            return self.post({"jsonrpc": "2.0", "id": number, "method": method, "params": params},
                             {"Mcp-Session-Id": name, "MCP-Protocol-Version": "2025-11-25"})
        status, said, headers = ask(1, "initialize", {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "requirements", "version": "1"}})
        self.assertEqual(status, 200)
        begun = said[-1]["result"]
        self.assertEqual(begun["protocolVersion"], "2025-11-25")
        self.assertTrue(begun["serverInfo"]["name"])
        self.assertEqual(set(begun["capabilities"]), {"tools", "resources"})
        name = headers["Mcp-Session-Id"]
        self.assertEqual(ask(2, "ping", {}, name)[1], [{"jsonrpc": "2.0", "id": 2, "result": {}}])
        for number, method in enumerate(("logging/setLevel", "prompts/list", "completion/complete",
                                         "resources/subscribe", "resources/unsubscribe"), start=3):
            status, said, _ = ask(number, method, {}, name)
            self.assertEqual(said[-1]["error"]["code"], -32601, method)

    # The list itself

    def test_each_requirement_has_a_test_or_a_reason(self):
        swift = "".join(
            path.read_text() for path in (HERE.parent / "FlowlineMCPTests").glob("*.swift"))
        for revision, requirements in REQUIREMENTS.items():
            for name, told in requirements.items():
                if isinstance(told, Reason):
                    continue
                with self.subTest(revision=revision, requirement=name):
                    if told.startswith("test_") and "." not in told:
                        self.assertTrue(hasattr(self, told), told)
                    elif told.startswith("test_"):
                        module, _, test = told.split(".")
                        self.assertIn(f"def {test}(", (HERE / f"{module}.py").read_text())
                    else:
                        self.assertIn(f"func `{told}`", swift)


if __name__ == "__main__":
    unittest.main(verbosity=2)
