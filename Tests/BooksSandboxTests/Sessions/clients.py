"""Programs from PyPI that were written for the service itself, against its sandbox.

Nothing of them is changed but the addresses that they have for the service's own sandbox; a thread
takes the place of the browser and of the person in front of it.
"""

import builtins
import os
import tempfile
import threading
import time
import unittest
import urllib.request

HOME = tempfile.TemporaryDirectory()
os.environ["HOME"] = HOME.name
os.environ.pop("XDG_CONFIG_HOME", None)
# One of them would not talk to a server without TLS.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

import freeagent
import freeagent.base
import freeagent_api
import freeagent_api.oauth
import freeagent_cli.api
import freeagent_cli.auth
import freeagent_cli.config

from service import DEADLINE, ServiceCase, free_port


class Clients(ServiceCase):
    def browser(self, page):
        """Allows access, and goes where it is led as soon as somebody listens there."""
        def go():
            back = self.service.decide(page)
            end = time.monotonic() + DEADLINE
            while time.monotonic() < end:
                try:
                    return urllib.request.urlopen(back, timeout=DEADLINE).read()
                except OSError:
                    time.sleep(0.05)
        threading.Thread(target=go, daemon=True).start()

    def test_freeagent_cli(self):
        port = free_port()
        config = freeagent_cli.config.Config(
            client_id=self.service.access["clientId"],
            client_secret=self.service.access["clientSecret"], api_base=self.service.address,
            redirect_uri=f"http://localhost:{port}/callback")
        freeagent_cli.auth.webbrowser.open = self.browser
        freeagent_cli.auth.login(config)
        client = freeagent_cli.api.FreeAgent(config)
        self.assertEqual(client.me()["first_name"], "Ada")
        self.assertEqual(len(client.bank_accounts()), 4)
        self.assertGreater(len(client.categories()), 100)
        freeagent_cli.api.PER_PAGE = 4
        lines = client.bank_transactions(bank_account=f"{self.service.root}/bank_accounts/1")
        self.assertEqual(len({line["url"] for line in lines}), len(lines))
        self.assertGreater(len(lines), 20)
        before = config.refresh_token
        config.access_token_expires_at = 0
        hotel = next(line for line in lines if line["amount"] == "-279.78")
        made = client.create_explanation(
            bank_transaction=hotel["url"], dated_on=hotel["dated_on"], gross_value="-279.78",
            category=f"{self.service.root}/categories/285", description="Hotel")
        self.assertEqual(made["bank_transaction_explanation"]["gross_value"], "-279.78")
        self.assertNotEqual(config.refresh_token, before)
        with self.assertRaisesRegex(Exception, "422"):
            client.create_explanation(
                bank_transaction=hotel["url"], dated_on=hotel["dated_on"], gross_value="-1.0",
                category=f"{self.service.root}/categories/285", description="Once more")

    def test_freeagent_api(self):
        freeagent_api.SANDBOX_API_BASE = self.service.root
        freeagent_api.oauth.SANDBOX_AUTHORIZATION_ENDPOINT = f"{self.service.root}/approve_app"
        freeagent_api.oauth.SANDBOX_TOKEN_ENDPOINT = f"{self.service.root}/token_endpoint"
        freeagent_api.oauth.AUTH_PORT = free_port()
        freeagent_api.oauth.webbrowser.open = self.browser
        client = freeagent_api.ApiClient(
            self.service.access["clientId"], self.service.access["clientSecret"],
            use_sandbox=True)
        client.do_auth()
        self.assertEqual(client.get_user().first_name, "Ada")
        self.assertEqual(client.get_company().name, "Thornbury Design Ltd")
        # Reading the tokens again renews them.
        client.serialised_token = client.serialised_token
        self.assertEqual(len(client.get_bank_accounts()), 4)
        self.assertEqual(len(client.get_bank_transactions(1)), 25)
        self.assertEqual(client.get_contact(1).organisation_name, "Brightwater Studios Ltd")

    def test_freeagent(self):
        pages, kept = [], []
        freeagent.base.open_browser = pages.append
        asked, builtins.input = builtins.input, lambda *_: self.service.decide(pages[-1])
        self.addCleanup(setattr, builtins, "input", asked)

        def client(token=None):
            client = freeagent.FreeAgent()
            client.api_base_url = f"{self.service.root}/"
            client.authenticate(
                self.service.access["clientId"], self.service.access["clientSecret"], kept.append,
                token=token)
            return client

        self.assertGreater(len(client().bank.get_unexplained_transactions("1")), 5)
        again = client({**kept[0], "expires_at": 1})
        self.assertEqual(len(kept), 2, "the tokens were not renewed")
        self.assertEqual(again.category.get_desc_nominal_code("Accommodation"), "285")


if __name__ == "__main__":
    unittest.main()
