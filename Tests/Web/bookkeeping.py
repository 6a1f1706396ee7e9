"""A bookkeeping service on this machine: the sandbox, and what a person does on its page."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "SessionSupport"))
from sandboxes import BooksProcess  # noqa: E402

ADA, BEN = "1", "2"


class Service(BooksProcess):
    """A sandbox of the service.

    - options: more of them, such as the moment at which its clock stands.
    """

    def __init__(self, folder, *options):
        super().__init__(f"{folder}/service", "--log-level", "warning", *options)
        self.file = self.client_file(f"{folder}/client")

    def decide(self, page, person=BEN, decision="allow"):
        return super().decide(page, person, decision)

    @property
    def options(self):
        """The options of a server that uses it."""
        return "--books", self.address, "--books-client-file", self.file

    def close(self):
        self.stop()
