"""Matches of a Mandi that runs, over OpenEnv: prompts come in, replies go out. A session for each match that is played at the same time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Message = dict[str, str]


@dataclass
class Match:
    """One seat of one match. `messages`: of the turn that waits for a reply; [] where it is over."""

    messages: list[Message]
    turns: int = 0
    valid: int = 0
    score: float = 0.0


@dataclass
class Settings:
    """What every match is made of but its seed."""

    game: str
    task: str | None = None
    seat: str | None = None
    opponents: str | None = None
    prompt: str | bool = True

    def reset(self) -> dict:
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass
class Matches:
    """`connect` opens a session: a client of the package openenv, synchronous and connected."""

    connect: Callable[[], object]
    settings: Settings
    sessions: list = field(default_factory=list)

    def begin(self, seeds: Sequence[int]) -> list[Match]:
        """One for each seed, all at the same time."""
        while len(self.sessions) < len(seeds):
            self.sessions.append(self.connect())
        return [Match(messages_of(session.reset(seed=seed, **self.settings.reset()))) for session, seed in zip(self.sessions, seeds)]

    def reply(self, matches: Sequence[Match], place: int, text: str) -> None:
        """Plays a reply in the match of that place; what is no legal action is played as the safe move. A match's score is what its steps paid."""
        match = matches[place]
        turn = self.sessions[place].step({"reply": text})
        match.turns += 1
        match.valid += bool(metadata_of(turn).get("valid"))
        match.score += float(turn.reward or 0.0)
        match.messages = [] if turn.done else messages_of(turn)

    def close(self) -> None:
        for session in self.sessions:
            session.close()
        self.sessions = []


def connector(url: str) -> Callable[[], object]:
    from openenv.core import GenericEnvClient

    def connect() -> object:
        client = GenericEnvClient(base_url=url).sync()
        try:
            client.connect()
        except Exception as fault:  # whatever it is made of: nobody answers there
            raise SystemExit(f"--url {url}: no session can be opened there ({fault}). Start one with `npx mandi env --serve --sessions 64`, or name "
                             "the address of a Mandi that runs, with /openenv.") from fault
        return client

    return connect


def messages_of(turn: object) -> list[Message]:
    prompt = turn.observation["prompt"]
    return [] if prompt is None else [{"role": role, "content": prompt[role]} for role in ("system", "user")]


def metadata_of(turn: object) -> dict:
    """Where a client keeps it differs by its version."""
    found = getattr(turn, "metadata", None) or turn.observation.get("metadata")
    return found if isinstance(found, dict) else {}
