/** The attacks of docs/farming.md: the entrants, and what the cheat's helpers do. */
import type { OpenAction } from '../../src/games/gpu-market/open/shared/actions';
import type { OpenObservation } from '../../src/games/gpu-market/open/shared/observation';
import { archetypeTurn } from '../../src/games/gpu-market/open/shared/players/archetypes';
import { plannerTurn } from '../../src/games/gpu-market/open/shared/players/planner';
import type { RatedTournament } from '../../src/tournament/leaderboard';
import { type RatedPlayer, ratedBoard } from '../../src/tournament/rank/rated-board';
import { type Entry, RatedBroadcaster, type RatedPlan } from './play-rated';
import { colluder, type Here, honest, Ring, type Turn } from './program';
import { bait, deserter, everything, giftOf, lateGift, takes } from './schemes';

/** The weakest of the honest agents, for which the helpers work. */
export const CHEAT = 'dan';

const TURNS: Record<string, Turn> = {
  ann: plannerTurn,
  bob: (observation) => archetypeTurn(observation, 'deceptive'),
  cid: (observation) => archetypeTurn(observation, 'selfish'),
  [CHEAT]: lateRiser,
};

/** Trades as a cooperative lab does, starting after a third of the match. */
function lateRiser(observation: OpenObservation): readonly OpenAction[] {
  return observation.round_index <= observation.max_rounds / 3 ? [] : archetypeTurn(observation, 'cooperative');
}

export const HONEST: readonly string[] = Object.keys(TURNS);

/** The agent ranked just above the cheat. */
const RIVAL = 'bob';

/** Below the share at which a gift makes a match unrated. */
const JUST_BELOW = 0.55;

interface Helper {
  name: string;
  owner: string | null;
  turn: Turn;
  moves: (here: Here) => ReturnType<typeof everything>;
  /** Whose matches it affects; left out: the cheat's. */
  about?: string;
}

const nothing: Turn = () => [];
const helper = (name: string, moves: Helper['moves'], turn: Turn = nothing): Helper => ({ name, owner: `owner ${name}`, turn, moves });

export interface Attack {
  name: string;
  helpers: readonly Helper[];
  /** How the cheat plays, where it differs from the honest agent it is. */
  cheat?: Entry['program'];
}

export const ATTACKS: readonly Attack[] = [
  { name: 'feeder', helpers: [helper('eve', everything)] },
  { name: 'sybil ring', helpers: ['eve', 'fay', 'gus'].map((name) => ({ ...helper(name, everything), owner: null })) },
  { name: 'kingmaker', helpers: [helper('kim', (here) => (here.partner === null ? bait(here) : giftOf(JUST_BELOW)(here)))] },
  {
    name: 'spoiler of one rival',
    helpers: [{ ...helper('sam', (here) => (here.partner === null ? [] : bait(here)), plannerTurn), about: RIVAL }],
  },
  { name: 'deserter', helpers: [], cheat: deserter(lateRiser) },
  { name: 'late gift', helpers: [helper('eve', lateGift, plannerTurn)] },
  { name: 'gift below the threshold', helpers: [helper('eve', giftOf(JUST_BELOW), plannerTurn)] },
  {
    // Idle in all other matches, so that it earns as little elsewhere as the gift leaves it.
    name: 'kingmaker that is idle elsewhere',
    helpers: [helper('kim', (here) => (here.partner === null ? [] : [...giftOf(JUST_BELOW)(here), ...plannerTurn(here.observation)]))],
  },
];

const gifts = (names: readonly string[]) => names.map((name) => helper(name, giftOf(JUST_BELOW), plannerTurn));

/** Owners who are all confirmed and work together. */
export const CARTELS: readonly Attack[] = [
  { name: 'two owners with gifts below the threshold', helpers: gifts(['eve', 'fay']) },
  { name: 'three owners with gifts below the threshold', helpers: gifts(['eve', 'fay', 'gus']) },
  { name: 'four owners with gifts below the threshold', helpers: gifts(['eve', 'fay', 'gus', 'hal']) },
];

