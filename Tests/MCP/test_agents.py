"""What agents and people do together, by each client in each of its ways: accept, decline, cancel, back,
refusals, limits, confirmations on pages."""

import unittest

from agents import KIND, MODES, TRANSPORTS, Place


class Answers:
    """A person who answers steps by a table, and is told what was asked."""

    def __init__(self, place, **answers):
        self.place, self.answers, self.asked = place, answers, []

    async def __call__(self, mode, message, schema, link):
        self.asked.append(message)
        if mode == "url":
            return self.answers.get("page", self.confirm)(link)
        known = {k: v for k, v in self.answers.items() if k in schema["properties"]}
        for name, value in known.items():
            if isinstance(value, list):
                known[name] = value.pop(0) if len(value) > 1 else value[0]
        if set(known.values()) & {"DECLINE", "CANCEL"}:
            return next(v for v in known.values() if v in ("DECLINE", "CANCEL")).lower(), None
        return "accept", known

    def confirm(self, link):
        self.place.person.confirm(link)
        return "accept", None


class Agents(unittest.IsolatedAsyncioTestCase):
    def each(self):
        for transport in TRANSPORTS:
            for mode in MODES:
                yield transport, mode

    async def in_each(self, test):
        for transport, mode in self.each():
            with self.subTest(client=KIND, transport=transport, mode=mode):
                place = Place(transport)
                try:
                    await test(place, mode)
                finally:
                    place.close()

    async def test_the_week_is_rounded_up_and_confirmed_on_the_page(self):
        async def test(place, mode):
            person = Answers(place, account="personal", week="last", review=True, goal="trip",
                             receipt=True)
            async with place.agent(person, mode) as agent:
                tools = await agent.tools()
                self.assertIn("round-up", tools)
                result = await agent.call("round-up")
                self.assertEqual(result["outcome"], "finished", result.text)
                self.assertIn("£3.20", result.text)
                self.assertEqual(len(place.person.opened), 1)
                listed = await agent.call("list-sessions")
                self.assertEqual([s["state"] for s in listed["sessions"]], ["finished"])
                words = await agent.read(f"flowline://session/{result['session']}/result")
                self.assertEqual(words, result.text)
        await self.in_each(test)

    async def test_a_decline_leaves_and_a_cancel_keeps(self):
        async def test(place, mode):
            async with place.agent(Answers(place, account="DECLINE"), mode) as agent:
                result = await agent.call("create-goal")
                self.assertEqual(result["outcome"], "cancelled")
            async with place.agent(Answers(place, account="personal", name="CANCEL"), mode) as agent:
                result = await agent.call("create-goal")
                self.assertEqual(result["state"], "asking")
            # Another client goes on where that one left off.
            person = Answers(place, name="Bike", target="250", confirm=True)
            async with place.agent(person, mode) as agent:
                result = await agent.call("resume-session", {"session": result["session"]})
                self.assertEqual(result["outcome"], "finished")
                self.assertEqual(len(person.asked), 2)
        await self.in_each(test)

    async def test_a_refused_answer_is_asked_again_with_the_reason(self):
        async def test(place, mode):
            person = Answers(place, account="personal", name="Bike", target=["12.505", "250"],
                             confirm=True)
            async with place.agent(person, mode) as agent:
                result = await agent.call("create-goal")
                self.assertEqual(result["outcome"], "finished")
                self.assertTrue(any("Too many decimals" in m for m in person.asked), person.asked)
        await self.in_each(test)

    async def test_no_argument_passes_the_confirmation(self):
        async def test(place, mode):
            known = {"account": "personal",
                     "answers": {"week": "last", "review": True, "goal": "trip"}}
            async with place.agent(None, mode) as agent:
                refused = await agent.call(
                    "round-up", {**known, "answers": {**known["answers"], "confirm": True}})
                self.assertTrue(refused.is_error)
                self.assertEqual(refused["code"], "personal")
                waiting = await agent.call("round-up", known)
                self.assertTrue(waiting["question"]["personOnly"])
                session = waiting["session"]
                for answer in (True, "yes", {"text": "yes"}):
                    again = await agent.call(
                        "resume-session", {"session": session, "answer": answer})
                    self.assertEqual(again["question"]["step"], "round-up/confirm")
                self.assertNotIn("commit", await agent.journal(session))
                place.person.confirm(waiting["link"])
                done = await agent.call("resume-session", {"session": session, "answer": True})
                self.assertEqual(done["outcome"], "finished")
                self.assertEqual((await agent.journal(session)).count("\ncommit transfer "), 1)
        await self.in_each(test)

    async def test_back_and_leave_by_tools(self):
        async def test(place, mode):
            async with place.agent(None, mode) as agent:
                result = await agent.call("create-goal", {"account": "personal"})
                session = {"session": result["session"]}
                back = await agent.call("back-in-session", session)
                self.assertEqual(back["question"]["step"], "create-goal/account")
                first = await agent.call("back-in-session", session)
                self.assertIn("not accepted", first.text)
                left = await agent.call("leave-session", session)
                self.assertEqual(left["outcome"], "cancelled")
        await self.in_each(test)

    async def test_empty_answers_end(self):
        async def empty(mode, message, schema, link):
            self.count += 1
            return "accept", {}

        async def test(place, mode):
            if KIND == "fastmcp":
                return  # It sends no answer that does not fit the schema.
            self.count = 0
            async with place.agent(empty, mode) as agent:
                result = await agent.call("create-goal")
                self.assertEqual(self.count, 4)
                self.assertIn("empty answers", result.text)
                self.assertEqual(result["question"]["step"], "create-goal/account")
        await self.in_each(test)

    async def test_a_call_of_many_questions_returns_before_the_limit(self):
        async def test(place, mode):
            count = [0]

            async def back_and_forth(mode, message, schema, link):
                count[0] += 1
                if count[0] > 30:
                    return "cancel", None
                if "account" in schema["properties"]:
                    return "accept", {"account": "personal"}
                return "accept", {"name": "Bike", "target": "250", "go-back": True}

            async with place.agent(back_and_forth, mode) as agent:
                result = await agent.call("create-goal")
                self.assertEqual(result["state"], "asking")
                self.assertEqual(count[0], 31 if mode == "legacy" else 8)
                again = await agent.call("resume-session", {"session": result["session"]})
                self.assertEqual(again["state"], "asking")
        await self.in_each(test)

    async def test_a_page_that_nobody_answers_leaves_a_session_to_go_on_with(self):
        place = Place("stdio")
        try:
            person = Answers(place, page=lambda link: ("cancel", None))
            known = {"account": "personal",
                     "answers": {"week": "last", "review": True, "goal": "trip"}}
            async with place.agent(person) as agent:
                result = await agent.call("round-up", known)
                self.assertEqual(result["state"], "asking")
                self.assertTrue(result["link"])
        finally:
            place.close()

    async def test_another_person_s_browser_sees_nothing(self):
        place = Place("http")
        try:
            known = {"account": "personal",
                     "answers": {"week": "last", "review": True, "goal": "trip"}}
            async with place.agent(None) as agent:
                result = await agent.call("round-up", known)
            from person import Browser
            stranger = Browser(place.server.port)
            page = stranger.get(result["link"].split(str(place.server.port))[1])
            self.assertEqual(page.status, 403)
            self.assertNotIn("3.20", page.text)
        finally:
            place.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
