/** Types of tournaments, shared by store, endpoints and screens. Imports only types of lower layers. */
import type { GameKey } from '~/contract/game-ref';
import type { OptionValue } from '~/contract/options';
import type { WhyUnranked } from '~/lib/play/whose-play';
import type { PairedMore } from '~/statistics/compare-pairs';
import type { StatisticsMethod } from '~/statistics/methods';
import type { PairedDifference } from '~/statistics/paired';
import type { SkillRating } from '~/statistics/ratings';

export const FORMATS = ['round_robin', 'swiss', 'knockout', 'league', 'ladder'] as const;
/** league: continues day after day while agents join and leave. ladder: each entrant challenges those ranked above. */
export type TournamentFormat = (typeof FORMATS)[number];

export const TOURNAMENT_STATUSES = ['running', 'paused', 'finished', 'cancelled', 'failed'] as const;
export type TournamentStatus = (typeof TOURNAMENT_STATUSES)[number];

/** Running or paused. */
export function goesOn(status: TournamentStatus): boolean {
  return status === 'running' || status === 'paused';
}

/** Whether the code id includes a digest of its sources, as all pins do now. Tournaments of earlier versions have only the version. */
export function isExactCode(code: string): boolean {
  return code.includes('+');
}

/** Whether a process with code `own` may play what is pinned to `pinned`. */
export function playsAs(pinned: string, own: string | null): boolean {
  return !isExactCode(pinned) || pinned === own;
}

export const KINDS = ['exhibition', 'rated'] as const;
/** rated: worlds from a season's secret key, only pinned agents, and never two agents of one owner at a table. */
export type TournamentKind = (typeof KINDS)[number];

/** The worlds to play: a range of published seeds, or (rated) a season's, whose seeds nobody can know beforehand. */
export type WorldSource = {
  range: 'train' | 'validation' | 'test' | 'season';
  /** The first seed of the published range, or the first number of the season's worlds. */
  from: number;
};

/** Spending limits; null: none. When one is reached, agents play their declared fallback. */
export interface TournamentLimits {
  tokens: number | null;
  calls: number | null;
  seconds: number | null;
  dollars: number | null;
}

/** An entrant, as named in the file. */
export interface EntrantPlan {
  /** Unique in the tournament. Default: the agent's name. */
  name: string;
  /** A policy's id, or the `name` or `name@version` of an agent or a registered person; null: a person known only by name. */
  agent: string | null;
  /** Two entrants of one owner never share a rated table. null: no owner (built-in policies). */
  owner: string | null;
}

/** How worlds are assigned and standings computed (docs/statistics.md). Fixed at creation, so that figures never change. */
export const METHODS = [1, 2, 3, 4] as const;
export type Method = (typeof METHODS)[number];
export const NEWEST_METHOD: Method = 4;

/** Tournaments from before methods had numbers use the first. */
export function methodOf({ method }: Pick<TournamentPlan, 'method'>): Method {
  return method ?? 1;
}

/** A parsed tournament file with all defaults filled in. Only the agents remain to be checked. */
export interface TournamentPlan {
  name: string;
  method?: Method;
  format: TournamentFormat;
  kind: TournamentKind;
  game: GameKey;
  version: number; // version of the game's rules, for all its matches
  tasks: string[];
  judgeMode: string;
  options: Readonly<Record<string, OptionValue>>;
  entrants: EntrantPlan[];
  /** Entrants per table: 1 for rulesets with a single seat, otherwise 2 to 64. */
  tableSize: number;
  /** Built-in policies or agents that fill the other seats, in turn. */
  others: string[];
  /** Worlds per meeting; each is played in every rotation. */
  worlds: number;
  source: WorldSource;
  series?: string; // kind of series that each meeting is, scored by player; absent: a single match
  /** full: each entrant in each seat. none: one seating per world (rotating over the worlds, the same for all). */
  rotation: 'full' | 'none';
  /** Swiss rounds, league days or ladder rounds; null: as many as the format needs (a league continues until it is ended). */
  rounds: number | null;
  /** Null policies that play the same worlds for comparison and are not ranked. */
  nulls: string[];
  limits: TournamentLimits;
  wideSeeds?: true; // its season's worlds use 256 bits; absent: 53, as before November 27, 2026
  demo?: true; // the league that a new Mandi plays by itself (`tournament/demo-league.ts`); cannot be set in a file
}

