"""Whether a run learns anything: a run that cannot have learned is a failed run, and says why in one sentence. Needs nothing but Python."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

LN_2 = math.log(2)
# A loss this near to ln 2 has not moved: DPO begins there exactly, whatever the pairs are.
AT_LN_2 = 1e-4
NOTHING = 1e-12
# So many steps from the beginning on without anything to learn from end a run early.
PATIENCE = 20


@dataclass
class Sign:
    """Something that must not hold in every step of a run."""

    holds: Callable[[Mapping[str, float]], bool | None]  # None: the step does not say
    why: Callable[["Health"], str]
    seen: int = 0
    always: bool = True


@dataclass
class Health:
    """Hears each step of a run, by the names of its log (README.md); `settings` are told back to whoever reads why it failed."""

    kind: str
    settings: Mapping[str, object] = field(default_factory=dict)
    patience: int = PATIENCE
    last: dict[str, float] = field(default_factory=dict)
    signs: list[Sign] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.signs = [Sign(*one) for one in SIGNS.get(self.kind, ())] + [Sign(is_empty, no_gradient)]

    def take(self, step: Mapping[str, float]) -> str | None:
        """Why the run is to end now; None: it may go on."""
        self.last.update(step)
        for sign in self.signs:
            holds = sign.holds(step)
            if holds is None:
                continue
            sign.seen += 1
            sign.always = sign.always and holds
        return next((sign.why(self) for sign in self.signs if sign.always and sign.seen >= self.patience), None)

    def verdict(self) -> str | None:
        """At the end of the run: why it has failed; None: nothing speaks against it."""
        return next((sign.why(self) for sign in self.signs if sign.always and sign.seen > 0), None)

    def steps(self, sign: Callable) -> str:
        count = next(one.seen for one in self.signs if one.why is sign)
        return "its only step" if count == 1 else f"all {count} steps"

    def given(self, name: str) -> str:
        value = self.settings.get(name)
        return "" if value is None else f" (this run: {value:g})" if isinstance(value, float) else f" (this run: {value})"


def is_at_ln_2(step: Mapping[str, float]) -> bool | None:
    loss = step.get("loss")
    return None if loss is None else abs(loss - LN_2) <= AT_LN_2


def still_at_ln_2(health: Health) -> str:
    return (f"The DPO loss stayed at ln 2 (0.6931) in {health.steps(still_at_ln_2)}: the model prefers nothing yet that it did not prefer before. "
            f"Raise --lr{health.given('lr')}, give it more --steps, or look whether chosen and rejected differ.")


def is_empty(step: Mapping[str, float]) -> bool | None:
    norm = step.get("grad_norm")
    return None if norm is None else abs(norm) <= NOTHING


def no_gradient(health: Health) -> str:
    return (f"The gradient was empty (norm 0) in {health.steps(no_gradient)}: nothing was learned. "
            "Look whether the answers fit into the longest text that is allowed, and whether any weight is trained.")


def is_flat(step: Mapping[str, float]) -> bool | None:
    flat, groups, share, spread = (step.get(name) for name in ("flat_groups", "groups", "flat_share", "reward_std"))
    if flat is not None and groups is not None:
        return flat >= groups
    if share is not None:
        return share >= 1
    return None if spread is None else abs(spread) <= NOTHING


def all_alike(health: Health) -> str:
    return (f"The matches of each group earned the same in {health.steps(all_alike)} (reward {health.last.get('reward', 0):g}, spread 0): there was "
            f"nothing to learn from. Raise --temperature{health.given('temperature')} or --generations{health.given('generations')}, or begin with a "
            "model that samples have taught to play.")


def is_mute(step: Mapping[str, float]) -> bool | None:
    valid = step.get("valid_actions")
    return None if valid is None else valid <= 0


def no_action(health: Health) -> str:
    return (f"No reply held a legal action in {health.steps(no_action)}, so the safe move played every turn. Begin with a model that samples have "
            f"taught this format, or give replies more --tokens{health.given('tokens')}.")


def is_toolless(step: Mapping[str, float]) -> bool | None:
    calls = step.get("tool_calls")
    return None if calls is None else calls <= 0


def no_tool_call(health: Health) -> str:
    return (f"The model made no valid tool call in {health.steps(no_tool_call)}, so it played no move. Begin with a model that was taught to call tools, "
            f"or give completions more --tokens{health.given('tokens')}.")


# The cause comes before what follows from it: who plays nothing earns the same in every match.
SIGNS = {
    "dpo": ((is_at_ln_2, still_at_ln_2),),
    "grpo": ((is_toolless, no_tool_call), (is_mute, no_action), (is_flat, all_alike)),
    "learn": ((is_flat, all_alike),),
}
