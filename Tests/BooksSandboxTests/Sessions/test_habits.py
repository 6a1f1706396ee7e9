"""What clients of the service do that its documents do not print, and what they read in answers."""

import datetime
import json
import re
import unittest
import urllib.parse

from service import ServiceCase, ask

OFX = b"""<?xml version="1.0"?>
<?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260918</DTPOSTED>
<TRNAMT>-30</TRNAMT><FITID>f1</FITID><MEMO>Subscription</MEMO></STMTTRN></BANKTRANLIST></OFX>"""


class Habits(ServiceCase):
    def post(self, path, data, content_type, token=None):
        return ask("POST", f"{self.service.root}/{path}", data, Content_Type=content_type,
                   Authorization=f"Bearer {token or self.service.token(8)}")

    def newest(self):
        return self.service.get("bank_transactions", bank_account="1",
                                last_uploaded="true").json["bank_transactions"]

    def test_tokens(self):
        """Some send JSON, some put all of it into the query, some write two slashes."""
        owner = self.service.access["users"][0]
        fields = {"grant_type": "refresh_token", "refresh_token": owner["refreshToken"],
                  "client_id": self.service.access["clientId"],
                  "client_secret": self.service.access["clientSecret"]}
        for send in [
            lambda: ask("POST", f"{self.service.root}/token_endpoint",
                        json.dumps(fields).encode(), Content_Type="application/json"),
            lambda: ask("POST", f"{self.service.root}//token_endpoint?"
                        f"{urllib.parse.urlencode(fields)}"),
            lambda: ask("POST", f"{self.service.root}//token_endpoint",
                        urllib.parse.urlencode(fields).encode()),
        ]:
            answer = send()
            self.assertEqual(answer.status, 200, answer.text)
            fields["refresh_token"] = answer.json["refresh_token"]
            me = ask("GET", f"{self.service.root}//users/me/",
                     Authorization=f"Bearer {answer.json['access_token']}")
            self.assertEqual(me.status, 200, me.text)

    def test_statements(self):
        """A file comes as a part of a form, as a field of one, or as a text of JSON."""
        path = "bank_transactions/statement?bank_account=1"
        for boundary in ['"b-1"', "b-1"]:
            body = (b"--b-1\r\nContent-Disposition: form-data; name=statement; "
                    b'filename="a.ofx"\r\nContent-Type: application/x-ofx\r\n\r\n'
                    + OFX + b"\r\n--b-1--\r\n")
            answer = self.post(path, body, f"multipart/form-data; boundary={boundary}")
            self.assertEqual((answer.status, answer.text), (200, ""))
            self.assertTrue(answer.headers["Content-Type"].startswith("application/json"))
        self.assertEqual(self.newest(), [], "the second time it is there already")
        answer = self.post(
            path, urllib.parse.urlencode({"statement": '"19/09/2026",80,"Quiz"\n'}).encode(),
            "application/x-www-form-urlencoded")
        self.assertEqual(answer.status, 200, answer.text)
        self.assertEqual([one["amount"] for one in self.newest()], ["80.0"])
        answer = self.service.send("POST", path, {"statement": "!Type\nD19/09/26\nU12\nEBeer\n^"})
        self.assertEqual(answer.status, 200, answer.text)
        self.assertEqual([one["description"] for one in self.newest()], ["Beer//OTHER/"])
        wrong = self.service.send("POST", path, {"statement": "19/09/2026,80,Quiz\n31/02/2026,1,x"})
        self.assertEqual(wrong.status, 406)
        self.assertEqual(wrong.json["errors"][0]["message"],
                         "Line 2: date “31/02/2026” is not a valid date")

    def test_links(self):
        """Some look for a quote, some for the other, and some take what is between either."""
        first = self.service.get("contacts", per_page="2")
        links = first.headers["Link"]
        for quote in "'\"":
            found = re.findall(rf"<([^>]*)>; rel={quote}(\w+){quote}", links)
            self.assertEqual([name for _, name in found], ["last", "next"], links)
            self.assertTrue(found[1][0].endswith("page=2&per_page=2"), links)
        seen, page = [], first
        while page:
            seen += [one["url"] for one in page.json["contacts"]]
            links = page.headers["Link"]
            following = re.search(r"<([^>]*)>; rel=['\"]next['\"]", links)
            page = following and ask("GET", following.group(1),
                                     Authorization=f"Bearer {self.service.token(8)}")
        self.assertEqual(len(set(seen)), int(first.headers["X-Total-Count"]))
        self.assertEqual(self.service.get("contacts", per_page="100").headers["Link"], "")

    def test_times(self):
        """A time without a zone is one of UTC, as programs write it that think in UTC."""
        made = self.service.send("POST", "contacts", {"organisation_name": "New"})
        path = made.json["contact"]["url"].removeprefix(f"{self.service.root}/")
        changed = datetime.datetime.fromisoformat(
            self.service.get(path).json["contact"]["updated_at"].replace("Z", "+00:00"))
        plain = changed.replace(tzinfo=None)
        later = plain + datetime.timedelta(seconds=1)
        for time, count in [(plain.isoformat(), 1), (str(plain), 1), (later.isoformat(), 0),
                            (str(later), 0), (later.isoformat(timespec="microseconds"), 0)]:
            answer = self.service.get("contacts", updated_since=time)
            self.assertEqual(answer.status, 200, answer.text)
            names = [one["organisation_name"] for one in answer.json["contacts"]]
            self.assertEqual(names.count("New"), count, time)

    def test_answers(self):
        """Bodies that are read as JSON are JSON, and numbers are numbers."""
        made = self.service.send("POST", "contacts", {"organisation_name": "No root"})
        self.assertEqual(made.status, 201, made.text)
        path = made.json["contact"]["url"].removeprefix(f"{self.service.root}/")
        gone = self.service.send("DELETE", path)
        self.assertEqual((gone.status, gone.text), (200, ""))
        self.assertTrue(gone.headers["Content-Type"].startswith("application/json"))
        sent = self.service.send("POST", "invoices/7/send_email", {"invoice": {"email": {
            "use_template": True}}})
        self.assertEqual((sent.status, sent.json["invoice"]["status"]), (200, "Open"))
        invoice = self.service.get("invoices/7").json["invoice"]
        self.assertEqual(invoice["invoice_items"][0]["position"], 1)
        self.assertEqual((invoice["exchange_rate"], invoice["payment_methods"]), ("1.0", {}))
        # An id may come as a number, as some clients keep it.
        made = self.service.send("POST", "bank_transaction_explanations", {
            "bank_transaction_explanation": {
                "bank_account": 1, "dated_on": "2026-09-19", "gross_value": "-12.0",
                "description": "Lunch", "category": 285}})
        self.assertEqual(made.status, 201, made.text)
        self.assertEqual(made.json["bank_transaction_explanation"]["category"],
                         f"{self.service.root}/categories/285")
        for path in ["payroll/1999", "sales_tax_periods", "properties", "clients"]:
            answer = self.service.get(path)
            self.assertEqual(answer.status, 404)
            self.assertIn("message", answer.json["errors"]["error"])


if __name__ == "__main__":
    unittest.main()
