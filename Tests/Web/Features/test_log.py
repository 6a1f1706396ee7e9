"""What looks back after each test finds what it is to find."""

from feature import Case


class Log(Case):
    def test_a_severe_entry_fails_a_test(self):
        page = self.window()
        page.open("/")
        page.run("console.error('a fault of ours')")
        severe = page.severe()
        self.assertEqual(len(severe), 1, severe)
        self.assertIn("a fault of ours", severe[0])
        page.run("setTimeout(() => { throw new Error('thrown by a script') }, 0)")
        page.wait(lambda: any("thrown by a script" in entry for entry in page.severe()), "the error")

    def test_what_a_page_may_not_load_is_severe(self):
        page = self.window()
        page.open("/")
        page.run("const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
                 "document.body.append(s)")
        self.assertIsNone(page.run("return window.bad"))
        self.assertTrue(any("Content Security Policy" in entry for entry in page.severe()))

    def test_a_status_alone_is_not(self):
        page = self.window()
        page.open("/session/x")
        self.assertTrue(page.heading)
        self.assertEqual(page.severe(), [])

    def test_a_dialog_fails_a_test(self):
        page = self.window()
        page.open("/")
        page.run("setTimeout(() => alert('a dialog of ours'), 0)")
        page.wait(lambda: page.dialog() == "a dialog of ours", "the dialog")
        self.assertIsNone(page.dialog())
