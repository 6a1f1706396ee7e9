"""A bank on this machine: the sandbox, and an address of it at which a request is held."""

import http.client
import http.server
import pathlib
import sys
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "SessionSupport"))
from machine import PATIENCE  # noqa: E402
from sandboxes import SandboxProcess, secret_file  # noqa: E402

TOKEN = "eyJ0eXAiOiJKV1QifQ.token-of-ada"


class Sandbox(SandboxProcess):
    def __init__(self, folder):
        super().__init__(
            "--port", "0", "--data", f"{folder}/bank", "--token-file",
            secret_file(f"{folder}/tokens", TOKEN + "\n"), "--seed", "sample", "--locale", "en_GB")

    def close(self):
        self.stop()


class HeldBank:
    """Another address of a bank, at which requests of a method and an ending are held until a test lets
    them through. Everything else passes."""

    def __init__(self, bank, method, ending):
        self.bank, self.method, self.ending = bank, method, ending
        self.came, self.passes = threading.Event(), threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self.server.held = self
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hold(self, method, path):
        """Waits, if the request is one that is held."""
        if method == self.method and path.endswith(self.ending):
            self.came.set()
            self.passes.wait(PATIENCE)

    def let_through(self):
        self.passes.set()

    def close(self):
        self.let_through()
        self.server.shutdown()
        self.server.server_close()


class Passing(http.server.BaseHTTPRequestHandler):
    """One connection to the other address."""

    protocol_version = "HTTP/1.1"
    # The bank is asked at its own address, and each reply comes whole.
    OWN = {"host", "connection", "transfer-encoding", "content-length"}

    def pass_on(self):
        held = self.server.held
        content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        held.hold(self.command, self.path)
        bank = http.client.HTTPConnection("127.0.0.1", held.bank.port, timeout=PATIENCE)
        try:
            bank.request(self.command, self.path, content or None, {
                name: value for name, value in self.headers.items() if name.lower() not in self.OWN})
            reply = bank.getresponse()
            content = reply.read()
        finally:
            bank.close()
        self.send_response_only(reply.status)
        for name, value in reply.getheaders():
            if name.lower() not in self.OWN:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_DELETE = pass_on

    def log_message(self, *_):
        pass
