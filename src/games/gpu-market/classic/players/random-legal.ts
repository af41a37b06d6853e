import type { Policy } from '~/contract/policy';
import { type Draws, drawsOf } from '~/lib/random/draws';
import type { IdChoice, LegalChoice } from '../../legal-words';
import type { Action, Observation } from '../../types';
import { legalActions } from '../legal';

/** Unlike the published `random_validish`, it is random, seeded only by its observation. */
export const randomLegal: Policy<Observation, Action> = {
  id: 'random_legal',
  title: 'Random legal',
  summary: 'A random legal action: first its type, then each of its fields. Never finishes early.',
  plays: ['gpu-market/classic'],
  control: 'null',
  choose(observation) {
    const draws = drawsOf(seedOf(observation));
    const legal = legalActions(observation).filter(({ action_type }) => action_type !== 'finish');
    if (legal.length === 0) return { action_type: 'wait' };
    const { action_type, choices } = draws.choice(legal);
    return { action_type, ...fillIn(draws.choice(choices), draws) };
  },
};

/** A different number for each task, world, round and budget (FNV-1a). */
function seedOf({ task_id, round_index, controlled_lab_budget }: Observation): number {
  let hash = 0x811c9dc5;
  for (const letter of `${task_id} ${round_index} ${controlled_lab_budget}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

/** One action of this kind with random field values. */
export function fillIn(
  { message, payment, block_ids, requested_block_ids, ...fixed }: LegalChoice,
  draws: Draws,
): Omit<Action, 'action_type'> {
  return {
    ...fixed,
    ...(block_ids && { block_ids: someOf(block_ids, draws) }),
    ...(requested_block_ids && { requested_block_ids: someOf(requested_block_ids, draws) }),
    ...(payment && { payment: Math.floor(draws.uniform(payment.min, payment.max) * 100) / 100 }),
    ...(message && { message: 'Shall we trade GPU time?' }),
  };
}

function someOf({ from, min, min_gpu_hours }: IdChoice, draws: Draws): string[] {
  if (min_gpu_hours > 0) return [...from];
  const chosen = from.filter(() => draws.random() < 0.5);
  return chosen.length >= min ? chosen : from.slice(0, min);
}
