"""Recorded sessions of both families through runs of AG-UI: each event is one by the published types, and the
record is that of the prompt."""

import datetime
import http.client
import json
import unittest
import uuid

import jsonschema
import pydantic
from ag_ui.core import Event, ResumeEntry, RunAgentInput
from agents import Place
from recorded import Recorded, Script

EVENTS = pydantic.TypeAdapter(Event)


class Thread:
    """A front end: it runs a flow, and runs it again with what a person answers."""

    def __init__(self, place, flow):
        self.place, self.flow = place, flow
        self.name, self.state, self.events = str(uuid.uuid4()), {}, []

    def run(self, *resume, run=None, state=None):
        sent = RunAgentInput(
            thread_id=self.name, run_id=run or str(uuid.uuid4()), messages=[], tools=[], context=[],
            state=self.state if state is None else state, forwarded_props={}, resume=list(resume))
        connection = http.client.HTTPConnection("127.0.0.1", self.place.server.port, timeout=120)
        connection.request(
            "POST", f"/ag-ui/{self.flow}",
            sent.model_dump_json(by_alias=True, exclude_none=True),
            {"Content-Type": "application/json", **self.place.headers})
        response = connection.getresponse()
        text = response.read().decode()
        assert response.status == 200, (response.status, text)
        assert response.getheader("Content-Type") == "text/event-stream"
        connection.close()
        said = [line.removeprefix("data: ") for line in text.splitlines()
                if line.startswith("data: ")]
        self.events = [EVENTS.validate_json(one) for one in said]
        for event in self.events:
            if event.type == "STATE_SNAPSHOT":
                self.state = event.snapshot
        assert self.events[0].type == "RUN_STARTED" and self.events[0].run_id == sent.run_id
        return self.events[-1]

    def answer(self, interrupt, **payload):
        return self.run(ResumeEntry(
            interrupt_id=interrupt.id, status="resolved", payload=payload))


def interrupt(event):
    """The one that a run ended with."""
    assert event.type == "RUN_FINISHED" and event.outcome.type == "interrupt", event
    (one,) = event.outcome.interrupts
    return one


class Runs(unittest.IsolatedAsyncioTestCase):
    maxDiff = None

    def setUp(self):
        self.place = Place("http")
        self.addCleanup(self.place.close)

    async def walk(self, script, place):
        someone = Recorded(script, place.person)
        thread = Thread(place, script.flow)
        last = thread.run()
        for _ in range(200):
            if last.type == "RUN_ERROR" or last.outcome.type != "interrupt" or not someone.inputs:
                break
            asked = interrupt(last)
            when = datetime.datetime.fromisoformat(asked.expires_at)
            self.assertIsNotNone(when.tzinfo)
            if asked.response_schema is None:
                self.assertEqual(asked.reason, "flowline:page")
                action, content = await someone.ask("url", asked.message, None,
                                                    asked.metadata["flowline"]["url"])
            else:
                self.assertEqual(asked.reason, "input_required")
                jsonschema.Draft202012Validator.check_schema(asked.response_schema)
                action, content = await someone.ask("form", asked.message, asked.response_schema,
                                                    None)
            payload = {"leave": True} if action == "decline" else content
            last = thread.run(ResumeEntry(
                interrupt_id=asked.id,
                status="cancelled" if action == "cancel" else "resolved",
                payload=None if action == "cancel" else payload))
        async with place.agent() as agent:
            journal = await agent.journal(thread.state["session"])
        expected, got = script.compared(journal)
        self.assertEqual(got, expected, str(script))
        return last

    async def test_recorded_sessions(self):
        wanted = {"round-up", "back", "goal", "create-goal", "declined", "explain", "expense",
                  "approve"}
        scripts = [s for s in Script.all() if s.language == "en-GB" and s.path.stem in wanted]
        self.assertGreater(len(scripts), 5)
        ends = set()
        for script in scripts:
            with self.subTest(script=str(script)):
                place = Place("http")
                self.addCleanup(place.close)
                last = await self.walk(script, place)
                ends.add(last.type if last.type == "RUN_ERROR" else last.outcome.type)
        self.assertIn("success", ends)
        self.assertIn("cancelled", ends)

    def test_what_is_sent_twice_is_taken_once(self):
        thread = Thread(self.place, "round-up")
        run = str(uuid.uuid4())
        first = interrupt(thread.run(run=run, state={}))
        again = interrupt(thread.run(run=run, state={}))
        self.assertEqual(thread.state["session"], run)
        self.assertEqual(first.message, again.message)
        second = interrupt(thread.answer(first, account="personal"))
        replayed = interrupt(thread.answer(first, account="business"))
        self.assertIn("not accepted", replayed.message)
        self.assertIn(second.message, replayed.message)

    def test_a_front_end_that_lost_the_interrupt_is_asked_again(self):
        thread = Thread(self.place, "round-up")
        asked = interrupt(thread.run())
        self.assertEqual(interrupt(thread.run()).message, asked.message)
        # It is for this thread only.
        other = Thread(self.place, "round-up")
        self.assertEqual(other.answer(asked, account="personal").type, "RUN_ERROR")
        left = thread.run(ResumeEntry(interrupt_id=asked.id, status="cancelled"))
        self.assertEqual(left.outcome.type, "cancelled")
        self.assertIn("week", interrupt(thread.answer(asked, account="personal"))
                      .response_schema["properties"])

    def test_what_makes_no_sense_is_an_error_of_the_protocol(self):
        thread = Thread(self.place, "round-up")
        asked = interrupt(thread.run())
        for entries in ([ResumeEntry(interrupt_id="x", status="resolved")],
                        [ResumeEntry(interrupt_id=asked.id[:-3] + "AAA", status="resolved")],
                        [ResumeEntry(interrupt_id="x", status="cancelled")],
                        [ResumeEntry(interrupt_id=asked.id, status="resolved")] * 2):
            self.assertEqual(thread.run(*entries).type, "RUN_ERROR")
        self.assertEqual(Thread(self.place, "nothing").run().type, "RUN_ERROR")
        # An empty answer is asked for again, as often as it comes.
        for _ in range(5):
            asked = interrupt(thread.answer(asked))
        self.assertTrue(asked.message.startswith("The answer was empty."), asked.message)

    def test_requests_that_are_none(self):
        for body, headers, status in [
                (b"{", {}, 400), (b"\xff", {}, 400), (b"{}", {"Authorization": "Bearer x"}, 401),
                (b"{}", {"Content-Type": "text/plain"}, 400), (b" " * (2 << 20), {}, 400),
                (b"{}", {"Origin": "https://evil.example"}, 403),
                (b"{}", {"Host": "evil.example"}, 421)]:
            connection = http.client.HTTPConnection("127.0.0.1", self.place.server.port, timeout=120)
            connection.request("POST", "/ag-ui/round-up", body, {
                "Content-Type": "application/json", **self.place.headers, **headers})
            response = connection.getresponse()
            self.assertEqual(response.status, status, (body[:20], headers))
            self.assertIn("message", json.loads(response.read()))
            connection.close()
        # An object that is no input of a run is told in a run.
        connection = http.client.HTTPConnection("127.0.0.1", self.place.server.port, timeout=120)
        connection.request("POST", "/ag-ui/round-up", b"[1]", {
            "Content-Type": "application/json", **self.place.headers})
        self.assertIn('"RUN_ERROR"', connection.getresponse().read().decode())
        connection.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
