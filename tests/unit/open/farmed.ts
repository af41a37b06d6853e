import { playMatch } from '~/engine/memory-run';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { worldBlocks, worldJobs, worldOf, worldProblem } from '~/games/gpu-market/open/shared/plans/pairs';
import { bestPlan } from '~/games/gpu-market/open/shared/plans/plan';
import { type Base, type Farmer, graft } from '~/games/gpu-market/open/shared/players/farmers/farmer';
import { coalitionFormer, guessingPitcher, keywordPitcher, repeater, splitter } from '~/games/gpu-market/open/shared/players/farmers/idle';
import { bondCycler, feeder, washTraders } from '~/games/gpu-market/open/shared/players/farmers/pairs';
import { greedyTurn } from '~/games/gpu-market/open/shared/players/greedy';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import type { AnyMatch } from './wild-play';

/** Those of section 9, and the others that deal with nobody but themselves. */
export const CLOSED_FARMERS: readonly Farmer[] = [
  coalitionFormer,
  keywordPitcher,
  guessingPitcher,
  splitter,
  repeater,
  washTraders,
  feeder,
  bondCycler,
];

const SEATS = ['lab_0', 'lab_1'];

export interface Farmed {
  /** The owner's seats' together, in cents. */
  profit: number;
  /** What their jobs paid, less the energy of these. */
  earned: number;
  /** The most that they could have made of their own first blocks and jobs. */
  autarky: number;
  /** What the base alone makes. */
  plain: number;
  /** Did it win a spare block? */
  granted: boolean;
  /** Farmer's moves that were carried out. */
  deeds: number;
}

/** The farmer upon a player in one or two seats; nobody else does anything. */
export function farmedMatch({ config }: AnyMatch, { farmer, base }: { farmer: Farmer; base: 'wait' | 'greedy' }): Farmed {
  const owned = SEATS.slice(0, farmer.seats);
  const below: Base = base === 'greedy' ? greedyTurn : () => [];
  const play = (upper: (seat: string) => Base) =>
    playMatch(openMarket, config, { playerOf: (seat) => (owned.includes(seat) ? upper(seat) : () => []) });
  const grafted = play((seat) => graft(below, farmer.start(), { partner: owned.find((other) => other !== seat) ?? null }));
  const plain = play(() => below);
  const world = worldOf(grafted.events);
  const blocks = worldBlocks(world).filter((block) => block.lab_id !== null && owned.includes(block.lab_id));
  const jobs = worldJobs(world).filter((job) => owned.includes(job.lab_id));
  return {
    profit: profitOf(grafted.events, owned),
    earned: earnedBy(grafted.events, owned),
    autarky: bestPlan(worldProblem(world, { blocks, jobs })).value,
    plain: profitOf(plain.events, owned),
    granted: grafted.events.some((event) => event.type === 'grant_given' && event.lab_id !== null),
    deeds: grafted.events.filter((event) => event.type === 'action_resolved' && event.result.ok && event.action_type !== 'allocate_to_job')
      .length,
  };
}

function profitOf(events: readonly OpenEvent[], labs: readonly string[]): number {
  const ended = events.at(-1);
  if (ended?.type !== 'match_ended') throw new Error('the match did not end');
  return labs.reduce((sum, lab) => sum + (ended.profits_cents[lab] ?? 0), 0);
}

function earnedBy(events: readonly OpenEvent[], labs: readonly string[]): number {
  let cents = 0;
  for (const event of events) {
    if (event.type === 'job_settled' && labs.includes(event.lab_id)) cents += event.value_cents;
    if (event.type === 'capacity_delivered' && labs.includes(event.lab_id))
      for (const { energy_cents } of event.deliveries) cents -= energy_cents ?? 0;
  }
  return cents;
}
