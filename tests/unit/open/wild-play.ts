/** Seats that play by chance and hold nothing back: legal moves of every kind, and moves that are none. */

import fc from 'fast-check';
import { type OpenConfig, parseOpenConfig } from '~/games/gpu-market/open/config';
import type { LegalAction } from '~/games/gpu-market/open/legal-action';
import { Draws } from '~/games/random/draws';
import { streamOf } from '~/games/random/mt19937';
import type { OpenPlayer } from '~/policies/open/play-open';
import { fillIn } from '~/policies/open/random';

/** Kinds that lead to deals and joint plans come up more often than by a fair choice. */
const EAGER: Partial<Record<LegalAction['action_type'], number>> = {
  accept_offer: 4,
  join_coalition: 4,
  commit_to_coalition: 4,
  allocate_to_job: 5,
  send_offer: 2,
  finish: 0.05,
  leave_coalition: 0.3,
};

const NONSENSE: unknown[] = [
  null,
  7,
  'wait',
  {},
  { action_type: 'steal' },
  { action_type: 'send_offer', payment: -1 },
  { action_type: 'send_offer', payment: 1e300 },
  { action_type: 'accept_offer', offer_id: 'o_1' },
  { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0', 'b_0_0'] },
  { action_type: 'allocate_to_job', job_id: '__proto__', block_ids: ['constructor'] },
  { action_type: 'accept_offer', offer_id: '__proto__' },
  { action_type: 'join_coalition', coalition_id: 'toString' },
  { action_type: 'release_capacity', block_ids: ['b_0_0', 'b_1_0'] },
  { action_type: 'send_message', message: 'x'.repeat(501) },
  { action_type: 'commit_to_coalition', coalition_id: 'c_1', reserve: -5, until_round: 99 },
];

/** One seat's wild player; the same seed plays the same. */
export function wildPlayer(seed: number, seat: string): OpenPlayer {
  const draws = new Draws(streamOf(seed, [99, Number(seat.slice(4))]), 0);
  return ({ legal_actions }) => {
    const count = draws.randint(0, 5);
    return Array.from({ length: count }, () => {
      if (draws.random() < 0.08 || legal_actions.length === 0) return draws.choice(NONSENSE);
      return fillIn(weighted(legal_actions, draws), draws);
    });
  };
}

function weighted(legal: readonly LegalAction[], draws: Draws): LegalAction {
  const weights = legal.map((one) => EAGER[one.action_type] ?? 1);
  let at = draws.random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, weight] of weights.entries()) {
    at -= weight;
    const one = legal[i];
    if (at < 0 && one !== undefined) return one;
  }
  return draws.choice(legal);
}

/** Matches small enough for many of them. */
export const anyMatch = fc
  .record({
    seed: fc.integer({ min: 0, max: 39_999 }),
    labs: fc.integer({ min: 2, max: 5 }),
    rounds: fc.integer({ min: 4, max: 9 }),
    blocks: fc.integer({ min: 1, max: 4 }),
    jobs: fc.integer({ min: 1, max: 4 }),
    shocks: fc.integer({ min: 0, max: 3 }),
    judge_mode: fc.constantFrom('off', 'rule'),
    players: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ players, ...raw }) => ({ config: configOf({ task_type: 'coalition_market', ...raw }), players }));

export function configOf(raw: object): OpenConfig {
  const read = parseOpenConfig(raw);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}
