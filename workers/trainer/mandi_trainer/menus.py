"""Which tokens may come next in a reply that names lines of a menu: {"do":["LINE","LINE"]}, as the grammar of the served model has it."""

import re

BEGIN = '{"do":["'
OPENING = '{"do":['


class Menus:
    """Of a tokenizer. Words for others, which the served model may write in the place of a line, are left out: samples teach none."""

    def __init__(self, tokenizer) -> None:
        self.tokens: dict[str, int] = {}
        for token, number in tokenizer.get_vocab().items():
            self.tokens.setdefault(token.replace("Ġ", " "), number)
        self.texts = {number: text for text, number in self.tokens.items()}

    def allowed(self, text: str, picks: list[str], most: int) -> list[int]:
        """Every token that keeps the reply the beginning of a right one."""
        found = {}
        for rest in continuations(text, picks, most):
            for end in range(1, len(rest) + 1):
                number = self.tokens.get(rest[:end])
                if number is not None:
                    found[number] = None
        return list(found)


ITEM = re.compile(r'"([^"]*)"')


def continuations(text: str, picks: list[str], most: int) -> list[str]:
    """What may follow, as far as the next line begins. Empty: the reply is complete."""
    body = text[len(OPENING) :]
    done, at = 0, 0
    while (item := ITEM.match(body, at)) is not None:
        done, at = done + 1, item.end()
        if body[at : at + 1] == ",":
            at += 1
            if body[at : at + 1] == " ":
                at += 1
        else:
            break
    rest = body[at:]
    if rest.startswith('"'):
        begun = rest[1:]
        ends = ['"]}', *(['","', '", "'] if done + 1 < most else [])]
        return [pick[len(begun) :] + end for pick in picks if pick.startswith(begun) for end in ends]
    if rest in ("]", "]}"):
        return ["}"] if rest == "]" else []
    if body[at - 1 : at] in (",", " "):
        return ['"', *([' "'] if body[at - 1 : at] == "," else [])]
    return ["]}", *([',"', ', "'] if done < most else [])]
