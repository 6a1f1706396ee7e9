"""Pages walked by a program without a script, against the built server."""

import json
import os
import subprocess
import unittest

from browser import Browser, values
from server import Server

# What the end of a goal says that was created.
CREATED = "Goal “Bike” created: £0.00 of £1,500.00."


def goals(browser):
    """What can be chosen among the goals of the first account."""
    page = browser.answer(browser.start("goal"), {"answer": "personal"})
    return [option.text for option in page.root.all("label")]


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def browser(self, **options):
        return Browser(self.server.port, **options)

    def confirm_page(self, browser):
        page = browser.start("create-goal")
        page = browser.answer(page, {"answer": "personal"})
        return browser.answer(page, {"field.name": "Bike", "field.target": "1500"})

    def test_a_goal_from_its_start_to_its_end(self):
        browser = self.browser()
        page = browser.start("create-goal")
        self.assertEqual(page.heading, "Which account is the goal for?")
        self.assertTrue(page.title.startswith("Which account is the goal for? · Create goal"))
        page = browser.answer(page, {})
        self.assertEqual(page.status, 422)
        self.assertTrue(page.title.startswith("Error: "))
        (message, target), = page.problems
        self.assertEqual(message, "Which account is the goal for? Choose an answer.")
        self.assertTrue(page.root.all("input", id=target[1:]), target)
        page = browser.answer(page, {"answer": "personal"})
        page = browser.answer(page, {"field.name": " ", "field.target": "abc"})
        self.assertEqual(len(page.problems), 2)
        kept = values(page.answer_form)
        self.assertEqual((kept["field.name"], kept["field.target"]), ([" "], ["abc"]))
        for _, target in page.problems:
            field = page.root.one("input", id=target[1:])
            self.assertEqual(field["aria-invalid"], "true")
            self.assertTrue(any(page.root.all("p", id=i) for i in field["aria-describedby"].split()))
        # Of what could be taken it says what it was taken for.
        self.assertEqual(page.root.all("p", class_="understood"), [])
        page = browser.answer(page, {"field.name": " ", "field.target": "1.5k"})
        self.assertEqual(len(page.problems), 1)
        field, (understood,) = page.root.one("input", name="field.target"), \
            page.root.all("p", class_="understood")
        self.assertTrue(understood.text.startswith("Understood as: £1,500.00"), understood.text)
        self.assertIn(understood["id"], field["aria-describedby"].split())
        page = browser.answer(page, {"field.name": "Bike", "field.target": "£1,500"})
        self.assertEqual(page.rows["Target"], "£1,500.00")
        page = browser.answer(page, {"answer": "yes"})
        self.assertEqual(page.heading, CREATED)
        self.assertEqual(page.rows["How much do you want to save?"], "£1,500.00")
        record = browser.get(page.link("Download the full record"))
        self.assertIn(b"finish {", record.body)
        self.assertIn("attachment", record.headers["content-disposition"])
        # A bookmark of the end, and one of a step gone by.
        self.assertEqual(browser.get(page.path).heading, CREATED)
        home = browser.get("/")
        self.assertIn("Done", home.text)

    def test_change_an_answer_and_come_back(self):
        browser = self.browser()
        page = self.confirm_page(browser)
        answers = browser.get(page.link("See your"))
        self.assertEqual(answers.rows["What are you saving for?"], "Bike")
        earlier = browser.get(answers.link("Change"))
        self.assertIn("You answered this before", earlier.text)
        self.assertEqual(values(earlier.answer_form)["answer"], ["personal"])
        # Looking changes nothing.
        self.assertEqual(browser.get(page.path).rows["Account"], "Personal")
        page = browser.answer(earlier, {"answer": "business"})
        self.assertEqual(page.notice, "Your earlier answer was changed.")
        self.assertEqual(page.rows["Account"], "Business")
        self.assertEqual(page.rows["Name"], "Bike")

    def test_back_button_of_the_page_and_of_the_browser(self):
        browser = self.browser()
        first = browser.start("create-goal")
        second = browser.answer(first, {"answer": "personal"})
        back = browser.back(second)
        self.assertEqual(back.heading, first.heading)
        self.assertEqual(values(back.answer_form)["answer"], ["personal"])
        second = browser.answer(back, {})
        # The browser shows the first page again, and another account is chosen there.
        shown = browser.get(first.path)
        self.assertEqual(shown.heading, first.heading)
        again = browser.answer(first, {"answer": "business"})
        self.assertEqual(again.notice, "Your earlier answer was changed.")
        confirm = browser.answer(again, {"field.name": "Boat", "field.target": "2"})
        self.assertEqual(confirm.rows["Account"], "Business")

    def test_the_way_back_keeps_what_was_typed(self):
        browser = self.browser()
        account = browser.start("create-goal")
        form = browser.answer(account, {"answer": "personal"})
        back = browser.back(form, {"field.name": ["Boat"], "field.target": ["abc"]})
        self.assertEqual(back.heading, account.heading)
        self.assertEqual(values(back.answer_form)["answer"], ["personal"])
        # The page has an address that shows it without what was typed.
        self.assertEqual(browser.get(back.path).heading, account.heading)
        again = browser.answer(back, {"answer": "business"})
        kept = values(again.answer_form)
        self.assertEqual((kept["field.name"], kept["field.target"]), (["Boat"], ["abc"]))
        confirm = browser.answer(again, {"field.target": "20"})
        self.assertEqual((confirm.rows["Name"], confirm.rows["Account"]), ("Boat", "Business"))

    def test_two_tabs_are_never_mixed(self):
        browser = self.browser()
        tab = self.confirm_page(browser)
        other = browser.get(tab.path)
        changed = browser.get(browser.get(other.link("See your")).link("Change"))
        browser.answer(changed, {"answer": "business"})
        # The first tab says yes to what it shows, which is not what is asked any more.
        reply = browser.answer(tab, {"answer": "yes"})
        self.assertIn("out of date", reply.notice)
        self.assertEqual(reply.rows["Account"], "Business")
        self.assertEqual(browser.answer(reply, {"answer": "yes"}).heading, CREATED)

    def test_a_form_that_is_sent_once_more_is_filled_in_again(self):
        browser = self.browser()
        page = browser.answer(browser.start("create-goal"), {"answer": "personal"})
        sent = {"field.name": "Bike", "field.target": "1500"}
        confirm = browser.answer(page, sent)
        self.assertEqual(browser.answer(page, sent).path, confirm.path)
        # Sent with something else, the page changes what was answered.
        changed = browser.answer(page, {**sent, "field.name": "Boat"})
        self.assertIn("Boat", changed.text)
        self.assertEqual(changed.problems, [])
        # What is wrong with it is said at its field, and it is asked again.
        wrong = browser.answer(page, {**sent, "field.target": "nothing"})
        self.assertEqual((wrong.status, wrong.path), (422, page.path))
        self.assertEqual([target for _, target in wrong.problems], ["#f-target"])
        self.assertEqual(browser.answer(wrong, sent).path, confirm.path)

    def test_sent_twice_is_done_once(self):
        browser = self.browser()
        page = self.confirm_page(browser)
        form = page.answer_form
        fields = {**values(form), "answer": ["yes"], "do": ["answer"]}
        first = browser.post(form["action"], fields)
        second = browser.post(form["action"], fields)
        self.assertEqual((first.status, second.status), (303, 303))
        self.assertEqual(browser.follow(second).heading, CREATED)
        self.assertEqual(goals(browser).count("Bike"), 1)

    def test_one_start_however_often_it_is_sent(self):
        browser = self.browser()
        home = browser.get("/")
        form = next(f for f in home.root.all("form") if f["action"] == "/start/create-goal")
        paths = {browser.follow(browser.post(form["action"], values(form))).path for _ in range(3)}
        self.assertEqual(len(paths), 1)

    def test_cancel_delete_and_resume(self):
        browser = self.browser()
        page = self.confirm_page(browser)
        home = browser.get("/")
        resumed = browser.get(home.link("Create goal"))
        self.assertEqual(resumed.heading, "Create this goal?")
        leave = browser.get(resumed.link("Leave"))
        self.assertEqual(leave.heading, "Leave “Create goal”?")
        end = browser.follow(browser.post(leave.answer_form["action"],
                                          {**values(leave.answer_form), "do": "cancel"}))
        self.assertEqual(end.heading, "Cancelled")
        forget = browser.get(browser.get("/").link("Delete"))
        browser.follow(browser.post(forget.root.one("main").one("form")["action"], {}))
        self.assertEqual(browser.get(page.path).status, 404)

    def test_another_language(self):
        browser = self.browser()
        page = browser.start("create-goal")
        page = browser.answer(page, {"answer": "personal"})
        # The button belongs to the form, so that what was typed stays.
        page = browser.post(page.answer_form["action"], {
            **values(page.answer_form), "field.name": "Bike", "language": "ru"})
        self.assertEqual((page.status, page.root.one("html")["lang"]), (200, "ru"))
        self.assertEqual(values(page.answer_form)["field.name"], ["Bike"])
        page = browser.answer(page, {"field.target": "1500"})
        self.assertEqual(page.heading, "Создать эту цель?")
        # The browser keeps it for pages of no session, and takes it back there.
        home = browser.get("/")
        self.assertEqual(home.root.one("html")["lang"], "ru")
        form = home.root.one("form", id="language")
        home = browser.follow(browser.post(form["action"], {**values(form), "language": "en"}))
        self.assertEqual((home.path, home.root.one("html")["lang"]), ("/", "en"))
        russian = self.browser(language="ru-RU,ru;q=0.9").get("/")
        self.assertIn("Бухгалтерия", russian.text)
        # An address of somebody else is not led to.
        for place in ("//evil.example/", "https://evil.example/", "javascript:alert(1)"):
            reply = browser.post("/language", {"language": "en", "from": place})
            self.assertEqual(reply.headers["location"], "/")

    def test_everything_a_round_up_asks(self):
        browser = self.browser()
        page = browser.start("round-up")
        seen = []
        for _ in range(20):
            seen.append(page.title)
            if page.path.endswith("/end"):
                break
            answers = {}
            names = {i["name"] for i in page.answer_form.all("input", type="radio")}
            for name in names:
                answers[name] = page.answer_form.all("input", type="radio")[0]["value"]
            for button in page.answer_form.all("button", name="answer")[:1]:
                answers["answer"] = button["value"]
            page = browser.answer(page, answers)
        self.assertTrue(page.path.endswith("/end"), seen)

    def test_customers_never_meet(self):
        ada, eve = self.browser(), self.browser()
        page = self.confirm_page(ada)
        eve.get("/")
        self.assertEqual(eve.get(page.path).status, 404)
        form = page.answer_form
        self.assertEqual(eve.post(form["action"], {**values(form), "answer": "yes"}).status, 404)
        self.assertNotIn("Bike", eve.get("/").text)

    def test_strangers_and_garbage(self):
        browser = self.browser()
        page = browser.start("create-goal")
        action = page.answer_form["action"]
        for headers in ({"Host": "evil.example"}, {"Host": "localhost:1:2"}):
            self.assertEqual(browser.request("GET", "/", headers=headers).status, 421)
        reply = browser.post(action, {"answer": "personal"},
                             headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"})
        self.assertEqual(reply.status, 403)
        self.assertIn("personal", str(values(reply.root.one("main").one("form"))))
        # What the refused page kept can be sent once more.
        again = reply.root.one("main").one("form")
        self.assertEqual(browser.follow(browser.post(again["action"], values(again))).status, 200)
        for body, kind, status in [
                (b"answer=%zz", "application/x-www-form-urlencoded", 400),
                (b"x", "application/json", 415),
                (b"--b\r\nx", "multipart/form-data; boundary=b", 400),
                (b"x", "multipart/form-data", 400),
                (b"a=" + b"x" * 2_000_000, "application/x-www-form-urlencoded", 413)]:
            reply = browser.request("POST", action, body, {"Content-Type": kind})
            self.assertEqual(reply.status, status, kind)

    def test_another_name_of_this_computer_leads_to_the_one_that_links_have(self):
        browser, port = self.browser(), self.server.port
        other = {"Host": f"localhost:{port}"}
        for path in ("/", "/agents?x=%2F", "/no-such-page"):
            led = browser.request("GET", path, headers=other)
            self.assertEqual(led.status, 307, path)
            self.assertEqual(led.headers["location"], f"http://127.0.0.1:{port}{path}")
            self.assertEqual(browser.cookies, {})
        # What is not for people is answered by either name.
        for path in ("/health", "/ready", "/api/sessions", "/api/openapi.json"):
            self.assertEqual(self.browser().request("GET", path, headers=other).status, 200, path)
        self.assertNotEqual(self.browser().request("GET", "/mcp", headers=other).status, 307)
        # Another port is a tunnel's, and a proxy knows its own name.
        for headers in ({"Host": f"localhost:{port + 1}"}, {**other, "X-Forwarded-For": "192.0.2.1"}):
            self.assertEqual(self.browser().request("GET", "/", headers=headers).status, 200)
        # Who has begun something by the other name finds it there.
        known = self.browser()
        known.get("/")
        self.assertEqual(known.request("GET", "/", headers=other).status, 200)

    def test_a_step_reads_with_every_page_well_formed(self):
        # The reader of the test refuses elements that are not closed.
        browser = self.browser()
        for flow in ("round-up", "create-goal", "accounts", "account", "goal"):
            page = browser.start(flow)
            self.assertEqual(page.status, 200, flow)
            ids = [e["id"] for e in page.root.elements if e["id"]]
            self.assertEqual(len(ids), len(set(ids)), "an id stands twice")
            for label in page.root.all("label"):
                self.assertTrue(page.root.all("input", id=label["for"])
                                or page.root.all("textarea", id=label["for"]), label.text)


class API(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def call(self, browser, method, path, body=None, **headers):
        sent = {"Accept": "application/json", "Prefer": "wait=30"}
        if body is not None:
            sent["Content-Type"] = "application/json"
        reply = browser.request(method, path, body and json.dumps(body),
                                {**sent, **{k.replace("_", "-"): v for k, v in headers.items()}})
        return reply.status, json.loads(reply.body) if reply.body else None, reply.headers

    def test_the_same_start_again_changes_nothing_for_a_program_that_had_its_cookie_first(self):
        browser, session = Browser(self.server.port), "/api/sessions/7f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
        self.assertEqual(self.call(browser, "GET", "/api/flows")[0], 200)
        cookies = dict(browser.cookies)
        first, again = (self.call(browser, "PUT", session, {"start": "create-goal"})[:2] for _ in range(2))
        self.assertEqual((first[0], again), (200, first))
        self.assertEqual((browser.cookies, len(cookies)), (cookies, 1))
        # Without it the start is another visitor's.
        status, problem, _ = self.call(Browser(self.server.port), "PUT", session, {"start": "create-goal"})
        self.assertEqual((status, problem["code"]), (409, "taken"))

    def test_a_program_creates_a_goal(self):
        browser = Browser(self.server.port)
        browser.get("/")
        session = "/api/sessions/6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
        status, state, headers = self.call(
            browser, "PUT", session, {"start": "create-goal", "locale": "en_GB"})
        self.assertEqual((status, state["state"]), (200, "asking"))
        token = state["questions"][0]["token"]
        self.assertRegex(headers["etag"], f'^"{token}\\.[0-9a-f]{{16}}"$')
        self.assertEqual(self.call(browser, "GET", session, If_None_Match=headers["etag"])[0], 304)
        self.assertEqual(state["questions"][0]["schema"]["type"], "string")
        status, state, _ = self.call(
            browser, "POST", session + "/answer", {"answer": "personal"},
            If_Match=headers["etag"])
        self.assertEqual(status, 200)
        status, problem, _ = self.call(
            browser, "POST", session + "/fill", {"fill": {"name": "", "target": {"text": "x"}}})
        self.assertEqual((status, sorted(problem["fields"])), (422, ["name", "target"]))
        status, state, _ = self.call(
            browser, "POST", session + "/fill",
            {"fill": {"name": "Bike", "target": {"text": "£1,500"}}})
        status, state, _ = self.call(browser, "POST", session + "/answer", {"answer": True})
        self.assertEqual(state["ended"]["outcome"], "finished")
        self.assertEqual(self.call(browser, "GET", session + "/result")[1]["output"]["name"], "Bike")
        status, listed, _ = self.call(browser, "GET", "/api/sessions?state=finished")
        self.assertEqual([s["state"] for s in listed["sessions"]], ["finished"])

    def test_no_problem_tells_where_anything_is_kept(self):
        browser, other = Browser(self.server.port), Browser(self.server.port)
        browser.get("/")
        other.get("/")
        session = "/api/sessions/8f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
        self.assertEqual(self.call(browser, "PUT", session, {"start": "create-goal"})[0], 200)
        for status, caller, method, path, body in [
                (400, browser, "GET", "/api/sessions?after=x", None),
                (404, browser, "DELETE", session.replace("8f", "9f"), None),
                (404, other, "GET", session, None), (404, other, "DELETE", session, None),
                (409, other, "PUT", session, {"start": "create-goal"})]:
            told, problem, _ = self.call(caller, method, path, body)
            self.assertEqual(told, status, path)
            self.assertNotIn("sqlite", json.dumps(problem))
            self.assertNotIn(self.server.data, json.dumps(problem))

    def test_for_those_who_only_look_nothing_is_made(self):
        server = Server()
        self.addCleanup(server.close)
        browser = Browser(server.port)
        customers = os.path.join(server.data, "customers")
        for path in ("/", "/api/flows", "/api/sessions"):
            self.assertEqual(browser.get(path).status, 200)
        self.assertFalse(os.path.isdir(customers) and os.listdir(customers))
        page = browser.answer(browser.start("create-goal"), {"answer": "personal"})
        self.assertEqual(page.status, 200)
        self.assertEqual(len(os.listdir(customers)), 1)

    def test_other_hosts_and_other_sites_are_refused(self):
        browser = Browser(self.server.port)
        browser.get("/")
        path = "/api/sessions/7f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
        self.assertEqual(self.call(browser, "GET", "/api/flows", Host="evil.example")[0], 421)
        status, problem, _ = self.call(
            browser, "PUT", path, {"start": "create-goal"}, Sec_Fetch_Site="cross-site")
        self.assertEqual((status, problem["code"]), (403, "other-site"))
        self.assertEqual(self.call(browser, "GET", path)[0], 404)

    def test_the_document_is_the_committed_one(self):
        browser = Browser(self.server.port)
        document = json.loads(browser.request("GET", "/api/openapi.json").body)
        with open("../../Documentation/openapi.json", encoding="utf-8") as file:
            self.assertEqual(document, json.load(file), "write it anew with make openapi")


class Switches(unittest.TestCase):
    """Explaining begins with a category for some customers, and with a type for the others."""

    def begins_with_category(self, server, browser=None):
        browser = browser or Browser(server.port)
        page = browser.start("explain-next")
        journal = browser.get(f"/session/{page.path.split('/')[2]}/journal").body
        return b"explain-next-by-category" in journal

    def server(self, switch):
        server = Server(None, "--switch", f"explain-category-first={switch}")
        self.addCleanup(server.close)
        return server

    def test_for_all_or_for_nobody(self):
        for switch, begins in [("on", True), ("100%", True), ("off", False), ("0%", False)]:
            server = self.server(switch)
            self.assertEqual(self.begins_with_category(server), begins, switch)
            server.close()

    def test_for_a_share_always_the_same_ones(self):
        server = self.server("50%")
        browsers = [Browser(server.port) for _ in range(24)]
        begins = [self.begins_with_category(server, browser) for browser in browsers]
        # All alike would be once in eight million.
        self.assertEqual({True, False}, set(begins))
        server.stop()
        server.start()
        for browser in browsers:
            browser.port = server.port
        self.assertEqual(
            [self.begins_with_category(server, browser) for browser in browsers], begins)

    def test_anything_else_is_refused(self):
        for switch in ("explain-category-first", "explain-category-first=101%", "nothing=on",
                       "explain-category-first=-1%", "explain-category-first=half"):
            run = subprocess.run([os.environ["FLOWLINE_SERVE"], "--switch", switch],
                                 capture_output=True, text=True, timeout=120)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(f"{switch}", run.stderr)


class Crashes(unittest.TestCase):
    def test_killed_at_any_moment_nothing_is_lost_or_done_twice(self):
        server = Server()
        self.addCleanup(server.close)
        browser = Browser(server.port)
        page = browser.start("create-goal")
        for answers in ({"answer": "personal"}, {"field.name": "Bike", "field.target": "1500"},
                        {"answer": "yes"}):
            form = page.answer_form
            fields = {**values(form), **{k: [v] for k, v in answers.items()}, "do": ["answer"]}
            reply = browser.post(form["action"], fields)
            self.assertEqual(reply.status, 303)
            # What was acknowledged is there after a death, also where a commit follows.
            server.kill()
            server.start()
            browser.port = server.port
            page = browser.follow(reply)
            if "/end" not in page.path:
                self.assertNotEqual(page.path, form["action"])
        self.assertEqual(page.heading, CREATED)
        self.assertEqual(goals(browser).count("Bike"), 1)

    def test_asked_to_stop_it_ends_well(self):
        server = Server()
        self.addCleanup(server.close)
        browser = Browser(server.port)
        page = browser.answer(browser.start("create-goal"), {"answer": "personal"})
        status, errors = server.stop()
        self.assertEqual((status, errors), (0, ""))
        server.start()
        browser.port = server.port
        self.assertEqual(browser.get(page.path).heading, page.heading)


if __name__ == "__main__":
    unittest.main()
