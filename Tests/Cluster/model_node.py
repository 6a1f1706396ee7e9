#!/usr/bin/env python3
"""A node that is no server of ours, over `model.py`. What finds faults is tried on it, as it is and with one:

    $MODEL_FAULT
      no-fence         an answer is written whatever was written meanwhile, and accepted even if it was not
      old-states       how a session stands is told from memory
      two-keys         an order that may have been given is given under another key
      no-sync          answers are told before they are on the disk
"""

import argparse
import http.server
import json
import os
import secrets

from model import TABLES, Database, Lost, Model, value


def handler(model):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            try:
                self.say(*self.reply())
            except Lost:
                self.say(503, {"code": "store"})

        do_PUT = do_POST = do_GET

        def reply(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.path == "/api/flows":
                # As a server's, but with a code that proves nothing.
                return 200, {"flows": []}, f"flowline-visitor-0a1b2c3d={secrets.token_hex(16)}.0.code="
            if not self.path.startswith("/api/sessions/"):
                return (200 if self.path == "/health" else 404), {}
            cookie = self.headers["Cookie"].partition("=")[2]
            _, _, _, session, *rest = self.path.split("/")
            if self.command == "PUT":
                model.start(session, cookie)
            elif self.command == "POST":
                given = json.loads(body)
                step = self.headers["If-Match"].strip('"').split("-", 1)[1]
                if "back" in given:
                    return model.answer(session, cookie, self.headers["If-Match"].strip('"'), None)
                pairs = list(given["fill"].items()) if "fill" in given else [(step, given["answer"])]
                return model.answer(session, cookie, self.headers["If-Match"].strip('"'),
                                    [(name, value(one)) for name, one in pairs])
            state, last, lines = model.state(session, cookie)
            if state is None:
                return 404, {}
            if rest == ["journal"]:
                return 200, "".join(line + "\n" for line in lines)
            if rest == ["answers"]:
                return 200, {"answers": [
                    {"step": [line.split(" ")[1]], "answer": json.loads(line.split(" ", 2)[2])}
                    for line in model.valid(lines) if line.startswith("answer ")]}
            return 200, state

        def say(self, status, content, cookie=None):
            content = (content if isinstance(content, str) else json.dumps(content)).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                if cookie:
                    self.send_header("Set-Cookie", cookie)
                self.end_headers()
                self.wfile.write(content)
            except OSError:
                pass

        def log_message(self, *_):
            pass
    return Handler


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data")
    parser.add_argument("--store")
    options, _ = parser.parse_known_args()
    fault = os.environ.get("MODEL_FAULT")
    database = Database(options.store, "-c synchronous_commit=off" if fault == "no-sync" else "")
    database.rows(f"SELECT pg_advisory_lock(1); {TABLES}; SELECT pg_advisory_unlock(1)")
    model = Model(database, options.data, fault)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), handler(model))
    print(f"flowline-serve: listening on http://127.0.0.1:{options.port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
