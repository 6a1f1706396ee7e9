"""What a person answers: chosen by a seed and by how far the session is, so that the same prompt is answered
alike however often it is seen, while each name and each amount is given once only."""

import random


class Numbers:
    """Numbers, each given once, to one thread; `most` says how many, nearly, are enough."""

    def __init__(self, most=float("inf")):
        self.most, self.last = most, 0

    def __next__(self):
        self.last += 1
        return self.last

    @property
    def are_enough(self):
        return self.last >= self.most


# The answer of a customer who is asked to log in once more: the session may end with it.
LEFT = ("way", '"leave"')


class Plan:
    """A customer's ways through the flow `account`: goals are made, money is taken out of one."""

    FLOW = "account"

    def __init__(self, seed, session, unique, length=8, backs=0.0):
        """`seed` is of this session alone, whose id has the time in it and decides nothing; `unique` numbers what is
        given to this customer's bank; `length` says when it is enough; `backs` says how often one goes back instead
        of answering."""
        self.seed, self.session, self.unique, self.length = seed, session, unique, length
        self.backs, self.left = backs, set()

    def answer(self, question, answers):
        """What is sent for a question: the verb, its content, and the answers as the journal has them."""
        prompt, step = question["prompt"], question["prompt"]["path"][-1]
        if prompt.get("hold"):
            return "answer", "again", ()
        if self.goes_back(prompt, answers):
            return "back", True, ()
        if "form" in prompt:
            number = next(self.unique)
            name, target = f"{self.session[:8]} goal {number}", 10_000 + number
            return "fill", {"name": name, "target": {"text": pounds(target)}}, (
                ("name", text(name)), ("target", money(target)))
        if step == "amount":
            # Of the goal there is enough for as many as a customer takes out.
            pence = next(self.unique)
            return "answer", {"text": pounds(pence)}, (("amount", money(pence)),)
        value = self.choice(step, answers)
        return "answer", value, ((step, text(value)),)

    def goes_back(self, prompt, answers):
        """Whether one goes back, as one may: once behind so many answers, or it would never end."""
        chance = random.Random(f"{self.seed} {answers} back")
        if prompt.get("backRefusal") or answers in self.left or chance.random() >= self.backs:
            return False
        # A form's last field is behind its others, and a page answers them all.
        if "create-goal" in prompt["path"] and "form" not in prompt:
            return False
        self.left.add(answers)
        return True

    def choice(self, step, answers):
        if step == "account":
            return "personal"
        if step in ("confirm", "receipt"):
            return True
        chance = random.Random(f"{self.seed} {answers}")
        if step == "overview":
            if answers >= self.length:
                return "done"
            if self.unique.are_enough:
                return "refresh"
            return chance.choice(["+", "+", "trip", "trip", "refresh"])
        if step == "details":
            if self.unique.are_enough:
                return "done"
            return chance.choice(["withdraw", "withdraw", "refresh", "done"])
        if step in ("not-loaded", "not-done"):
            return "again"
        if step == "way":
            return "leave"
        raise AssertionError(f"it asks something else: {step}")


def pounds(pence):
    return f"{pence // 100}.{pence % 100:02d}"


def money(pence):
    return f'{{"currency":"GBP","minorUnits":{pence}}}'


def text(value):
    return "true" if value is True else f'"{value}"'
