"""Many matches stepped together, in arrays: what the other modules are built on."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .process import MandiError, Process

TRAINING = (0, 39_999)
"""The published training seeds: the first and the last. Validation has 40,000 to 49,999, test 50,000 to 59,999."""


@dataclass(frozen=True)
class Ended:
    """A match that ended in a step."""

    match: int
    """Its index among the matches, from 0."""
    seed: int
    turns: int
    """Turns that this program played."""
    scores: dict[str, float | None]
    """By seat, in the game's own unit: profit in money in the open games, the published score in the classic ones."""
    gains: dict[str, float] | None
    """By seat, in shares of the gains of trade, where `gains=True` asked for them."""
    final: NDArray[np.float32] | None
    """The last numbers of its seats, (seats, numbers), if the next match has already begun in its place."""


@dataclass(frozen=True)
class Batch:
    """What every row sees now. Rows are ordered by match, and within a match by seat."""

    numbers: NDArray[np.float32]
    """(rows, numbers). What each one is, with its unit: `Matches.numbers`."""
    mask: NDArray[np.bool_]
    """(rows, places). True where the place of the menu is legal, as far as the seat can see. All False for a row that is not asked."""
    awaited: NDArray[np.bool_]
    """(rows,). True where the match waits for this seat's move."""
    rewards: NDArray[np.float64]
    """(rows,). The reward of the step, in `Matches.reward_unit`. The rewards of a match add up to its score."""
    invalid: NDArray[np.bool_]
    """(rows,). True where the action was not legal, and the menu's first place (wait) was played instead."""
    ended: list[Ended]
    shown: list[dict[str, Any]]
    """Prompts and observations, where `shows` asked for them: one entry a row, with `match` and `seat`."""


