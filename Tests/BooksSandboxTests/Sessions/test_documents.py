"""Does what the pages of the service's documentation print, letter by letter."""

import base64
import unittest
import urllib.parse

from service import ServiceCase, ask


class Documents(ServiceCase):
    REDIRECT = "http://127.0.0.1:9/callback"

    def page(self, **more):
        query = {"client_id": self.service.access["clientId"], "response_type": "code",
                 "redirect_uri": self.REDIRECT, "state": "foobar", **more}
        return f"{self.service.root}/approve_app?{urllib.parse.urlencode(query)}"

    def basic(self):
        pair = f"{self.service.access['clientId']}:{self.service.access['clientSecret']}"
        return f"Basic {base64.b64encode(pair.encode()).decode()}"

    def code(self, person="1"):
        back = self.service.decide(self.page(), person)
        items = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
        self.assertEqual(items["state"], "foobar")
        return items["code"]

    def tokens(self, body, **headers):
        return ask("POST", f"{self.service.root}/token_endpoint", body.encode(), **headers)

    def test_page_oauth(self):
        page = ask("GET", self.page())
        self.assertEqual(page.status, 200)
        self.assertIn("<form", page.text)
        denied = self.service.decide(self.page(), decision="deny")
        self.assertEqual(denied, f"{self.REDIRECT}?error=access_denied&state=foobar")
        code, redirect = self.code("2"), urllib.parse.quote(self.REDIRECT, safe="")
        # The page prints a form with this type.
        given = self.tokens(
            f"grant_type=authorization_code&code={code}&redirect_uri={redirect}",
            Authorization=self.basic(), Accept="application/json", Content_Type="application/json")
        self.assertEqual(given.status, 200, given.text)
        self.assertEqual(given.json["token_type"], "bearer")
        self.assertEqual(given.json["expires_in"], 3600)
        self.assertEqual(given.json["refresh_token_expires_in"], 631151957)
        me = self.service.get("users/me", given.json["access_token"])
        self.assertEqual(me.json["user"]["permission_level"], 6)
        again = self.tokens(
            f"grant_type=refresh_token&refresh_token={given.json['refresh_token']}",
            Authorization=self.basic(), Content_Type="application/x-www-form-urlencoded")
        self.assertEqual(again.status, 200)
        self.assertNotEqual(again.json["refresh_token"], given.json["refresh_token"])
        # The new token works at once, and ends the one before.
        self.assertEqual(
            self.service.get("users/me", again.json["access_token"]).status, 200)
        self.assertEqual(
            self.service.get("users/me", given.json["access_token"]).status, 401)
        old = self.tokens(
            f"grant_type=refresh_token&refresh_token={given.json['refresh_token']}",
            Authorization=self.basic())
        self.assertEqual((old.status, old.json["error"]), (400, "invalid_grant"))

    def test_page_introduction(self):
        # Its example of too many requests has the credentials in the query.
        query = urllib.parse.urlencode({
            "client_id": self.service.access["clientId"],
            "client_secret": self.service.access["clientSecret"]})
        refresh = next(user["refreshToken"] for user in self.service.access["users"])
        for _ in range(5):
            answer = ask("POST", f"{self.service.root}/token_endpoint?{query}",
                         f"grant_type=refresh_token&refresh_token={refresh}".encode(),
                         X_RateLimit_Test="true")
            self.assertEqual(answer.status, 200, answer.text)
            refresh = answer.json["refresh_token"]
        answer = ask("POST", f"{self.service.root}/token_endpoint?{query}",
                     f"grant_type=refresh_token&refresh_token={refresh}".encode(),
                     X_RateLimit_Test="true")
        self.assertEqual(answer.status, 429)
        self.assertEqual(answer.headers["Retry-After"], "60")
        self.assertEqual(answer.text, "You must not exceed 5 requests per 60 seconds")

    def test_page_bank_transactions(self):
        seen = []
        for page in range(1, 100):
            answer = self.service.get(
                "bank_transactions", bank_account=f"{self.service.root}/bank_accounts/1",
                per_page=10, page=page)
            self.assertEqual(answer.status, 200)
            total = int(answer.headers["X-Total-Count"])
            seen += [one["url"] for one in answer.json["bank_transactions"]]
            if 'rel="next"' not in answer.headers["Link"]:
                break
        self.assertGreater(total, 20)
        self.assertEqual((page, len(seen), len(set(seen))), ((total + 9) // 10, total, total))

    def test_page_bank_transaction_explanations(self):
        hotel = next(
            one for one in self.service.get(
                "bank_transactions", bank_account="1", view="unexplained",
                per_page=100).json["bank_transactions"] if one["amount"] == "-279.78")
        made = self.service.send("POST", "bank_transaction_explanations", {
            "bank_transaction_explanation": {
                "bank_transaction": hotel["url"], "dated_on": hotel["dated_on"],
                "description": "A night in Bath", "gross_value": "-279.78",
                "sales_tax_rate": "20.0", "category": f"{self.service.root}/categories/285"}})
        self.assertEqual(made.status, 201, made.text)
        explanation = made.json["bank_transaction_explanation"]
        self.assertEqual(made.headers["Location"], explanation["url"])
        self.assertEqual(explanation["sales_tax_value"], "-46.63")
        path = explanation["url"].removeprefix(f"{self.service.root}/")
        self.assertEqual(self.service.get(path).status, 200)
        self.assertEqual(self.service.send("DELETE", path).status, 200)
        self.assertEqual(self.service.get(path).status, 404)

    def test_page_payroll(self):
        year = self.service.get("payroll/2027")
        self.assertEqual(year.status, 200, year.text)
        self.assertEqual([one["period"] for one in year.json["periods"]], [0, 1, 2, 3, 4])
        due = year.json["payments"][0]
        self.assertEqual(due, {"due_on": "2026-05-22", "amount_due": "699.01",
                               "status": "unpaid"})
        path = year.json["periods"][0]["url"].removeprefix(f"{self.service.root}/")
        slips = self.service.get(path).json["period"]["payslips"]
        self.assertEqual([one["basic_pay"] for one in slips], ["1047.0", "2500.0"])
        paid = self.service.send("PUT", "payroll/2027/payments/2026-05-22/mark_as_paid")
        self.assertEqual(paid.json["payments"][0]["status"], "marked_as_paid")
        self.assertEqual(self.service.get("payroll/2027", self.service.token(6)).status, 403)
        profiles = self.service.get("payroll_profiles/2027",
                                    user=f"{self.service.root}/users/2").json["profiles"]
        self.assertEqual([one["title"] for one in profiles], ["Mr"])

    def test_page_hire_purchases(self):
        made = self.service.send("POST", "bills", {"bill": {
            "contact": f"{self.service.root}/contacts/6", "reference": "VAN-1",
            "dated_on": "2026-09-01", "due_on": "2029-09-01", "is_paid_by_hire_purchase": True,
            "bill_items": [{"category": f"{self.service.root}/categories/602-1",
                            "description": "A van", "total_value": "1200.0"}]}})
        self.assertEqual(made.status, 201, made.text)
        answer = self.service.get("hire_purchases")
        self.assertEqual(answer.headers["X-Total-Count"], "1")
        [purchase] = answer.json["hire_purchases"]
        self.assertEqual((purchase["bill"], purchase["description"]),
                         (made.json["bill"]["url"], "A van"))
        lines = self.service.get("accounting/trial_balance/summary").json["trial_balance_summary"]
        owed = next(one for one in lines if one["nominal_code"] == "793-1")
        self.assertEqual(owed["total"], "-1200.0")

    def test_page_bank_feeds(self):
        feeds = self.service.get("bank_feeds").json["bank_feeds"]
        self.assertEqual([one["feed_type"] for one in feeds], ["open_banking", "api"])
        one = self.service.get("bank_feeds/1").json["bank_feed"]
        self.assertEqual(one["bank_account"], f"{self.service.root}/bank_accounts/1")

    def test_page_bank_transaction_explanation_attachments(self):
        made = self.service.send("POST", "bank_transaction_explanations", {
            "bank_transaction_explanation": {
                "bank_account": f"{self.service.root}/bank_accounts/1",
                "dated_on": "2026-09-19", "gross_value": "-12.0", "description": "Lunch",
                "category": f"{self.service.root}/categories/285"}})
        path = made.json["bank_transaction_explanation"]["url"].removeprefix(
            f"{self.service.root}/") + "/attachments"
        self.assertEqual(self.service.get(path).json, {"attachments": []})
        files = [{"data": base64.b64encode(b"%PDF-1.4").decode(), "file_name": f"{name}.pdf",
                  "content_type": "application/pdf"} for name in "ab"]
        added = self.service.send("POST", path, {"attachments": files})
        self.assertEqual(added.status, 201, added.text)
        [first, second] = added.json["attachments"]
        left = self.service.send("PUT", path, {"attachments": [
            {"url": first["url"], "_destroy": "true"}]})
        self.assertEqual([one["url"] for one in left.json["attachments"]], [second["url"]])
        self.assertEqual(self.service.send("DELETE", path).status, 200)
        self.assertEqual(self.service.get(path).json, {"attachments": []})

    def test_page_account_locks(self):
        before = self.service.get("account_locks")
        self.assertEqual(before.json, {
            "account_locks": [], "earliest_lock_date": "2020-04-01",
            "latest_lock_date": "2026-03-31"})
        lock = {"account_lock": {"locked_to_date": "2026-02-28"}}
        self.assertEqual(self.service.send("PUT", "account_locks", lock).status, 200)
        [lock] = self.service.get("account_locks").json["account_locks"]
        self.assertEqual((lock["locked_to_date"], lock["user_lock"]), ("2026-02-28", True))
        journal = {"journal_set": {"dated_on": "2026-02-28", "description": "A correction",
                                   "journal_entries": [
                                       {"category": "285", "debit_value": "5.0"},
                                       {"category": "365", "debit_value": "-5.0"}]}}
        refused = self.service.send("POST", "journal_sets", journal)
        self.assertEqual(refused.status, 422)
        self.assertIn("locked up to 28 February 2026", refused.text)
        self.assertEqual(self.service.send("DELETE", "account_locks").status, 200)
        self.assertEqual(self.service.send("POST", "journal_sets", journal).status, 201)

    def test_what_happens_outside(self):
        owner = self.service.access["users"][0]
        log_ins = self.service.control("GET", "tokens")["logIns"]
        self.assertEqual(len(log_ins), len(self.service.access["users"]))
        self.service.control("POST", "tokens/expire", {"person": owner["id"]})
        self.assertEqual(self.service.get("users/me").status, 401)
        fresh = self.service.control("POST", "tokens", {"person": owner["id"]})
        self.assertEqual(self.service.get("users/me", fresh["access"]).status, 200)
        self.service.control("POST", "faults", {"kind": "html", "status": 502})
        broken = self.service.get("users/me", fresh["access"])
        self.assertEqual(broken.status, 502)
        self.assertIn("<html>", broken.text)
        self.assertEqual(self.service.get("users/me", fresh["access"]).status, 200)
        statuses = [one.get("status") for one in
                    self.service.control("GET", "requests")["requests"]]
        self.assertEqual(statuses, [401, 200, 502, 200])


if __name__ == "__main__":
    unittest.main()
