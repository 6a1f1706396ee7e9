"""A cluster whose nodes have nothing in common but the database, and whose customers are logged in to a bank with
an address: what was ordered is held against what that bank did."""

import collections
import dataclasses
import os
import pathlib
import subprocess

import bank
from balancer import Balancer
from clients import Client, Walk, session_id
from cluster import Cluster
from plan import Numbers
from processes import PATIENCE
from scene import Unrecorded

# Of what a sample bank has in its goal there is enough for so many amounts, the highest so many pence.
MOST = 140


class Branch:
    """A sandbox of the bank, with an access token of its own."""

    def __init__(self, number, folder):
        self.name, self.token = f"branch {number}", f"token-of-branch-{number}"
        self.folder = pathlib.Path(folder, f"branch-{number}")
        self.folder.mkdir()
        tokens = self.folder / "tokens"
        tokens.touch(mode=0o600)
        tokens.write_text(self.token + "\n", encoding="utf-8")
        program = pathlib.Path(os.environ["FLOWLINE_SERVE"]).with_name("flowline-sandbox")
        # A group of its own: a signal from the keyboard is for the test.
        self.process = subprocess.Popen(
            [program, "--port", "0", "--data", self.folder / "bank", "--token-file", tokens,
             "--seed", "sample", "--locale", "en_GB", "--log-level", "error"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[-1])

    def read(self, orders):
        """The bank in its file. A goal is made under a key of the bank's own: it is known by its name, by which
        `orders` has its key."""
        found = bank.read(self.folder / "bank" / "bank.sqlite")
        keys = {order.contents["name"]: order.key for order in orders if "name" in order.contents}
        known = {}
        for key, contents in found.orders.items():
            key = keys.get(contents.get("name"), key)
            # One that was made under several keys is left under them, for a rule to find.
            key = key if key not in known else contents["key"]
            known[key] = {**contents, "key": key}
        return dataclasses.replace(found, orders=known)

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Front(Balancer):
    """The bank's one address: a request is for the branch that its token is of."""

    def __init__(self, loop, branches):
        self.places = {f"Bearer {branch.token}": at for at, branch in enumerate(branches)}
        super().__init__(loop, [branch.port for branch in branches], every=None)

    def order(self, head):
        # A token that no branch has is for any of them to refuse.
        return [self.nodes[self.places.get(head.get("authorization"), 0)]]

    def head_for(self, node, head):
        # A branch takes requests for its own address alone.
        return head.with_fields(connection="close", host=f"127.0.0.1:{node.port}")


class LogIn:
    """A customer's way through the flow `log-in`."""

    FLOW = "log-in"

    def __init__(self, token):
        self.values = {"way": "type", "token": token, "identity": True}

    def answer(self, question, _):
        prompt = question["prompt"]
        # What is not done, or was not read, is tried again.
        value = "again" if prompt.get("hold") else self.values.get(prompt["path"][-1], "again")
        return "answer", value, ()


class LoggingIn:
    """A client as long as it logs in: it does nothing twice on purpose, and nothing of it is checked."""

    recorder, races = Unrecorded(), 0

    def __init__(self, client):
        self.client = client

    def __getattr__(self, name):
        return getattr(self.client, name)


class Customers(Client):
    """A client whose customers have one branch of the bank, one after the other."""

    def __init__(self, number, port, branch, *arguments, **more):
        super().__init__(number, port, *arguments, **more)
        self.branch, self.numbers = branch, Numbers(MOST)
        # The sessions in which it logged in.
        self.log_ins = []

    def welcome(self, customer, number):
        session = session_id(f"{self.seed} {self.number} {number} log-in", False)
        self.log_ins.append(session)
        Walk(LoggingIn(self), session, self.api(customer), LogIn(self.branch.token)).run()
        return self.numbers


class ServedCluster(Cluster):
    """It has one branch for each client: with one for all, each page would list what all have ordered."""

    # What the bank's address is.
    front_type = Front

    def __init__(self, count, clients):
        self.count, self.branches, self.front, self.clients = clients, [], None, []
        super().__init__(count, has_standby=True)

    def prepare(self):
        for number in range(self.count):
            self.branches.append(Branch(number, self.folder))
        self.front = self.front_type(self.loop, self.branches)
        self.key = pathlib.Path(self.folder, "key")
        self.key.touch(mode=0o600)
        self.key.write_bytes(os.urandom(32))

    def options(self, number):
        return [*super().options(number), "--data", f"{self.folder}/data-{number}",
                "--journal-key", str(self.key), "--bank", f"http://127.0.0.1:{self.front.port}"]

    def client(self, number, *arguments, **more):
        client = Customers(number, self.port, self.branches[number % self.count], *arguments, **more)
        self.clients.append(client)
        return client

    @property
    def ended(self):
        return super().ended + [f"{branch.name} ended by itself, with {branch.process.returncode}"
                                for branch in self.branches if branch.process.poll() is not None]

    def with_banks(self, world, _):
        shared = {bank.name_of(customer): client.branch.name
                  for client in self.clients for _, customer in client.sessions}
        orders = collections.defaultdict(list)
        for kept in world.read.values():
            orders[shared.get(kept.world)] += kept.orders
        banks = {branch.name: branch.read(orders[branch.name]) for branch in self.branches}
        log_ins = frozenset(session for client in self.clients for session in client.log_ins)
        return dataclasses.replace(world, banks=banks, shared_banks=shared, others=log_ins)

    def close(self):
        if self.front:
            self.front.close()
        super().close()
        for branch in self.branches:
            branch.close()
