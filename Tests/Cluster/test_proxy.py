"""The network that a test disturbs does what it is told, and nothing else."""

import socket
import threading
import unittest

from loop import Loop
from processes import eventually
from proxy import Proxy
from servers import echo


class Disturbed(unittest.TestCase):
    def setUp(self):
        self.loop = Loop()
        self.addCleanup(self.loop.close)
        self.echo = echo()
        self.addCleanup(self.echo.close)
        self.proxy = Proxy(self.loop, ("127.0.0.1", self.echo.port))
        self.addCleanup(self.proxy.close)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.proxy.port), timeout=120)
        self.addCleanup(connection.close)
        return connection

    def exchange(self, connection, content):
        connection.sendall(content)
        return self.read(connection, len(content))

    @staticmethod
    def read(connection, count):
        content = b""
        while len(content) < count:
            more = connection.recv(count - len(content))
            if not more:
                break
            content += more
        return content

    def silent(self, connection):
        """Whether nothing comes: a moment is enough to see what passes, and none is missed later."""
        connection.settimeout(0.2)
        try:
            return not connection.recv(1)
        except socket.timeout:
            return True
        finally:
            connection.settimeout(120)

    def test_what_is_sent_passes_both_ways(self):
        connection = self.connect()
        content = bytes(range(256)) * 4000
        sender = threading.Thread(target=connection.sendall, args=(content,), daemon=True)
        sender.start()
        self.assertEqual(self.read(connection, len(content)), content)
        sender.join()
        self.assertEqual(self.proxy.carried, [len(content), len(content)])

    def test_replies_that_are_held_arrive_once_it_is_well(self):
        connection = self.connect()
        self.assertEqual(self.exchange(connection, b"one"), b"one")
        self.proxy.set(holds_replies=True)
        connection.sendall(b"two")
        self.assertTrue(self.silent(connection))
        eventually(lambda: b"two" in self.echo.server.received)
        self.proxy.heal()
        self.assertEqual(self.read(connection, 3), b"two")

    def test_requests_that_are_held_do_not_arrive_before(self):
        connection = self.connect()
        self.assertEqual(self.exchange(connection, b"one"), b"one")
        self.proxy.set(holds_requests=True)
        connection.sendall(b"two")
        self.assertTrue(self.silent(connection))
        self.assertEqual(self.echo.server.received, [b"one"])
        self.proxy.heal()
        self.assertEqual(self.read(connection, 3), b"two")

    def test_a_reply_that_is_lost_was_asked_for(self):
        connection = self.connect()
        self.assertEqual(self.exchange(connection, b"one"), b"one")
        self.proxy.set(loses_replies=True)
        connection.sendall(b"two")
        with self.assertRaises(ConnectionError):
            self.read(connection, 3) or self.raise_end()
        self.assertIn(b"two", self.echo.server.received)
        self.assertEqual(self.proxy.lost, 1)
        self.proxy.heal()
        self.assertEqual(self.exchange(self.connect(), b"three"), b"three")

    @staticmethod
    def raise_end():
        raise ConnectionResetError("it ended in order")

    def test_a_cut_ends_connections_and_not_what_comes_behind(self):
        connection = self.connect()
        self.assertEqual(self.exchange(connection, b"one"), b"one")
        self.proxy.cut()
        with self.assertRaises(ConnectionError):
            connection.recv(1) or self.raise_end()
        self.assertTrue(self.echo.server.ends.wait(120))
        self.assertEqual(self.exchange(self.connect(), b"two"), b"two")

    def test_a_half_closed_connection_still_carries_the_other_way(self):
        connection = self.connect()
        self.assertEqual(self.exchange(connection, b"one"), b"one")
        self.proxy.half_close(towards_target=False)
        self.assertEqual(connection.recv(1), b"")
        connection.sendall(b"two")
        connection.shutdown(socket.SHUT_WR)
        self.assertTrue(self.echo.server.ends.wait(120))
        self.assertEqual(b"".join(self.echo.server.received), b"onetwo")

    def test_while_it_refuses_no_connection_carries_anything(self):
        self.proxy.set(refuses=True)
        with self.assertRaises(ConnectionError):
            self.exchange(self.connect(), b"one") or self.raise_end()
        self.assertEqual(self.echo.server.received, [])

    def test_it_can_lead_somewhere_else(self):
        connection = self.connect()
        self.assertEqual(self.exchange(connection, b"one"), b"one")
        other = echo()
        self.addCleanup(other.close)
        self.proxy.lead_to(("127.0.0.1", other.port))
        with self.assertRaises(ConnectionError):
            connection.recv(1) or self.raise_end()
        self.assertEqual(self.exchange(self.connect(), b"two"), b"two")
        self.assertEqual((self.echo.server.received, other.server.received), ([b"one"], [b"two"]))

    def test_packets_that_are_late_arrive_in_order(self):
        self.proxy.set(delay=0.01)
        connection = self.connect()
        for number in range(5):
            self.assertEqual(self.exchange(connection, b"%d" % number), b"%d" % number)
        self.assertEqual(b"".join(self.echo.server.received), b"01234")


if __name__ == "__main__":
    unittest.main()
