"""What a browser sent and what came back, read from what Chromium logs of its network."""

import json
import re


class Request:
    """A request that left the browser.

    - method, address: what was asked for.
    - sent: its headers, by their names in lower case.
    - status, headers: what came back; None and empty while nothing has.
    """

    def __init__(self, method, address, sent, status=None, headers=None):
        self.method, self.address, self.sent = method, address, sent
        self.status, self.headers = status, headers or {}

    @property
    def path(self):
        return re.sub(r"^\w+://[^/]*", "", self.address)

    def __repr__(self):
        return f"{self.method} {self.path} {self.status}"


class Hop:
    """A request as it is logged, be it answered by the server or by the browser's cache.

    - went_out: whether it was sent to the server; None while that is not known.
    """

    def __init__(self, exchange, method, address):
        self.exchange, self.number = exchange, len(exchange.hops)
        self.method, self.address, self.went_out = method, address, None

    @property
    def is_settled(self):
        """Whether all is known that will be."""
        known = min(len(self.exchange.sent), len(self.exchange.got))
        return self.went_out is False or self.exchange.has_failed or (
            self.went_out is True and known > self.number)

    @property
    def request(self):
        """The request with what came back; None if it was not sent, or that is not known yet."""
        if self.went_out is False or self.number >= len(self.exchange.sent):
            return None
        sent = self.exchange.sent[self.number]
        got = self.exchange.got[self.number] if self.number < len(self.exchange.got) else ()
        return Request(self.method, self.address, sent, *got)


class Exchange:
    """What one id of Chromium's is of: a request, and those that it was led on to.

    The headers as they were on the wire are logged apart, before or after the rest.
    """

    def __init__(self):
        self.hops, self.sent, self.got, self.has_failed = [], [], [], False


def lower(headers):
    return {name.lower(): value for name, value in headers.items()}


class Traffic:
    """The requests of all tabs of a browser, in the order in which they were begun."""

    def __init__(self):
        self.exchanges, self.order = {}, []
        # The id of what was loaded last as a page, by which the driver has its source.
        self.document = None

    def read(self, entries):
        """Takes entries of the log."""
        for entry in entries:
            message = json.loads(entry["message"])["message"]
            method, event = message["method"], message["params"]
            if not method.startswith("Network.") or "requestId" not in event:
                continue
            exchange = self.exchanges.setdefault(event["requestId"], Exchange())
            match method.removeprefix("Network."):
                case "requestWillBeSent":
                    if exchange.hops:
                        exchange.hops[-1].went_out = event["redirectHasExtraInfo"]
                    asked = event["request"]
                    if asked["url"].startswith("http"):
                        exchange.hops.append(Hop(exchange, asked["method"], asked["url"]))
                        self.order.append(exchange.hops[-1])
                case "requestWillBeSentExtraInfo":
                    exchange.sent.append(lower(event["headers"]))
                case "responseReceivedExtraInfo":
                    exchange.got.append((event["statusCode"], lower(event["headers"])))
                case "requestServedFromCache":
                    if exchange.hops:
                        exchange.hops[-1].went_out = False
                case "responseReceived":
                    if exchange.hops and exchange.hops[-1].went_out is None:
                        is_cached = event["response"].get("fromDiskCache", False)
                        exchange.hops[-1].went_out = event["hasExtraInfo"] and not is_cached
                    if event["type"] == "Document":
                        self.document = event["requestId"]
                case "loadingFailed":
                    exchange.has_failed = True

    @property
    def is_settled(self):
        """Whether of each request that was not taken yet all is known that will be."""
        return all(hop.is_settled for hop in self.order)

    def take(self):
        """The requests that were not taken yet."""
        taken, self.order = self.order, []
        # Nothing more is logged of what is settled: a window may be used for thousands of pages.
        self.exchanges = {name: exchange for name, exchange in self.exchanges.items()
                          if not exchange.hops or not all(hop.is_settled for hop in exchange.hops)}
        return [request for hop in taken if (request := hop.request)]