class Matches:
    """Matches of one game, stepped together by one Node process, or by several.

    Args:
        game: `gpu-market/classic`, `gpu-market/open`, `bazaar/classic` or `bazaar/open`; `@2` behind it names a version.
        task: A task of the game; left out, its usual one. `games()` lists them.
        matches: How many, 1 to 4096.
        seats: The seats that this program plays, by name, or "all".
        opponents: Who plays the other seats: a scripted policy for all of them, a list in their order, or a dictionary by seat.
        reward: "score", how the score has changed; or "potential" (open games), the dense reward in money.
        gains: Works out gains when a match ends. Each world has to be solved for it, which takes from milliseconds to half a minute.
        first_seed, last_seed: The worlds, one after the other and then from the first again. By default the training seeds.
        restarts: A match that ends is followed by the next world in the same step.
        options: Settings of the game, e.g. {"labs": 3} or {"mode": "arena"}.
        judge_mode: As the game has it.
        shows: What a batch holds: "numbers", "prompt", "observation" (as sent, in `Batch.shown`), "legal" (a JSON Schema).
        prompt: A version of the prompt; left out, the newest.
        processes: How many Node processes share the matches. Each takes its own part of the seeds.
        home: A checkout of Mandi; left out, it is looked for.
        process: A process to use together with others; `close` then leaves it running.

    Source: the rules are Mandi's own, in docs/rules.md, docs/rules-open.md, docs/bazaar.md and docs/bazaar-open.md.

    Raises:
        MandiNotFound: there is no Node or no Mandi.
        MandiError: a setting that the game does not have, with what is allowed.
    """

    def __init__(
        self,
        game: str,
        task: str | None = None,
        *,
        matches: int = 1,
        seats: Sequence[str] | str = "all",
        opponents: str | Sequence[str] | Mapping[str, str] | None = None,
        reward: str = "score",
        gains: bool = False,
        first_seed: int = TRAINING[0],
        last_seed: int | None = None,
        restarts: bool = True,
        options: Mapping[str, Any] | None = None,
        judge_mode: str | None = None,
        shows: Sequence[str] = ("numbers",),
        prompt: str | None = None,
        processes: int = 1,
        home: str | os.PathLike[str] | None = None,
        process: Process | None = None,
    ) -> None:
        if not 1 <= processes <= matches:
            raise ValueError(f"processes: from 1 to the number of matches ({matches}), not {processes}")
        if process is not None and processes != 1:
            raise ValueError("process: one that is shared stands for itself; leave processes out")
        last = max(first_seed, TRAINING[1]) if last_seed is None else last_seed
        settings = {
            "game": game,
            "task": task,
            "judge_mode": judge_mode,
            "options": dict(options or {}),
            "seats": seats if isinstance(seats, str) else list(seats),
            "opponents": opponents if opponents is None or isinstance(opponents, (str, dict)) else list(opponents),
            "reward": reward,
            "gains": gains,
            "restarts": restarts,
            "shows": list(shows),
            "prompt": prompt,
            "arrays": "bytes",
        }
        self._owns = process is None
        self._shows = tuple(shows)
        self._parts: list[_Part] = []
        try:
            for at in range(processes):
                worlds = last - first_seed + 1
                begins, ends = first_seed + at * worlds // processes, first_seed + (at + 1) * worlds // processes - 1
                many = matches * (at + 1) // processes - matches * at // processes
                own = process or Process(home)
                try:
                    opened = own.ask(
                        "begin", {**settings, "matches": many, "first_seed": begins, "last_seed": max(begins, ends)}
                    )
                except MandiError:
                    if self._owns:
                        own.close()
                    raise
                self._parts.append(_Part(own, opened))
        except MandiError:
            self.close()
            raise
        card = self._parts[0].card
        self.game: str = card["game"]
        """With its version, e.g. `bazaar/open@1`."""
        self.task: str = card["task"]
        self.seats: list[str] = card["seats"]
        self.opponents: dict[str, str] = card["opponents"]
        self.numbers: list[dict[str, str]] = card["numbers"]
        """What each number of a row is: `name` and `about`, with its unit."""
        self.menu: list[str] = card["menu"]
        """What each place of the menu means. A place keeps its meaning; place 0 is legal whenever the seat is asked."""
        self.picks: int = card["picks"]
        """How many places one turn can take: 4 in the open GPU market, else 1."""
        self.reward_unit: str = card["reward_unit"]
        self.matches = matches
        self.rows = matches * len(self.seats)

    def reset(self, seeds: Iterable[int | None] | None = None, matches: Sequence[int] | None = None) -> Batch:
        """Starts new matches.

        Args:
            seeds: The world of each, 0 to 2**53-1; None takes the next of this program's seeds. A seed is never part of an observation.
            matches: Which; left out, all of them.
        """
        chosen = list(range(self.matches) if matches is None else matches)
        worlds: list[int | None] = [None] * len(chosen) if seeds is None else list(seeds)
        if len(worlds) != len(chosen):
            raise ValueError(f"seeds: one for each of the {len(chosen)} matches, not {len(worlds)}")
        with self._held():
            return self._reset(chosen, worlds)

    def _reset(self, chosen: list[int], worlds: list[int | None]) -> Batch:
        from_match = 0
        for part in self._parts:
            own = [(match - from_match, seed) for match, seed in zip(chosen, worlds) if 0 <= match - from_match < part.matches]
            part.send("reset", {"matches": [match for match, _ in own], "seeds": [seed for _, seed in own]})
            from_match += part.matches
        return self._receive()

    def step(self, actions: Any) -> Batch:
        """Steps every match whose awaited rows all have an action.

        Args:
            actions: (rows,) whole numbers, places of the menu; or (rows, k) where a turn takes several. Rows that are not awaited are not
                read. Or a list with one entry a row, each a place, a list of places, {"move": …} (a move as the game has it),
                {"reply": text} (with "prompt" among `shows`), or None to leave that match as it is.

        Raises:
            MandiError: an entry is none of these.
        """
        listed = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(listed) != self.rows:
            raise ValueError(f"actions: one for each of the {self.rows} rows, not {len(listed)}")
        with self._held():
            at = 0
            for part in self._parts:
                part.send("step", {"actions": listed[at : at + part.rows]})
                at += part.rows
            return self._receive()

    def row(self, match: int, seat: str) -> int:
        """The row of a seat in a match."""
        return match * len(self.seats) + self.seats.index(seat)

    def close(self) -> None:
        """Closes the matches, and ends the processes that were started for them."""
        for part in self._parts:
            part.close(self._owns)
        self._parts = []

    def __enter__(self) -> Matches:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _held(self) -> Iterator[None]:
        """A shared process answers one user at a time."""
        with ExitStack() as stack:
            for part in self._parts:
                stack.enter_context(part.process.lock)
            yield

    def _receive(self) -> Batch:
        shows = "numbers" in self._shows
        width, places = (len(self.numbers), len(self.menu)) if shows else (0, 0)
        batch = Batch(
            numbers=np.empty((self.rows, width), np.dtype("<f4")),
            mask=np.empty((self.rows, places), bool),
            awaited=np.empty(self.rows, bool),
            rewards=np.empty(self.rows, np.dtype("<f8")),
            invalid=np.empty(self.rows, bool),
            ended=[],
            shown=[],
        )
        refused: MandiError | None = None
        at = 0
        for part in self._parts:  # each has been asked, so each is heard, whatever the others said
            try:
                part.receive_into(batch, at)
            except MandiError as error:
                refused = refused or error
            at += part.matches
        if refused is not None:
            raise refused
        return batch


