/** The profit that a seat can expect at the end: if it passes this turn, and if its drafted turn goes through. */
import type { OpenObservation } from '../../../shared/observation';
import type { DraftAction } from '../draft-turn';
import { blocksOf, type Effect, effectOf, withDone } from '../draft-worth';

/** Estimates: from the next round on the seat carries out its own best plan, and nothing else happens. Money in units. */
export interface Expected {
  /** With an empty turn. */
  pass: number;
  turn: number;
  /** With the own best plan, begun in this turn and without deals. */
  best: number;
  /** What each drafted action adds, by its id; they sum up to the difference. Absent: it depends on others. */
  parts: ReadonlyMap<number, number>;
}

export function expectedOf(observation: OpenObservation, draft: readonly DraftAction[]): Expected {
  const pass = after(observation, { effects: [], isLast: false });
  const parts = new Map<number, number>();
  const effects: Effect[] = [];
  const gone = new Set<string>();
  let turn = pass;
  let isLast = false;
  for (const { id, effect } of inOrder(observation, draft)) {
    if (effect === 'finish') isLast = true;
    else if (blocksOf(effect).some((block) => gone.has(block))) {
      parts.set(id, 0); // the rules refuse the second use of a block
      continue;
    } else {
      effects.push(effect);
      for (const block of blocksOf(effect)) gone.add(block);
    }
    const then = after(observation, { effects, isLast });
    parts.set(id, cents(then - turn));
    turn = then;
  }
  return { pass, turn, best: withDone(observation, []).expected(), parts };
}

/** Only what does not depend on others, as the rules play it: deals, then blocks that go to work, then the end of the seat's own moves. */
function inOrder(observation: OpenObservation, draft: readonly DraftAction[]): { id: number; effect: Effect | 'finish' }[] {
  const sure = draft.flatMap(({ id, action }) => {
    const effect = effectOf(action, observation);
    return effect === null || effect.isOffer ? [] : [{ id, effect }];
  });
  const last = draft.flatMap(({ id, action }) => (action.action_type === 'finish' ? [{ id, effect: 'finish' as const }] : []));
  return [...sure.filter(({ effect }) => effect.deal !== null), ...sure.filter(({ effect }) => effect.deal === null), ...last];
}

function after(observation: OpenObservation, { effects, isLast }: { effects: readonly Effect[]; isLast: boolean }): number {
  const money = effects.reduce((sum, { deal }) => sum + (deal?.money ?? 0), 0);
  return cents(withDone(observation, effects).expected(observation.round_index + 1, isLast) + money);
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
