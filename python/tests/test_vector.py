"""Many matches together: arrays, seeds, several processes, and what is said when something is missing."""

from pathlib import Path

import numpy as np
import pytest

import mandi
from mandi import MandiError, MandiNotFound, Matches

GAMES = ["gpu-market/classic", "gpu-market/open", "gpu-market/open@1", "bazaar/classic", "bazaar/open"]


def legal(batch: mandi.Batch, random: np.random.Generator) -> np.ndarray:
    """A legal place by chance for each row that is asked, else 0."""
    return (random.random(batch.mask.shape) * batch.mask).argmax(axis=1)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_of_a_match_add_up_to_its_score(game: str) -> None:
    random = np.random.default_rng(0)
    with Matches(game, matches=4, first_seed=10) as matches:
        batch = matches.reset()
        paid = np.zeros(matches.rows)
        over = 0
        for _ in range(3_000):
            assert batch.numbers.shape == (matches.rows, len(matches.numbers))
            assert batch.mask.shape == (matches.rows, len(matches.menu))
            assert batch.mask[batch.awaited, 0].all()
            batch = matches.step(legal(batch, random))
            assert not batch.invalid.any()
            paid += batch.rewards
            for ended in batch.ended:
                rows = [matches.row(ended.match, seat) for seat in matches.seats]
                np.testing.assert_allclose(paid[rows], [ended.scores[seat] or 0 for seat in matches.seats], atol=1e-6)
                paid[rows] = 0
                over += 1
            if over >= 6:
                break
        assert over >= 6


def chosen(batch: mandi.Batch, rows: slice, seed: int, turn: int) -> list[int]:
    """A legal place for each of these rows, by its seat, world and turn alone."""
    places = []
    for seat, mask in enumerate(batch.mask[rows]):
        own = np.flatnonzero(mask)
        places.append(int(own[(seed * 31 + seat * 7 + turn * 13) % len(own)]) if len(own) else 0)
    return places


@pytest.mark.parametrize("game", GAMES)
def test_matches_stepped_together_are_those_stepped_alone(game: str) -> None:
    """Same worlds, same places: the same numbers, masks and rewards, in two processes or one by one."""
    seeds = [3, 14, 15]
    with Matches(game, matches=3, processes=2, restarts=False) as matches:
        seats = len(matches.seats)
        parts = [slice(at * seats, (at + 1) * seats) for at in range(3)]
        together = [matches.reset(seeds)]
        for turn in range(12):
            places = [place for rows, seed in zip(parts, seeds) for place in chosen(together[-1], rows, seed, turn)]
            together.append(matches.step(places))
    for rows, seed in zip(parts, seeds):
        with Matches(game, restarts=False) as matches:
            alone = matches.reset([seed])
            for turn, batch in enumerate(together):
                for name in ("numbers", "mask", "awaited", "rewards", "invalid"):
                    np.testing.assert_array_equal(getattr(alone, name), getattr(batch, name)[rows])
                alone = matches.step(chosen(alone, slice(0, seats), seed, turn))


def test_two_processes_share_the_matches_and_not_the_seeds() -> None:
    random = np.random.default_rng(0)
    with Matches("bazaar/classic", "single_deal", matches=5, processes=2, first_seed=0, last_seed=99) as matches:
        batch = matches.reset()
        seeds: list[int] = []
        while len(seeds) < 20:
            batch = matches.step(legal(batch, random))
            seeds += [ended.seed for ended in batch.ended]
        assert len(set(seeds)) == len(seeds)
        assert {ended.match for ended in batch.ended} <= set(range(5))


def test_a_seed_is_a_world_and_is_seen_by_nobody() -> None:
    with Matches("gpu-market/open", "single_trade", matches=2) as matches:
        same = matches.reset([5, 5])
        assert (same.numbers[:2] == same.numbers[2:]).all()
        other = matches.reset([5, 6])
        assert not (other.numbers[:2] == other.numbers[2:]).all()


def test_a_match_whose_row_has_no_action_waits() -> None:
    with Matches("bazaar/classic", "single_deal", matches=2) as matches:
        before = matches.reset([1, 2])
        after = matches.step([3, None])
        assert (before.numbers[1] == after.numbers[1]).all()
        assert not (before.numbers[0] == after.numbers[0]).all()


def test_gains_come_with_the_end() -> None:
    with Matches("bazaar/open", "quick", gains=True, restarts=False) as matches:
        batch = matches.reset([3])
        while not batch.ended:
            batch = matches.step(np.zeros(matches.rows, int))
        assert batch.ended[0].gains == dict.fromkeys(matches.seats, 0.0)
        assert not batch.awaited.any()


def test_refusals_are_mandis_own_sentences() -> None:
    with pytest.raises(MandiError, match="unknown task"):
        Matches("bazaar/open", "hagle")
    with pytest.raises(MandiError, match="opponents"):
        Matches("bazaar/open", seats=["buyer_0"], opponents="nobody")
    with Matches("bazaar/classic") as matches:
        with pytest.raises(MandiError, match="actions: each is a place"):
            matches.step(["wait"])
        matches.step([0])  # and the matches go on


def test_what_is_not_there_is_said_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MandiNotFound, match="is not a checkout of Mandi"):
        Matches("bazaar/open", home=tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MandiNotFound, match="Install Node 20.19"):
        Matches("bazaar/open")


def test_a_process_that_ended_is_said() -> None:
    process = mandi.Process(args=["env", "--nonsense"])
    with pytest.raises(MandiError, match="has ended with"):
        process.ask("games")


def test_games_lists_what_there_is() -> None:
    listed = {one["game"]: one for one in mandi.games()}
    assert set(listed) == {"gpu-market/classic", "gpu-market/open", "bazaar/classic", "bazaar/open"}
    assert "planner" in listed["gpu-market/open"]["policies"]
    assert listed["bazaar/open"]["rewards"] == ["score", "potential"]


def test_the_guide_says_how_large_arrays_are() -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
    for one in mandi.games():
        assert f"| `{one['game']}` | {one['numbers']} | {one['menu']} |" in guide
