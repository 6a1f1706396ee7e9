"""Every recorded session of both families through an agent: what is asked, a person answers; the record is
that of the prompt."""

import itertools
import json
import unittest

from agents import KIND, MODES, TRANSPORTS, Place, fits
from recorded import Recorded, Script


class Walks(unittest.IsolatedAsyncioTestCase):
    maxDiff = None

    async def walk(self, transport, mode, script, asks=True):
        place = Place(transport)
        try:
            someone = Recorded(script, place.person)
            async with place.agent(someone.ask if asks else None, mode) as agent:
                # A client that knows what a tool answers checks that it does.
                tools = await agent.tools()
                result = await agent.call(script.flow)
                for _ in range(80):
                    if result["state"] == "ended" or not someone.inputs:
                        break
                    result = await self.go_on(agent, result, someone, asks)
                self.assertFalse(result.is_error, result.text)
                fits(result.values, tools[script.flow])
                journal = await agent.journal(result["session"])
            expected, got = script.compared(journal)
            where = f"{script} by {KIND} {mode} over {transport}"
            for line, other in itertools.zip_longest(got, expected, fillvalue="nothing more"):
                self.assertEqual(line[:2000], other[:2000], where)
            return len(someone.schemas) + len(place.person.opened)
        finally:
            place.close()

    async def go_on(self, agent, result, someone, asks):
        self.assertFalse(result.is_error, result.text)
        session = {"session": result["session"]}
        question = result["question"]
        if question and question["personOnly"] and (not asks or "url" not in self.ways):
            someone.on_page(result["link"])
        elif question and not asks:
            action, content = someone.on_form(question["schema"])
            if action == "decline":
                return await agent.call("leave-session", session)
            if content.get("go-back"):
                return await agent.call("back-in-session", session)
            fields = {k: v for k, v in content.items() if k not in ("leave-out",)}
            properties = set(question["schema"]["properties"]) - {"go-back", "leave-out"}
            if len(properties) > 1:
                return await agent.call("resume-session", {**session, "answers": fields})
            value = next(iter(fields.values())) if fields else ""
            return await agent.call("resume-session", {**session, "answer": value})
        return await agent.call("resume-session", session)

    # What the client says that it can do.
    ways = {"form", "url"}

    async def test_each_recorded_session(self):
        scripts = Script.all()
        self.assertGreater(len(scripts), 40)
        for number, script in enumerate(scripts):
            if script.language != "en-GB":
                continue
            # Each script by one way at least, and all ways by some: which is which, the number says.
            ways = [(t, m) for t in TRANSPORTS for m in MODES]
            transport, mode = ways[number % len(ways)]
            with self.subTest(script=str(script), transport=transport, mode=mode):
                asked = await self.walk(transport, mode, script)
                self.assertGreater(asked, 0)

    async def test_a_client_that_asks_nobody(self):
        for script in Script.all():
            if script.language != "en-GB" or script.path.stem not in (
                    "create-goal", "round-up", "back", "declined"):
                continue
            with self.subTest(script=str(script)):
                await self.walk("stdio", MODES[0], script, asks=False)


if __name__ == "__main__":
    print(json.dumps({"client": KIND, "modes": MODES}))
    unittest.main(verbosity=2)
