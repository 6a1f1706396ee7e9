"""Every recorded script walked through the pages by a program without a script, at a bank of its moment."""

import unittest

import scripts
from browser import Browser
from server import Server
from walks import PlainPages, Walk


class RecordedScripts(unittest.TestCase):
    def test_every_script_comes_to_the_same_end(self):
        everything = scripts.Script.all()
        self.assertGreater(len(everything), 25)
        for script in everything:
            with self.subTest(str(script)):
                # Scripts share the id of their session, which no two sessions of a server have.
                server = Server(None, "--now", script.now)
                try:
                    self.walk(server, script)
                finally:
                    server.close()

    def walk(self, server, script):
        pages = PlainPages(Browser(server.port, language=script.language))
        page = Walk(pages, script).run()
        self.assertTrue(page.path.endswith("/end"), page.text)
        journal = pages.browser.get(f"/session/{script.session}/journal").body.decode()
        self.assertEqual(*script.compared(journal))


if __name__ == "__main__":
    unittest.main()
