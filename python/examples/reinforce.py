"""REINFORCE with a linear policy, in numpy alone: the shortest training there is, once over each API of the package.

    python reinforce.py --api gymnasium --game bazaar/open --updates 200
    python reinforce.py --api pettingzoo        # every seat plays the same policy
    python reinforce.py --api arrays            # 64 matches at a time: by far the fastest
"""

import argparse

import numpy as np

GAME = "bazaar/open"
STEP = 0.05


class Policy:
    """Places by a softmax over those that are legal; a weight for each number and place."""

    def __init__(self, numbers: int, places: int, seed: int = 0) -> None:
        self.weights = np.zeros((numbers + 1, places))
        self.random = np.random.default_rng(seed)

    def choose(self, numbers: np.ndarray, mask: np.ndarray) -> tuple[int, np.ndarray]:
        """A place, and how its log probability changes with the weights."""
        seen = np.append(numbers, 1.0)
        logits = np.where(mask.astype(bool), seen @ self.weights, -np.inf)
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        place = int(self.random.choice(len(chances), p=chances))
        chosen = -chances
        chosen[place] += 1
        return place, np.outer(seen, chosen)

    def learn(self, played: list[tuple[np.ndarray, float]]) -> None:
        """`played`: for each seat of each match the sum of its gradients, and its score."""
        scores = np.array([score for _, score in played])
        scaled = (scores - scores.mean()) / (scores.std() + 1e-6)
        self.weights += STEP * sum(gradient * advantage for (gradient, _), advantage in zip(played, scaled)) / len(played)


def by_gymnasium(game: str, matches: int):
    from mandi.gym import MandiEnv

    env = MandiEnv(game)
    policy = Policy(len(env.numbers), len(env.menu))

    def play() -> list[tuple[np.ndarray, float]]:
        played = []
        for _ in range(matches):
            seen, _ = env.reset()
            gradient, score, over = 0.0, 0.0, False
            while not over:
                place, change = policy.choose(seen["observation"], seen["action_mask"])
                seen, reward, over, _, _ = env.step(place)
                gradient, score = gradient + change, score + reward
            played.append((gradient, score))
        return played

    return policy, play, env.close


def by_pettingzoo(game: str, matches: int):
    from mandi import pz

    env = pz.env(game)
    policy = Policy(len(env.numbers), len(env.menu))

    def play() -> list[tuple[np.ndarray, float]]:
        played = []
        for _ in range(matches):
            env.reset()
            gradients, scores = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0)
            for agent in env.agent_iter():
                seen, reward, over, cut, _ = env.last()
                scores[agent] += reward
                place = None
                if not over and not cut:
                    place, change = policy.choose(seen["observation"], seen["action_mask"])
                    gradients[agent] = gradients[agent] + change
                env.step(place)
            # A seat that was never asked has nothing to learn from.
            played += [(gradients[one], score) for one, score in scores.items() if not np.isscalar(gradients[one])]
        return played

    return policy, play, env.close


def by_arrays(game: str, matches: int):
    from mandi import Matches

    table = Matches(game, matches=matches, restarts=False)
    policy = Policy(len(table.numbers), len(table.menu))

    def play() -> list[tuple[np.ndarray, float]]:
        batch = table.reset([None] * matches)
        gradients, scores = np.zeros((table.rows, *policy.weights.shape)), np.zeros(table.rows)
        while batch.awaited.any():
            places = np.zeros(table.rows, int)
            for row in np.flatnonzero(batch.awaited):
                places[row], change = policy.choose(batch.numbers[row], batch.mask[row])
                gradients[row] += change
            batch = table.step(places)
            scores += batch.rewards
        return list(zip(gradients, scores))

    return policy, play, table.close


APIS = {"gymnasium": by_gymnasium, "pettingzoo": by_pettingzoo, "arrays": by_arrays}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--api", choices=APIS, default="arrays")
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--matches", type=int, default=64, help="for one update")
    options = parser.parse_args()
    policy, play, close = APIS[options.api](options.game, options.matches)
    for update in range(options.updates):
        played = play()
        policy.learn(played)
        print(f"update {update}: mean score {np.mean([score for _, score in played]):.3f} of {len(played)} seats")
    close()
    print(f"largest weight {np.abs(policy.weights).max():.4f}")


if __name__ == "__main__":
    main()
