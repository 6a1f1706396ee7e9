"""An event loop in a thread of its own: the servers of a test run there while the test waits for answers."""

import asyncio
import threading

from processes import PATIENCE


class Loop:
    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def run(self, coroutine, timeout=PATIENCE):
        """Runs it in the loop, and returns what it returns."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def call(self, function, *arguments):
        """Calls a function in the loop."""
        async def called():
            return function(*arguments)
        return self.run(called())

    def close(self):
        if self.loop.is_closed():
            return
        self.run(self.cancel_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()

    @staticmethod
    async def cancel_all():
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
