import type { SeatNaming, Term } from '~/contract/screens';
import type { Stage, Thing } from '~/contract/shown';
import { type LabelledView, labelOf } from './labels';
import { type Nameable, namesOf } from './things';

/** The slots of a match that are the same for both rulesets. */
export function marketSlots<View extends LabelledView & Nameable>(naming: SeatNaming) {
  return {
    layout: 'board' as const,
    boardTitle: 'Market',
    seatsTitle: 'Labs',
    thingsOf: (view: View) => namesOf(view, naming.nameOf),
    labelOf: (view: View, thing: Thing) => labelOf(view, thing, naming),
  };
}

export const MARKET_TERMS: readonly Term[] = [
  { word: 'block', meaning: 'GPUs for a number of rounds.' },
  { word: 'job', meaning: 'Work that pays if it gets its GPU-hours before it is due.' },
];

interface Staged {
  round_index: number;
  max_rounds: number;
  finished: boolean;
  difficulty: string | null;
  shocks: readonly { round_index: number; kind: string; text: string; block_id: string | null }[];
}

/** What every match screen shows of a market. */
export function stageOf(view: Staged, standing: string): Stage {
  return {
    round: view.round_index,
    rounds: view.max_rounds,
    finished: view.finished,
    standing,
    facts: view.difficulty === null ? [] : [view.difficulty],
    shocks: view.shocks.map(({ round_index, kind, text, block_id }) => ({
      round_index,
      kind,
      text,
      ...(block_id !== null && { thing: { kind: 'block', id: block_id } }),
    })),
  };
}