/** Identifies an entrant's player: the same pin is the same player. */
export interface EntrantPin {
  /** Mandi's version and the digest of its sources (policies are code). */
  code: string;
  ruleset: GameKey;
  rulesetVersion: number;
  /** For an agent, the digest of its spec; for a scripted policy, null. */
  digest: string | null;
  model: { name: string; digest: string | null; adapter: string | null } | null;
  prompt: { version: string; hash: string | null } | null;
}

export const ENTRANT_KINDS = ['scripted', 'model', 'remote', 'person'] as const;
export type EntrantKind = (typeof ENTRANT_KINDS)[number];

export interface Entrant {
  /** The unique name from the plan, used in standings. */
  name: string;
  kind: EntrantKind;
  /** The player of its seats: a policy's id or `name@version`; null: a person. */
  player: string | null;
  /** For a registered person: `ann@1`, whose card collects their results. */
  person?: string | undefined;
  owner: string | null;
  /** The record of its confirmed owner; `house`: included with Mandi; null: unconfirmed. Absent before method 2. */
  ownerRecord?: string | null;
  pin: EntrantPin | null;
  /** A null policy, which plays for comparison and is not ranked. */
  isNull: boolean;
  /** First stage that it plays. */
  joined: number;
  /** First stage that it no longer plays; null: still playing. */
  left: number | null;
}

export interface FixtureSeat {
  seat: string;
  /** The entrant's name; null: a player that fills the seat. */
  entrant: string | null;
  player: string | null;
}

/** One match to play. `order` is its index in the schedule, from 0; all computations use this order. */
export interface Fixture {
  order: number;
  /** In staged formats: the round, day or bracket round, from 0. */
  stage: number;
  task: string;
  /** Number of the world in the tournament. */
  world: number;
  /** The entrants that meet: names in order, joined by ` | `. */
  meeting: string;
  /** Number of the seating in this world. */
  rotation: number;
  seats: FixtureSeat[];
}

/** Whether a person plays in it. Then, once its table is created, it has no job. */
export function sitsPeople({ seats }: Pick<Fixture, 'seats'>): boolean {
  return seats.some(({ player }) => player === null);
}

export const FIXTURE_STATUSES = ['waiting', 'playing', 'scoring', 'done', 'failed', 'cancelled'] as const;
/** scoring: its match is stored, and the best possible result of its world is being computed. */
export type FixtureStatus = (typeof FIXTURE_STATUSES)[number];

/** Counts of a seat's turns, in one match or summed in standings. */
export interface SeatCounts {
  refused: number;
  timeouts: number;
  fallbacks: number;
  walkBacks: number;
  turns: number;
  /** Tokens and dollars used by models. */
  tokens: number;
  cost: number;
}

/** Origins of a model's or program's turns. `own`, `repaired` and `fallback` add up to `turns`. */
export interface TurnOrigins {
  turns: number;
  own: number;
  repaired: number;
  /** Turns changed by a guard, of any origin. */
  guarded: number;
  fallback: number;
  /** Fallback turns because a budget was spent, or because the player was not asked for another reason. Absent: none. */
  overBudget?: number;
  notAsked?: number;
  walkBacks: number;
}

/** Whether the entrant is called for its turns. Turns of scripts and people are always their own. */
export function isAsked({ kind }: { kind: EntrantKind }): boolean {
  return kind === 'model' || kind === 'remote';
}

/** The result of a seat. */
export interface SeatResult extends SeatCounts {
  seat: string;
  entrant: string | null;
  player: string;
  /** The ruleset's score, used for ratings and standings. open: gain against autarky; classic: reward. */
  score: number | null;
  /** Profit, if the ruleset has one. */
  profit: number | null;
  /** null: a script or a person. Absent: the match ended before this was counted. */
  origins?: TurnOrigins | null;
  /** The most frequent reason why the agent could not play some turns; null if it always could. */
  fault: string | null;
}

export interface FixtureResult {
  seats: SeatResult[];
  /** Of the whole market; null if the ruleset has none. */
  welfare: number | null;
  /** welfare / optimum. */
  efficiency: number | null;
  /** No score counts: the optimum has a gap over 1%, a shock was fired by hand, or another model than the pinned one answered (`fault`). */
  unrated: boolean;
  /** Unrated: a seat gave another more value for nothing than honest players do. `unsure`: unrated for another reason too. */
  unsure?: true;
  gifts?: { from: string; to: string; share: number }[];
  rounds: number;
  /** `sha256:…` over the stored texts of all events, in order. */
  logHash: string;
}

