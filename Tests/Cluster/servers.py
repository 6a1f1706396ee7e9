"""Servers that tests of a network put behind it: one that echoes, and one that answers as a node would."""

import http.server
import socketserver
import threading


class Served:
    """A server in a thread of its own."""

    def __init__(self, server):
        self.server, self.port = server, server.server_address[1]
        self.thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Echo(socketserver.BaseRequestHandler):
    def handle(self):
        try:
            while content := self.request.recv(65536):
                self.server.received.append(content)
                self.request.sendall(content)
            self.server.ends.set()
        except OSError:
            self.server.ends.set()


def echo():
    """A server that sends back what comes, notes it, and says when a connection has ended."""
    socketserver.ThreadingTCPServer.allow_reuse_address = True
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo)
    server.daemon_threads, server.received, server.ends = True, [], threading.Event()
    return Served(server)


class NodeLike:
    """A server that answers as a test says: `answers` by path, as status, body; none cuts it off."""

    def __init__(self, name, answers=None):
        self.name, self.requests, self.held = name, [], threading.Event()
        self.answers = {"/health": (200, "ok"), **(answers or {})}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.requests.append((self.command, self.path, body.decode()))
                answer = outer.answers.get(self.path, (404, ""))
                if answer == "holds":
                    outer.held.wait(120)
                if answer in (None, "holds"):
                    self.close_connection = True
                    return
                content = answer[1].encode()
                self.send_response(answer[0])
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.served = Served(self.server)
        self.port = self.served.port

    def asked(self, path):
        return [request for request in self.requests if request[1] == path]

    def close(self):
        self.held.set()
        self.served.close()
