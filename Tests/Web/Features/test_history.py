"""Back, reload and a double click of an impatient person: whatever is sent twice is done once."""

from selenium.webdriver.common.action_chains import ActionChains

from browser import At
from feature import Case, with_and_without_script


class History(Case):
    def to_end(self, page):
        page.to_confirm()
        page.answer("yes")
        self.assertTrue(page.is_end)

    def assert_nothing_posted(self, page):
        """Checks that nothing was sent since the last time that would change something."""
        # A page with what was typed is asked for in a way that has room for it, and changes nothing.
        posted = [r for r in page.requests("POST") if not r.path.endswith("?do=show")]
        self.assertEqual(posted, [])

    def goals(self, page):
        """How many goals called Bike the account has."""
        page.start("goal")
        page.answer("personal")
        return page.text.count("Bike")

    @with_and_without_script
    def test_back_after_a_commit(self, page):
        self.to_end(page)
        end = page.path
        record = page.journal()
        self.assertEqual([post.status for post in page.requests("POST")], [303] * 4)
        page.driver.back()
        page.wait(lambda: page.is_settled, "the page before")
        self.assert_nothing_posted(page)
        # With a script the page is asked for anew; without one it may be the browser's copy.
        if not page.is_end:
            self.assertEqual(page.heading, "Create this goal?")
            page.answer("yes")
        self.assertEqual(page.path.split("?")[0], end)
        self.assertEqual(page.journal(), record)
        # Far back, and another answer there: what was done stays done.
        page.driver.back()
        page.wait(lambda: page.is_settled, "a page before")
        if not page.is_end:
            page.driver.back()
            page.wait(lambda: page.is_settled, "a page before")
        if not page.is_end and page.has(At.button("answer")):
            page.press(At.button("answer"))
        self.assertTrue(page.is_end)
        self.assertEqual(page.journal(), record)
        self.assertEqual(self.goals(page), 1)

    def test_what_was_typed_is_on_the_page_that_the_browser_had_kept(self):
        page = self.window()
        page.to_form()
        page.fill(name="Bike")
        page.come_back()
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")
        page.fill(target="abc")
        page.press(At.button("answer"))
        self.assertTrue(page.has(At.alert))
        # So it is if it was not taken: no address has it.
        page.come_back()
        for name, text in [("name", "Bike"), ("target", "abc")]:
            self.assertEqual(page.find(At.field(f"field.{name}")).get_attribute("value"), text)
        page.fill(target="1500")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")

    @with_and_without_script
    def test_the_way_back_keeps_what_was_typed(self, page):
        page.to_form()
        page.fill(name="Bike", target="abc")
        page.press(At.button("back"))
        page.answer("business")
        for name, text in [("name", "Bike"), ("target", "abc")]:
            self.assertEqual(page.find(At.field(f"field.{name}")).get_attribute("value"), text)
        page.fill(target="1500")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Business", page.text)

    @with_and_without_script
    def test_ways_within_the_session_keep_what_was_typed(self, page):
        page.to_form()
        page.fill(name="Bike")
        page.press(At.link("/leave"))
        page.press("nav.above .back")
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")
        page.press(At.link("/answers"))
        page.press(At.change("create-goal/account"))
        page.answer("business")
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")

    def test_the_browsers_back_shows_what_was_typed(self):
        page = self.window()
        page.to_form()
        where = page.path
        page.fill(name="Bike")
        shown = lambda: page.find(At.field("field.name")).get_attribute("value") == "Bike"
        elsewhere = lambda: page.open("/")
        for leave in (lambda: page.press(At.link("/leave")), lambda: page.press(At.link("/answers")),
                      elsewhere):
            leave()
            page.driver.back()
            page.wait(lambda: page.path == where and page.is_settled and shown(), "what was typed")
        # Once it is answered, it is as it was answered.
        page.fill(target="1500")
        page.press(At.button("answer"))
        page.driver.back()
        page.wait(lambda: page.is_settled and page.heading != "Create this goal?", "the answer")
        self.assertEqual(page.find(At.field("answer")).get_attribute("value"), "Bike")
        self.assertFalse(page.has("textarea[readonly]"))

    def test_the_browsers_back_after_the_pages_back_keeps_what_was_typed(self):
        page = self.window()
        page.to_form()
        page.fill(name="Bike")
        page.press(At.button("back"))
        page.driver.back()
        page.wait(lambda: page.is_settled and page.has(At.notice), "what is asked")
        page.answer("business")
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")

    @with_and_without_script
    def test_the_way_back_leads_past_what_led_out_of_the_session(self, page):
        page.to_form()
        where = page.path
        page.fill(name="Bike")
        page.press(".site-name")
        self.assertTrue(page.has(At.start("create-goal")))
        page.go(page.driver.back)
        self.assertEqual(page.path, where)
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")

    def test_a_page_that_the_browser_had_kept_is_asked_for_anew(self):
        page = self.window()
        page.to_confirm()
        older, path = page.driver.current_window_handle, page.path
        page.driver.switch_to.new_window("tab")
        page.open(path)
        page.answer("yes")
        page.driver.switch_to.window(older)
        # Nothing was chosen on it: it is as the session is by now.
        page.go(page.come_back)
        self.assertTrue(page.is_end)

    def test_a_page_that_somebody_else_may_not_see_is_not_shown_again(self):
        page = self.window()
        page.to_form()
        page.fill(name="Bike")
        page.forget_who()
        page.go(page.come_back)
        self.assertFalse(page.has(At.question))

    @with_and_without_script
    def test_reload_after_a_post(self, page):
        page.to_confirm()
        before = page.path
        # The start, the account and the form: each leads on to what has an address.
        posts = page.requests("POST")
        self.assertEqual([post.status for post in posts], [303] * 3)
        self.assertTrue(posts[-1].headers["location"].endswith(before))
        page.driver.refresh()
        page.wait(lambda: page.is_settled, "the same page")
        self.assert_nothing_posted(page)
        self.assertEqual(page.path, before)
        self.assertEqual(page.heading, "Create this goal?")
        page.answer("yes")
        record = page.journal()
        self.assertEqual([post.status for post in page.requests("POST")], [303])
        for _ in range(3):
            page.driver.refresh()
            page.wait(lambda: page.is_settled, "the end")
            self.assertTrue(page.is_end)
            self.assert_nothing_posted(page)
        self.assertEqual(page.journal(), record)
        self.assertEqual(self.goals(page), 1)

    @with_and_without_script
    def test_reload_of_a_refusal(self, page):
        page.to_form()
        page.fill(name="Bike", target="abc")
        page.requests()
        page.press(At.button("answer"))
        self.assertTrue(page.has(At.alert))
        self.assertEqual([post.status for post in page.requests("POST")], [422])
        page.driver.refresh()
        page.wait(lambda: page.is_settled, "the refusal")
        # It may be posted once more: it is refused once more, and nothing typed is lost.
        if page.has(At.alert):
            target = page.find(At.field("field.target"))
            self.assertEqual(target.get_attribute("value"), "abc")
        page.fill(name="Bike", target="1500")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")

    def test_back_and_reload_send_no_refused_answer_once_more(self):
        page = self.window()
        page.to_form()
        page.fill(name="Bike", target="abc")
        page.press(At.button("answer"))
        self.assertTrue(page.has(At.alert))
        refused = page.path
        self.assertEqual(page.requests("POST")[-1].status, 422)
        elsewhere = lambda: (page.open("/"), page.driver.back())
        for again in (page.driver.refresh, elsewhere):
            again()
            page.wait(lambda: page.path == refused and page.has(At.field("field.name")) and
                      page.is_settled, "the question")
            for name, text in [("name", "Bike"), ("target", "abc")]:
                field = page.find(At.field(f"field.{name}"))
                self.assertEqual(field.get_attribute("value"), text)
            self.assert_nothing_posted(page)
        page.fill(target="1500")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        # Behind it is what has an address, not the browser's page that asks whether to send a form again.
        page.driver.back()
        page.wait(lambda: page.is_settled and page.has(At.question), "the question before")
        page.driver.forward()
        page.wait(lambda: page.is_settled and page.heading == "Create this goal?", "the review")
        page.answer("yes")
        self.assertTrue(page.is_end)
        self.assertEqual(page.journal().count("\nrefuse "), 1)

    @with_and_without_script
    def test_a_double_click_is_one_answer(self, page):
        page.to_confirm()
        button = page.find(At.choice("yes"))
        page.go(ActionChains(page.driver).double_click(button).perform)
        page.wait(lambda: page.is_end, "the end")
        record = page.journal()
        self.assertEqual(record.count("\nanswer confirm "), 1)
        self.assertEqual(record.count("\ncommit "), 1)
        self.assertEqual(self.goals(page), 1)

    @with_and_without_script
    def test_a_double_click_answers_no_question_behind(self, page):
        page.start("round-up")
        page.find(At.field("answer", "personal")).click()
        button = page.find(At.button("answer"))
        page.go(ActionChains(page.driver).double_click(button).perform)
        page.wait(lambda: page.is_settled, "the next question")
        # The week is asked, and nobody has answered it; nothing is said to be wrong with it either.
        self.assertFalse(page.has(At.alert), page.text)
        self.assertTrue(page.has(At.field("answer", "this")))

    @with_and_without_script
    def test_a_double_click_starts_one_session(self, page):
        page.open("/")
        button = page.find(At.start("create-goal"))
        page.go(ActionChains(page.driver).double_click(button).perform)
        page.wait(lambda: page.is_settled, "the first question")
        page.open("/")
        self.assertEqual(len(page.all("[data-session]")), 1)