def games(home: str | os.PathLike[str] | None = None) -> list[dict[str, Any]]:
    """Every game that can be played, with its tasks, policies, rewards, options and sizes of arrays."""
    with Process(home) as process:
        listed: list[dict[str, Any]] = process.ask("games")
        return listed


class _Part:
    """The matches that one process plays."""

    def __init__(self, process: Process, card: dict[str, Any]) -> None:
        self.process = process
        self.card = card
        self.matches: int = card["matches"]
        self.rows: int = card["rows"]

    def send(self, kind: str, data: dict[str, Any]) -> None:
        self.process.send(kind, {"env": self.card["env"], **data})

    def receive_into(self, batch: Batch, from_match: int) -> None:
        """Reads the answer into this part's rows of the batch."""
        data = self.process.receive()
        seats = len(self.card["seats"])
        rows = slice(from_match * seats, from_match * seats + self.rows)
        finals = {one["match"]: np.empty((seats, batch.numbers.shape[1]), np.dtype("<f4")) for one in data["ended"] if "final" in one}
        self.process.receive_into(
            batch.rewards[rows], batch.numbers[rows], *finals.values(), batch.mask[rows], batch.awaited[rows], batch.invalid[rows]
        )
        for one in data["ended"]:
            batch.ended.append(
                Ended(
                    match=from_match + one["match"],
                    seed=one["seed"],
                    turns=one["turns"],
                    scores=one["scores"],
                    gains=one.get("gains"),
                    final=finals.get(one["match"]),
                )
            )
        batch.shown.extend({**one, "match": from_match + one["match"]} for one in data.get("shown", []))

    def close(self, ends: bool) -> None:
        if ends:
            self.process.close()
            return
        try:
            self.process.ask("leave", {"env": self.card["env"]})
        except MandiError:
            pass  # the process is gone, and the matches with it


class Turn:
    """A turn that is picked place by place: place 0 submits it, and so does its last allowed pick.

    Games whose turns take one pick hand in at once.
    """

    def __init__(self, picks: int) -> None:
        self.picks = picks
        self.made: list[int] = []

    def pick(self, place: int) -> bool:
        """True: the turn is submitted."""
        self.made.append(int(place))
        return place == 0 or len(self.made) >= self.picks

    def mask(self, legal: NDArray[np.bool_]) -> NDArray[np.int8]:
        """What may be picked next: no place can be picked twice."""
        mask = legal.astype(np.int8)
        for place in self.made:
            if place != 0:
                mask[place] = 0
        return mask

    def hand_in(self) -> int | list[int]:
        made, self.made = self.made, []
        return made[0] if self.picks == 1 else made