export interface FixtureRecord extends Fixture {
  /** The id of its match or series. Chosen when it was scheduled, so that starting it repeatedly creates only one match. */
  matchId: string;
  status: FixtureStatus;
  /** Number of restarts after a failure. */
  attempts: number;
  fault: string | null;
  result: FixtureResult | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface TournamentRecord {
  id: string;
  plan: TournamentPlan;
  status: TournamentStatus;
  /** Number of scheduled stages. */
  stages: number;
  entrants: Entrant[];
  seasonId: string | null; // for a rated tournament
  /** The code that created it; no other code plays it. */
  code: string;
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export type FixtureCounts = Record<FixtureStatus, number>;

/** A mean with its 95% bootstrap interval over `n` worlds; null: too few worlds for the table's method. */
export interface Figure {
  mean: number;
  interval: [number, number] | null;
  n: number;
  /** This field and the next are absent from tables by percentile-1. */
  median?: number;
  /** Over half of the worlds have the same value, so no interval has its nominal coverage. */
  mostlyEqual?: boolean;
}

export interface StandingRow extends Omit<SeatCounts, 'fallbacks' | 'walkBacks'> {
  /** From 1; equal entrants share a rank. null: see `unranked`. */
  rank: number | null;
  unranked: WhyUnranked | null;
  unpinned?: true;
  entrant: string;
  kind: EntrantKind;
  isNull: boolean;
  matches: number;
  score: Figure | null;
  profit: Figure | null;
  /** By task, in the plan's order, because tasks may have different scales. `origins`: over several tasks, as far as counted. */
  tasks: { task: string; score: Figure | null; origins?: TurnOrigins }[];
  skill: SkillRating | null;
  /** Bradley-Terry, on the Elo scale. */
  elo: { elo: number; interval: [number, number] | null } | null;
  /** In staged formats: points, rung, or stage reached. */
  points: number | null;
  /** Over matches in which this was counted; null if none was or it does not apply (`isAsked`). */
  origins: TurnOrigins | null;
  /** Over all matches; null if it does not apply (`isAsked`). */
  fallbacks: number | null;
  walkBacks: number | null;
  failed: number;
  /** The most frequent fault, in words; null if there was none. */
  fault: string | null;
}

/** The row entrant's mean score in matches that both played, and which matches these are. */
export interface CrossCell {
  row: string;
  column: string;
  /** Mean difference of the row's and the column's scores, with interval, over worlds. */
  difference: Figure | null;
  /** Orders of the fixtures, at most the first 50. */
  fixtures: number[];
  played: number;
}

/** Two entrants compared in the same worlds. */
export interface PairRow extends PairedDifference, PairedMore {
  /** `more` worlds as a number of matches, at the matches per world of the entrant that played more. */
  moreMatches: number | null;
}

export interface SeatLuck {
  task: string;
  seat: string;
  score: Figure;
  /** The seat's mean minus the mean of all seats, per world in which every seat was played; null if there are none. Above 0: an advantage. */
  luck: Figure | null;
}

export interface Standings {
  status: TournamentStatus;
  /** How the table is computed; absent: by percentile-1. */
  statistics?: StatisticsMethod;
  counts: FixtureCounts;
  /** Finished matches that do not count, because their optimum is uncertain or a shock was fired by hand. */
  unrated: number;
  /** The worlds: `validation`, `test`, `train` or `season`. */
  range: WorldSource['range'];
  rows: StandingRow[];
  cross: CrossCell[];
  pairs: PairRow[];
  seats: SeatLuck[];
  efficiency: Figure | null;
  /** Empirical game theory over entrants that all met each other. Payoffs: the row's mean score in matches with the column. */
  theory: {
    entrants: string[];
    payoffs: (number | null)[][];
    bestResponses: Record<string, string[]>;
    cycles: string[][];
    nash: { mixture: Record<string, number>; rating: Record<string, number>; exploitability: number };
    /** Share of time that each strategy dominates the population. Absent from tables by percentile-1. */
    alphaRank?: Record<string, number>;
  } | null;
  sealed?: { step: number }; // its season is open, so it is updated in steps of this many matches, with two digits (docs/decisions/rated-play.md)
  /** Why there is no game theory although matches were compared, in words. */
  whyNoTheory: string | null;
}
