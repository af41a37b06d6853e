"""One episode of ruleset open with the published OpenEnv client: a lab that only uses its own blocks, against planners.

    pip install -r requirements.txt
    npx mandi env --serve            # in another terminal, in Mandi's folder
    python episode.py [http://127.0.0.1:8000]
"""

import sys

from openenv.core import GenericEnvClient


def use_own_blocks(seen: dict) -> dict:
    """A turn: each block that starts now goes to the first job that may have it; waits if there is none."""
    allocate = next((one for one in seen["legal_actions"] if one["action_type"] == "allocate_to_job"), None)
    starting = {block["block_id"] for block in seen["owned_blocks"] if block["start_round"] <= seen["round_index"]}
    actions = []
    for job_id, block_ids in (allocate or {"jobs": {}})["jobs"].items():
        chosen = [block_id for block_id in block_ids if block_id in starting]
        starting -= set(chosen)
        if chosen:
            actions.append({"action_type": "allocate_to_job", "job_id": job_id, "block_ids": chosen})
    return {"actions": actions[: seen["actions_per_round"]]} if actions else {"action_type": "wait"}


def main(base_url: str) -> None:
    with GenericEnvClient(base_url=base_url).sync() as env:
        turn = env.reset(ruleset="open", task="market_round", seed=7, seat="lab_0", opponents="planner", reward="potential")
        total = 0.0
        while not turn.done:
            played = turn.observation["round_index"]
            move = use_own_blocks(turn.observation)
            turn = env.step(move)
            total += turn.reward
            print(f"round {played}: {move} -> {turn.reward:+.3f}")
        print(f"return {total:.3f}: 0 is as good as alone, 1 an equal share of the gains from trade")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
