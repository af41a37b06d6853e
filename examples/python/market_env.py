"""The market as TRL's GRPOTrainer wants an environment (`environment_factory`): reset, one function for each tool, a reward."""

from openenv.core import GenericEnvClient

LONGEST_LIST = 6


class MarketEnv:
    """One lab among house labs in ruleset open, over a session of its own. Made once, reset often."""

    def __init__(self, base_url: str) -> None:
        self._client = GenericEnvClient(base_url=base_url).sync()
        self._client.connect()
        self._turn = None
        self._total = 0.0

    def reset(self, task: str = "single_trade", seed: int | None = None, opponents: str = "house", **_columns) -> str:
        """Begins an episode; the columns of the data set say which. What it returns stands at the end of the prompt."""
        self._total = 0.0
        self._turn = self._client.reset(ruleset="open", task=task, seed=seed, opponents=opponents, reward="potential")
        return self._sight()

    def wait(self) -> str:
        """Let a round pass.

        Returns:
            What your lab sees afterwards.
        """
        return self._step({"action_type": "wait"})

    def allocate(self, job_id: str, block_id: str) -> str:
        """Put one of your blocks to work on one of your jobs.

        Args:
            job_id: Your job.
            block_id: Your block.

        Returns:
            What your lab sees afterwards.
        """
        return self._step({"action_type": "allocate_to_job", "job_id": job_id, "block_ids": [block_id]})

    def accept(self, offer_id: str) -> str:
        """Accept an offer: money and blocks change hands.

        Args:
            offer_id: The offer.

        Returns:
            What your lab sees afterwards.
        """
        return self._step({"action_type": "accept_offer", "offer_id": offer_id})

    def sell(self, block_id: str, price: float) -> str:
        """Offer one of your blocks to every lab.

        Args:
            block_id: Your block.
            price: What you ask for it.

        Returns:
            What your lab sees afterwards.
        """
        return self._step({"action_type": "send_offer", "block_ids": [block_id], "requested_payment": price})

    def get_reward(self) -> float:
        """The sum of the dense rewards so far: what the moves so far have won or lost against standing alone."""
        return self._total

    def _step(self, action: dict) -> str:
        if self._turn is None or self._turn.done:
            raise ValueError("The market is closed.")
        self._turn = self._client.step(action)
        self._total += self._turn.reward
        return self._sight()

    def _sight(self) -> str:
        seen = self._turn.observation
        if self._turn.done:
            return "The market is closed."
        jobs = [f"{job['job_id']} needs {job['gpu_hours_required']}h by round {job['deadline_round']}" for job in seen["private_jobs"]]
        blocks = [f"{block['block_id']} {block['status']} {block['hours_left']}h" for block in seen["owned_blocks"]]
        offers = [f"{offer['offer_id']} {offer['offered_blocks']} for {offer['requested_payment']}" for offer in seen["active_offers"]]
        result = seen["last_action_results"][-1]["message"] if seen["last_action_results"] else ""
        lines = [result, f"Round {seen['round_index']} of {seen['max_rounds']}, money {seen['controlled_lab_budget']}."]
        for title, things in (("Jobs", jobs), ("Blocks", blocks), ("Offers", offers)):
            lines.append(f"{title}: {'; '.join(things[:LONGEST_LIST]) or 'none'}.")
        return "\n".join(line for line in lines if line)
