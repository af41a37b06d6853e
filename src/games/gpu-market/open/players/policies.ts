/** The scripted policies of ruleset `open` for catalogs. One id covers all versions; the observation shows which rules apply. */

import type { Policy } from '~/contract/policy';
import { withinSteps } from '~/lib/play/step-budget';
import type { Archetype } from '../../types';
import type { TakenAction } from '../shared/actions';
import type { OpenObservation } from '../shared/observation';
import { archetypeOf, archetypeTurn } from '../shared/players/archetypes';
import { greedyTurn } from '../shared/players/greedy';
import { withPitch } from '../shared/players/pitch';
import { plannerTurn } from '../shared/players/planner';
import { randomAction } from '../shared/players/random';
import { venturePlannerTurn } from '../shared/players/venture';
import type { OpenObservation2 } from '../v2/observation';
import { houseTurn2 } from '../v2/players/house';
import { asShared, plannerTurn2 } from '../v2/players/planner';
import { randomAction2 } from '../v2/players/random';
import { venturePlannerTurn2 } from '../v2/players/venture';

/** A seat's observation in either version. */
export type AnyObservation = OpenObservation | OpenObservation2;

type OpenPolicy = Policy<AnyObservation, TakenAction[]>;

const plays = ['gpu-market/open'] as const;

/** Wants exist only in version 2. */
export function isOfVersion2(seen: AnyObservation): seen is OpenObservation2 {
  return 'wants' in seen;
}

export const planner: OpenPolicy = {
  id: 'planner',
  playsOn: true,
  title: 'Planner',
  summary: 'The strongest scripted trader. It values every block by what its own best plan can earn with it.',
  plays,
  choose: (seen) => withinSteps(() => (isOfVersion2(seen) ? plannerTurn2(seen) : withPitch(plannerTurn(seen), seen))),
};

export const plannerWithCoalitions: OpenPolicy = {
  id: 'planner_with_coalitions',
  title: 'Planner with coalitions',
  summary: 'The planner in one coalition of all labs. The first lab founds it and plans for everyone.',
  plays,
  choose: (seen) => withinSteps(() => (isOfVersion2(seen) ? venturePlannerTurn2(seen) : withPitch(venturePlannerTurn(seen), seen))),
};

export const random: OpenPolicy = {
  id: 'random',
  title: 'Random',
  summary: 'One random legal action per turn: first its type, then each of its fields.',
  plays,
  control: 'null',
  needsChance: true,
  choose(seen, chance) {
    if (chance === undefined) throw new Error('random: nobody gave it numbers to draw from');
    return [isOfVersion2(seen) ? randomAction2(seen, chance) : randomAction(seen, chance)];
  },
};

export const greedy: OpenPolicy = {
  id: 'greedy',
  title: 'Greedy',
  summary: 'Never trades. Each round it plans its own blocks for its own jobs.',
  plays,
  choose: (seen) => withinSteps(() => greedyTurn(isOfVersion2(seen) ? asShared(seen) : seen)),
};

/** The default player of a seat: classic's cycle of archetypes, starting with lab_1. */
export const house: OpenPolicy = {
  id: 'house',
  standIn: true,
  title: 'House lab',
  summary: 'The bot that fills a seat when nobody else does: one of five archetypes, chosen by the seat’s number.',
  plays,
  choose: (seen) => houseTurn(seen, archetypeOf(seen.controlled_lab_id)),
};

const HOUSE_LABS: [Archetype, string, string][] = [
  ['cooperative', 'Cooperative lab', 'Plans well and deals generously: asks only a little more than a deal costs it.'],
  ['selfish', 'Selfish lab', 'Plans well and bargains hard: asks for a lot and offers little.'],
  ['deadline_panicked', 'Deadline-panicked lab', 'Plans well; as a deadline comes near it bids almost all that a block is worth to it.'],
  ['deceptive', 'Deceptive lab', 'Plans well, asks for a lot, and says things that are not true.'],
  ['retaliatory', 'Retaliatory lab', 'Plans well, and refuses to deal with labs that have a poor reputation.'],
];

export const archetypes: readonly OpenPolicy[] = HOUSE_LABS.map(([id, title, summary]) => ({
  id,
  title,
  summary,
  plays,
  choose: (seen) => houseTurn(seen, id),
}));

function houseTurn(seen: AnyObservation, archetype: Archetype): TakenAction[] {
  return withinSteps(() => (isOfVersion2(seen) ? houseTurn2(seen, archetype) : withPitch(archetypeTurn(seen, archetype), seen)));
}
