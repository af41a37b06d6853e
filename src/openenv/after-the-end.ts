import type { EnvSession, EnvTurn } from '~/contract/env';

/** What a step after the end says: the reward of the last move has been paid. */
const OVER = 'The episode is over: this step was not played and pays 0. Send a reset to begin another.';

/** The answer to a step after the end: the market as it stands, and nothing paid in any field that tells a reward. */
export function afterTheEnd(episode: EnvSession): EnvTurn {
  const own = episode.afterEnd?.() ?? null;
  if (own !== null) return own;
  return { observation: unpaid(episode.observe()), reward: 0, done: true, metadata: { episode_done: true, message: OVER } };
}

function unpaid(observation: unknown): unknown {
  if (typeof observation !== 'object' || observation === null) return observation;
  const seen = observation as Record<string, unknown>;
  const { reward_breakdown: columns } = seen;
  return {
    ...seen,
    ...('reward' in seen && { reward: 0 }),
    ...(typeof columns === 'object' && columns !== null && { reward_breakdown: zeros(columns) }),
    ...('last_action_result' in seen && { last_action_result: { ok: false, code: 'episode_done', message: OVER } }),
  };
}

function zeros(columns: object): Record<string, number> {
  return Object.fromEntries(Object.keys(columns).map((column) => [column, 0]));
}