/** Two that no detector finds together: the cheat rises a place or two, because its rivals fall. */
export const SPOILERS: readonly Attack[] = [
  {
    name: 'two spoilers of everybody else',
    helpers: ['sam', 'sol'].map((name) => helper(name, (here) => (here.partner === null ? bait(here) : []), plannerTurn)),
  },
  {
    name: 'two spoilers of one rival',
    helpers: ['sam', 'sol'].map((name) => ({
      ...helper(name, (here) => (here.partner === null ? [] : bait(here)), plannerTurn),
      about: RIVAL,
    })),
  },
];

/** The same field without the attack: its helpers play for themselves. The same entrants meet in the same worlds. */
export function withoutAttack({ name, helpers }: Attack): Attack {
  return { name: `${name}, without`, helpers: helpers.map((one) => ({ ...one, turn: plannerTurn, moves: () => [] })) };
}

/** The honest agents in one order for every attack; helpers come after them. */
export function entriesOf({ helpers, cheat }: Attack): Entry[] {
  const ring = new Ring();
  const names = helpers.map(({ name }) => name);
  const receives = colluder({ name: CHEAT, partners: names, ring, turn: TURNS[CHEAT] ?? nothing }, takes);
  const agents = HONEST.map((name): Entry => {
    const program = name === CHEAT ? (cheat ?? receives) : honest({ name, ring, turn: TURNS[name] ?? nothing });
    return { name, program, owner: `owner ${name}` };
  });
  const others = helpers.map(({ name, owner, turn, moves, about = CHEAT }): Entry => {
    return { name, owner, program: colluder({ name, partners: [about], ring, turn }, moves) };
  });
  return [...agents, ...others];
}

export interface Attacked {
  attack: string;
  /** The cheat's row. */
  row: RatedPlayer;
  /** The cheat's rank among the honest agents; null: it has none. */
  rank: number | null;
  /** By mean score, as boards used to rank. */
  naive: number;
  /** Matches of the cheat that are unrated because of a gift. */
  unrated: number;
}

export type Setting = Omit<RatedPlan, 'entries'>;

export async function playAttack(attack: Attack, setting: Setting): Promise<RatedTournament> {
  const broadcaster = new RatedBroadcaster();
  const entries = entriesOf(attack);
  for (const entry of entries) await broadcaster.add(entry);
  return broadcaster.play({ ...setting, entries });
}

export function attackedOf(attack: string, played: RatedTournament, task: string): Attacked {
  const rows = ratedBoard([played], task).filter(({ entrant }) => HONEST.includes(entrant.name));
  const row = rows.find(({ entrant }) => entrant.name === CHEAT);
  if (row === undefined) throw new Error(`${attack}: the cheat is not on the board`);
  const rank = row.rank === null ? null : 1 + rows.filter((one) => one.rank !== null && one.rank < (row.rank ?? 0)).length;
  const means = scoresOf(played);
  const own = means.get(CHEAT) ?? Number.NEGATIVE_INFINITY;
  const naive = 1 + HONEST.filter((name) => (means.get(name) ?? own) > own).length;
  return { attack, row, rank, naive, unrated: played.fixtures.filter((one) => isUnratedOf(one)).length };
}

/** Mean score over all matches, including those with gifts. */
function scoresOf({ fixtures }: RatedTournament): Map<string, number> {
  const sums = new Map<string, { sum: number; n: number }>();
  for (const { entrant, score } of fixtures.flatMap(({ result }) => result?.seats ?? [])) {
    if (entrant === null || score === null) continue;
    const { sum, n } = sums.get(entrant) ?? { sum: 0, n: 0 };
    sums.set(entrant, { sum: sum + score, n: n + 1 });
  }
  return new Map([...sums].map(([name, { sum, n }]) => [name, sum / n]));
}

function isUnratedOf({ seats, result }: RatedTournament['fixtures'][number]): boolean {
  return result?.gifts !== undefined && seats.some(({ entrant }) => entrant === CHEAT);
}
