"""A session of ten answers and one effect in a peer that keeps it in PostgreSQL; run by
beside_postgres_peers.py, with the Python that has the peers.

    postgres_peers.py PEER URL walk COUNT        sessions one after the other
    postgres_peers.py PEER URL begin NAME        up to the first question
    postgres_peers.py PEER URL answer NAME TEXT  answers it; prints “accepted” or “refused”
    postgres_peers.py PEER URL kept NAME         prints the answers that are kept, as JSON
    postgres_peers.py PEER URL end NAME FILE     answers to the end; the effect is a line of FILE, behind which the
                                                 process dies at the first time
"""

import json
import logging
import operator
import os
import sys
from typing import Annotated, TypedDict

ANSWERS = [f"answer {number}" for number in range(10)]
# For how many seconds a question or an answer is waited for.
PATIENCE = 300


def effect(path, key):
    """Something that is done outside: a line with its key, and then the process dies, once."""
    if path is None:
        return
    with open(path, "a") as file:
        file.write(key + "\n")
        file.flush()
        os.fsync(file.fileno())
    if not os.path.exists(path + ".died"):
        open(path + ".died", "w").close()
        os._exit(9)


class LangGraph:
    """A node of the graph for each question, and one for the effect."""

    def __init__(self, url, path=None):
        from langgraph.checkpoint.postgres import PostgresSaver
        from langgraph.graph import END, START, StateGraph
        from langgraph.types import Command, interrupt

        class State(TypedDict):
            answers: Annotated[list, operator.add]

        def ask(state):
            return {"answers": [interrupt(len(state["answers"]))]}

        def act(state, config):
            effect(path, config["configurable"]["thread_id"])
            return {"answers": []}

        self.Command = Command
        self.opened = PostgresSaver.from_conn_string(url)
        saver = self.opened.__enter__()
        saver.setup()
        graph = StateGraph(State)
        names = [f"question{number}" for number in range(len(ANSWERS))]
        for name in names:
            graph.add_node(name, ask)
        graph.add_node("act", act)
        for one, other in zip([START, *names, "act"], [*names, "act", END]):
            graph.add_edge(one, other)
        self.graph = graph.compile(checkpointer=saver)

    @staticmethod
    def place(name):
        return {"configurable": {"thread_id": name}}

    def begin(self, name):
        self.graph.invoke({"answers": []}, self.place(name))

    def answer(self, name, number, text):
        self.graph.invoke(self.Command(resume=text), self.place(name))

    def kept(self, name):
        return self.graph.get_state(self.place(name)).values["answers"]

    def end(self, name):
        # A step that was taken, and whose checkpoint was not written yet, has nothing “next” but still a task.
        while (state := self.graph.get_state(self.place(name))).tasks:
            asked = state.tasks[0].interrupts
            self.graph.invoke(
                self.Command(resume=ANSWERS[len(state.values["answers"])]) if asked else None,
                self.place(name))

    def close(self):
        self.opened.__exit__(None, None, None)


class DBOS:
    """A workflow that receives each answer, and a step for the effect."""

    def __init__(self, url, path=None):
        from dbos import DBOS as Engine, SetWorkflowID
        self.engine, self.named = Engine, SetWorkflowID
        Engine(config={
            "name": "peer", "system_database_url": url.replace("postgres://", "postgresql+psycopg://"),
            "log_level": "CRITICAL", "run_admin_server": False, "application_version": "1",
            "executor_id": "local"})

        @Engine.step()
        def act(key):
            effect(path, key)

        @Engine.workflow()
        def session():
            answers = []
            for number in range(len(ANSWERS)):
                # What is asked, with what was answered before.
                Engine.set_event(f"asked {number}", answers)
                answers.append(Engine.recv(f"answer {number}", timeout_seconds=PATIENCE))
            act(Engine.workflow_id)
            return answers

        self.session = session
        Engine.launch()

    def begin(self, name):
        with self.named(name):
            self.engine.start_workflow(self.session)
        self.asked(name, 0)

    def asked(self, name, number):
        """Waits until a question is asked; returns the answers before it."""
        return self.engine.get_event(name, f"asked {number}", timeout_seconds=PATIENCE)

    def answer(self, name, number, text):
        self.engine.send(name, text, f"answer {number}")
        if number + 1 < len(ANSWERS):
            self.asked(name, number + 1)

    def kept(self, name):
        return self.asked(name, 1)

    def end(self, name):
        # What was not finished is taken up by the launch.
        for number in range(len(ANSWERS)):
            self.asked(name, number)
            self.engine.send(name, ANSWERS[number], f"answer {number}", idempotency_key=f"{name} {number}")
        self.engine.retrieve_workflow(name).get_result()

    def close(self):
        self.engine.destroy()


def main():
    logging.disable(logging.CRITICAL)
    peer, url, verb, name, *more = sys.argv[1:]
    made = {"langgraph": LangGraph, "dbos": DBOS}[peer](url, more[0] if verb == "end" else None)
    if verb == "walk":
        for number in range(int(name)):
            session = f"walk {os.getpid()} {number}"
            made.begin(session)
            for place, text in enumerate(ANSWERS):
                made.answer(session, place, text)
    elif verb == "begin":
        made.begin(name)
    elif verb == "answer":
        print("ready", flush=True)
        sys.stdin.readline()
        try:
            made.answer(name, 0, more[0])
            print("accepted")
        except Exception as refusal:
            print(f"refused: {type(refusal).__name__}")
    elif verb == "kept":
        print(json.dumps(made.kept(name)))
    elif verb == "end":
        made.end(name)
    sys.stdout.flush()
    # A workflow that waits would keep the process alive.
    os._exit(0)


if __name__ == "__main__":
    main()
