"""A bookkeeping service on this machine: the sandbox, and what a person does on its page."""

import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.parse
import urllib.request

BEN = "2"


class Service:
    def __init__(self, folder):
        program = pathlib.Path(os.environ["FLOWLINE_SERVE"]).with_name("flowline-sandbox")
        self.process = subprocess.Popen(
            [program, "books", "--port", "0", "--data", f"{folder}/service", "--json",
             "--log-level", "warning"], stdout=subprocess.PIPE, text=True)
        said = json.loads(self.process.stdout.readline())
        self.address = said["address"]
        client = pathlib.Path(folder, "client")
        client.touch(mode=0o600)
        client.write_text(f"{said['clientId']}\n{said['clientSecret']}\n", encoding="utf-8")
        self.client = str(client)

    def decide(self, page, person=BEN, decision="allow"):
        """Decides on the page that a person was sent to; returns where the browser is led."""
        query = urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query)
        body = urllib.parse.urlencode([*query, ("person", person), ("decision", decision)]).encode()
        opener = urllib.request.build_opener(NoRedirect)
        try:
            opener.open(page.split("?")[0], body, timeout=120)
        except urllib.error.HTTPError as answer:
            assert answer.code == 302, (answer.code, answer.read())
            return answer.headers["Location"]
        raise AssertionError("nobody is led back")

    @property
    def options(self):
        """The options of a server that uses it."""
        return "--books", self.address, "--books-client-file", self.client

    def close(self):
        self.process.terminate()
        self.process.communicate(timeout=120)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None
