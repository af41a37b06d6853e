import type { EnvSession, EnvTurn } from '~/contract/env';

/** The message of a step after the end. The last move's reward was already paid. */
const OVER = 'The episode is over: this step was not played and pays 0. Send a reset to begin another.';

/** The response to a step after the end: the current state, with no reward in any field. */
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
