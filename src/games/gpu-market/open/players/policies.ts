/** The scripted policies of ruleset `open`, as catalogues know them. */

import type { Policy } from '~/contract/policy';
import { withinSteps } from '~/lib/play/step-budget';
import type { Archetype } from '../../types';
import type { OpenAction } from '../actions';
import type { OpenObservation } from '../observation';
import { archetypeOf, archetypeTurn } from './archetypes';
import { greedyTurn } from './greedy';
import { withPitch } from './pitch';
import { plannerTurn } from './planner';
import { randomAction } from './random';
import { venturePlannerTurn } from './venture';

type OpenPolicy = Policy<OpenObservation, OpenAction[]>;

const plays = ['gpu-market/open'] as const;

/** What the policy `planner` does in a match, its pitches among it. */
export function pitchingPlanner(observation: OpenObservation): OpenAction[] {
  return withinSteps(() => withPitch(plannerTurn(observation), observation));
}

export const planner: OpenPolicy = {
  id: 'planner',
  playsOn: true,
  title: 'Planner',
  summary: 'The strongest scripted trader: every deal by what its own best plan says a block is worth.',
  plays,
  choose: pitchingPlanner,
};

export const plannerWithCoalitions: OpenPolicy = {
  id: 'planner_with_coalitions',
  title: 'Planner with coalitions',
  summary: 'The planner in one joint venture of all labs, which its first lab founds and plans for.',
  plays,
  choose: (observation) => withinSteps(() => withPitch(venturePlannerTurn(observation), observation)),
};

export const random: OpenPolicy = {
  id: 'random',
  title: 'Random',
  summary: 'One legal action a turn, by chance: its type, then each of its fields.',
  plays,
  control: 'null',
  needsChance: true,
  choose(observation, chance) {
    if (chance === undefined) throw new Error('random: nobody gave it numbers to draw from');
    return [randomAction(observation, chance)];
  },
};

export const greedy: OpenPolicy = {
  id: 'greedy',
  title: 'Greedy',
  summary: 'Never trades: plans its own blocks for its own jobs, anew each round.',
  plays,
  choose: (observation) => withinSteps(() => greedyTurn(observation)),
};

/** What plays a seat that nobody set: classic's cycle of archetypes from lab_1. */
export const house: OpenPolicy = {
  id: 'house',
  standIn: true,
  title: 'House lab',
  summary: 'One of the five archetypes, by the number of its seat: what plays where nobody else does.',
  plays,
  choose: (observation) => houseTurn(observation, archetypeOf(observation.controlled_lab_id)),
};

const HOUSE_LABS: [Archetype, string, string][] = [
  ['cooperative', 'Cooperative lab', 'Plans well and deals generously: asks little above its own loss.'],
  ['selfish', 'Selfish lab', 'Plans well and deals hard: asks much, bids little.'],
  ['deadline_panicked', 'Deadline-panicked lab', 'Plans well; as a deadline comes near it bids almost all that a block is worth to it.'],
  ['deceptive', 'Deceptive lab', 'Plans well, asks much, and says things that are not so.'],
  ['retaliatory', 'Retaliatory lab', 'Plans well, and does not deal with labs of a poor reputation.'],
];

export const archetypes: readonly OpenPolicy[] = HOUSE_LABS.map(([id, title, summary]) => ({
  id,
  title,
  summary,
  plays,
  choose: (observation) => houseTurn(observation, id),
}));

function houseTurn(observation: OpenObservation, archetype: Archetype): OpenAction[] {
  return withinSteps(() => withPitch(archetypeTurn(observation, archetype), observation));
}
