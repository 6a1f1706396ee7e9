"""Pages behind a PIN: what is shown in each tab, and what was typed when they were locked."""

import json

import books
from browser import At
from feature import Case, with_and_without_script

PIN = "2468"


class Locking(Case):
    def type(self, page, **fields):
        for name, text in fields.items():
            field = page.find(f"input[name={name}]")
            field.clear()
            field.send_keys(text)

    def set_pin(self, page):
        page.open("/lock")
        self.type(page, new=PIN)
        page.press(At.button("keep"))


class Lock(Locking):
    @with_and_without_script
    def test_a_lock_and_the_way_back(self, page):
        page.to_form()
        page.open("/lock")
        self.set_pin(page)
        page.open("/")
        page.press(f".lock {At.button('lock')}")
        self.assertEqual(page.heading, "Flowline is locked")
        # The browser's way back shows nothing either.
        page.go(page.driver.back)
        self.assertEqual(page.heading, "Flowline is locked")
        self.type(page, pin="0000")
        page.press(At.button("unlock"))
        self.assertIn("4 more times", page.text)
        self.type(page, pin=PIN)
        page.press(At.button("unlock"))
        self.assertEqual(page.heading, "Flowline")

    @with_and_without_script
    def test_what_was_typed_is_there_again_behind_the_pin(self, page):
        self.set_pin(page)
        page.to_form()
        where = page.path
        page.fill(name="Bike", target="abc")
        page.press(f".lock {At.button('lock')}")
        self.assertEqual(page.heading, "Flowline is locked")
        self.assertNotIn("Bike", page.driver.page_source)
        self.type(page, pin=PIN)
        page.press(At.button("unlock"))
        self.assertEqual(page.path, where)
        for name, text in [("name", "Bike"), ("target", "abc")]:
            self.assertEqual(page.find(At.field(f"field.{name}")).get_attribute("value"), text)
        # Loaded once more it is the same, and it can be answered.
        page.go(page.driver.refresh)
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")
        page.fill(target="1500")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Bike", page.text)

    @with_and_without_script
    def test_the_way_to_the_first_page_keeps_what_was_typed(self, page):
        page.to_form()
        page.fill(name="Bike", target="abc")
        page.press(At.link("/leave"))
        page.press("main .buttons > .button")
        self.assertTrue(page.has(At.start("create-goal")))
        page.press("[data-session] .task-name a")
        for name, text in [("name", "Bike"), ("target", "abc")]:
            self.assertEqual(page.find(At.field(f"field.{name}")).get_attribute("value"), text)
        page.press(".site-name")
        page.press("[data-session] .task-name a")
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")

    def test_a_tab_keeps_what_was_typed_when_the_pin_is_removed_in_another(self):
        page = self.window()
        self.set_pin(page)
        page.to_form()
        page.fill(name="Bike", target="1500")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open("/")
        page.press(f".lock {At.button('lock')}")
        page.driver.switch_to.window(first)
        page.wait(lambda: "is locked" in page.driver.title, "the lock")
        page.driver.switch_to.window(page.driver.window_handles[-1])
        self.type(page, pin=PIN)
        page.press(At.button("unlock"))
        page.open("/lock")
        self.type(page, removed=PIN)
        page.press(At.button("remove"))
        page.driver.switch_to.window(first)
        page.come_back()
        page.wait(lambda: page.find(At.question).is_displayed(), "the page")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Bike", page.text)

    def test_a_tab_that_shows_something_is_hidden_and_keeps_what_was_typed(self):
        page = self.window()
        self.set_pin(page)
        page.to_form()
        page.fill(name="Bike", target="1500")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open("/")
        page.press(f".lock {At.button('lock')}")
        page.driver.switch_to.window(first)
        page.wait(lambda: "is locked" in page.driver.title, "the lock")
        self.assertFalse(page.find(At.question).is_displayed())
        self.assertFalse(page.find("header").is_displayed())
        # A wrong PIN is told of in the same place, and the right one shows the page as it was.
        self.type(page, pin="0000")
        page.find(At.button("unlock")).click()
        page.wait(lambda: page.has(At.alert), "that it is wrong")
        page.wait(lambda: page.find("input[name=pin]").get_attribute("value") == "", "another try")
        self.type(page, pin=PIN)
        page.find(At.button("unlock")).click()
        page.wait(lambda: page.find(At.question).is_displayed(), "the page")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Bike", page.text)


class LockOfBooks(Locking):
    """The same beside a receipt."""

    options = books.OPTIONS

    @with_and_without_script
    def test_a_chosen_file_is_asked_for_again_behind_the_pin(self, page):
        self.set_pin(page)
        books.to_expense(page)
        page.attach("receipt", "receipt.pdf", books.PDF)
        page.press(f".lock {At.button('lock')}")
        self.assertEqual(page.heading, "Flowline is locked")
        self.type(page, pin=PIN)
        page.press(At.button("unlock"))
        self.assertIn("The file that you chose did not arrive", page.text)

    def test_a_lock_waits_for_no_upload(self):
        page = self.window()
        self.set_pin(page)
        books.to_expense(page)
        page.attach("receipt", "receipt.pdf", books.PDF)
        # What the browser sends is what it reads right behind the last who listens for the submit; the page's
        # own script reads the fields at other moments.
        page.run("""
          const note = ({ formData }) => sessionStorage.setItem('sent',
            JSON.stringify([...formData].map(([name, value]) => [name, value instanceof File || value])));
          window.addEventListener('submit', () => {
            document.addEventListener('formdata', note, { once: true });
          });
        """)
        page.press(f".lock {At.button('lock')}")
        sent = json.loads(page.run("return sessionStorage.getItem('sent')"))
        self.assertIn(["lost", "field.receipt"], sent)
        self.assertNotIn(True, [value for _, value in sent])
