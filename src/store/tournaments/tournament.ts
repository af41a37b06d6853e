/** Tournaments in plain words, shared by store, endpoints and screens. Imports nothing but types of layers below. */
import type { GameKey } from '~/contract/game-ref';
import type { OptionValue } from '~/contract/options';
import type { WhyUnranked } from '~/lib/play/whose-play';
import type { PairedMore } from '~/statistics/compare-pairs';
import type { StatisticsMethod } from '~/statistics/methods';
import type { PairedDifference } from '~/statistics/paired';
import type { SkillRating } from '~/statistics/ratings';

export const FORMATS = ['round_robin', 'swiss', 'knockout', 'league', 'ladder'] as const;
/** league: goes on day after day while agents join and leave. ladder: everybody challenges whoever stands above. */
export type TournamentFormat = (typeof FORMATS)[number];

export const TOURNAMENT_STATUSES = ['running', 'paused', 'finished', 'cancelled', 'failed'] as const;
export type TournamentStatus = (typeof TOURNAMENT_STATUSES)[number];

/** It is not over: it runs, or is paused. */
export function goesOn(status: TournamentStatus): boolean {
  return status === 'running' || status === 'paused';
}

/** Code with a digest of its sources, as everything is pinned to now; tournaments of earlier versions name the version alone. */
export function isExactCode(code: string): boolean {
  return code.includes('+');
}

/** May a process of code `own` play what was pinned to `pinned`? */
export function playsAs(pinned: string, own: string | null): boolean {
  return !isExactCode(pinned) || pinned === own;
}

export const KINDS = ['exhibition', 'rated'] as const;
/** rated: worlds of a season's secret key, pinned agents alone, one owner's agents never at one table. */
export type TournamentKind = (typeof KINDS)[number];

/** Which worlds are played: a range of published seeds, or a season's (rated), whose seeds nobody can know beforehand. */
export type WorldSource = {
  range: 'train' | 'validation' | 'test' | 'season';
  /** A seed of the published range, or a number of the season's worlds: where the tournament begins. */
  from: number;
};

/** What the tournament may cost; null: no limit. When it is reached, agents play their declared fallback. */
export interface TournamentLimits {
  tokens: number | null;
  calls: number | null;
  seconds: number | null;
  dollars: number | null;
}

/** One who takes part, as the file names it. */
export interface EntrantPlan {
  /** Unique in the tournament; by default the agent's name. */
  name: string;
  /** A policy's id, or an agent's or a registered person's `name` or `name@version`; null: a person of whom the name alone is known. */
  agent: string | null;
  /** Two entrants of one owner never share a rated table; null: nobody's (house policies). */
  owner: string | null;
}

/** How worlds are dealt out and standings computed: fixed when a tournament is made, so that its figures never change (docs/statistics.md). */
export const METHODS = [1, 2, 3, 4] as const;
export type Method = (typeof METHODS)[number];
export const NEWEST_METHOD: Method = 4;

/** Tournaments that were made before methods had numbers are of the first. */
export function methodOf({ method }: Pick<TournamentPlan, 'method'>): Method {
  return method ?? 1;
}

/** A tournament's file once it has been read: everything filled in, nothing of it can be refused any more but who the agents are. */
export interface TournamentPlan {
  name: string;
  method?: Method;
  format: TournamentFormat;
  kind: TournamentKind;
  game: GameKey;
  version: number; // of the game's rules, for all its matches
  tasks: string[];
  judgeMode: string;
  options: Readonly<Record<string, OptionValue>>;
  entrants: EntrantPlan[];
  /** Entrants at one table: 1 where a ruleset has a single seat, else 2 to 64. */
  tableSize: number;
  /** Who fills the other seats, in turn: house policies or agents. */
  others: string[];
  /** Worlds per meeting: each is played in every rotation. */
  worlds: number;
  source: WorldSource;
  series?: string; // of this kind each meeting is one, scored by player; left out: a single match
  /** full: each entrant in each seat. none: a single seating a world (in turn over the worlds, the same for all). */
  rotation: 'full' | 'none';
  /** Swiss rounds, league days or ladder rounds; null: as many as the format needs (a league: goes on until it is ended). */
  rounds: number | null;
  /** Null policies that play the same worlds beside the entrants, for the record, and win nothing. */
  nulls: string[];
  limits: TournamentLimits;
  wideSeeds?: true; // its season's worlds are drawn from 256 bits; absent: from 53, as before November 27, 2026
  demo?: true; // what a new Mandi plays by itself (`tournament/demo-league.ts`): no file can say so
}

/** What pins an entrant: the same pin, the same player. */
export interface EntrantPin {
  /** Mandi's version and the digest of its sources (policies are code). */
  code: string;
  ruleset: GameKey;
  rulesetVersion: number;
  /** Of an agent: digest of its spec; of a scripted policy: null. */
  digest: string | null;
  model: { name: string; digest: string | null; adapter: string | null } | null;
  prompt: { version: string; hash: string | null } | null;
}

export const ENTRANT_KINDS = ['scripted', 'model', 'remote', 'person'] as const;
export type EntrantKind = (typeof ENTRANT_KINDS)[number];

export interface Entrant {
  /** As in the plan: unique, and the name that standings use. */
  name: string;
  kind: EntrantKind;
  /** What its seats are given: a policy's id or `name@version`; null: a person. */
  player: string | null;
  /** Of a person of the registry: `ann@1`, on whose card their results gather. */
  person?: string | undefined;
  owner: string | null;
  /** The record of its confirmed owner; `house`: it comes with Mandi; null: nobody has confirmed one. Absent before method 2. */
  ownerRecord?: string | null;
  pin: EntrantPin | null;
  /** A null policy: it plays beside the others and wins nothing. */
  isNull: boolean;
  /** First stage that it plays. */
  joined: number;
  /** First stage that it no longer plays; null: it is in. */
  left: number | null;
}

export interface FixtureSeat {
  seat: string;
  /** Entrant's name; null: somebody who fills the seat. */
  entrant: string | null;
  player: string | null;
}

/** One match to be played. `order` is its place in the schedule, from 0: everything is computed in this order. */
export interface Fixture {
  order: number;
  /** Of a staged format: the round, day or round of the bracket, from 0. */
  stage: number;
  task: string;
  /** Number of the world in the tournament; the same number is the same world. */
  world: number;
  /** Who meets: entrants' names, in order, joined by ` | `. */
  meeting: string;
  /** Which seating of this world. */
  rotation: number;
  seats: FixtureSeat[];
}

/** Does anybody play it in person? Then, once its table is laid, it is nobody's job. */
export function sitsPeople({ seats }: Pick<Fixture, 'seats'>): boolean {
  return seats.some(({ player }) => player === null);
}

export const FIXTURE_STATUSES = ['waiting', 'playing', 'scoring', 'done', 'failed', 'cancelled'] as const;
/** scoring: its match is over and stored, and the best possible result of its world is being worked out. */
export type FixtureStatus = (typeof FIXTURE_STATUSES)[number];

/** What is counted of a seat's turns: in one match, or in standings over all of them. */
export interface SeatCounts {
  refused: number;
  timeouts: number;
  fallbacks: number;
  walkBacks: number;
  turns: number;
  /** Tokens, and dollars, of models. */
  tokens: number;
  cost: number;
}

/** Whose turns they were, of a model or a program that was asked: `own`, `repaired` and `fallback` make up `turns`. */
export interface TurnOrigins {
  turns: number;
  own: number;
  repaired: number;
  /** Bent by a hard limit, whatever their origin. */
  guarded: number;
  fallback: number;
  /** Of `fallback`: a budget was spent; not asked for another reason. Left out: never. */
  overBudget?: number;
  notAsked?: number;
  walkBacks: number;
}

/** Is it asked for its turns? Of scripts and people there is nothing to tell apart. */
export function isAsked({ kind }: { kind: EntrantKind }): boolean {
  return kind === 'model' || kind === 'remote';
}

/** What a seat brought home. */
export interface SeatResult extends SeatCounts {
  seat: string;
  entrant: string | null;
  player: string;
  /** As the ruleset scores: open: gain against autarky; classic: reward. What ratings and standings use. */
  score: number | null;
  /** Money made, where the ruleset has such. */
  profit: number | null;
  /** null: a script or a person. Absent: of a match that ended before this was counted. */
  origins?: TurnOrigins | null;
  /** Why the agent could not play some turns, the most frequent reason; null: it could. */
  fault: string | null;
}

export interface FixtureResult {
  seats: SeatResult[];
  /** Of the whole market; null where the ruleset has none. */
  welfare: number | null;
  /** welfare / optimum. */
  efficiency: number | null;
  /** The optimum is unsure (a gap over 1%), a shock was fired by hand, or not the pinned model answered (`fault`): no score counts. */
  unrated: boolean;
  /** Value that one seat gave another for nothing, more than honest players do: the match is unrated. `unsure`: for another reason as well. */
  unsure?: true;
  gifts?: { from: string; to: string; share: number }[];
  rounds: number;
  /** `sha256:…` over the stored texts of all events in order. */
  logHash: string;
}

export interface FixtureRecord extends Fixture {
  /** Of its match, or where the plan says so of its series; chosen when it was scheduled, so that a match is made once however often it is begun. */
  matchId: string;
  status: FixtureStatus;
  /** How often it was begun anew after a failure. */
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
  /** Stages that have been scheduled. */
  stages: number;
  entrants: Entrant[];
  seasonId: string | null; // of a rated one
  /** Code that made it: no other plays it. */
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
  /** Absent from tables by percentile-1, as is the next. */
  median?: number;
  /** Over half of the worlds have the same value: no interval covers what it claims there. */
  mostlyEqual?: boolean;
}

export interface StandingRow extends Omit<SeatCounts, 'fallbacks' | 'walkBacks'> {
  /** From 1; entrants that are equal share it. null: see `unranked`. */
  rank: number | null;
  unranked: WhyUnranked | null;
  unpinned?: true;
  entrant: string;
  kind: EntrantKind;
  isNull: boolean;
  matches: number;
  score: Figure | null;
  profit: Figure | null;
  /** By task, in the plan's order: tasks may have scales of their own. `origins`: of several tasks, as far as they were counted. */
  tasks: { task: string; score: Figure | null; origins?: TurnOrigins }[];
  skill: SkillRating | null;
  /** Bradley-Terry, on the scale of Elo. */
  elo: { elo: number; interval: [number, number] | null } | null;
  /** Of staged formats, the format's own count: points, rung, or stage reached. */
  points: number | null;
  /** Over those matches in which this was counted; null: in none, or there is nothing to count (`isAsked`). */
  origins: TurnOrigins | null;
  /** Over all matches; null: there is nothing to count (`isAsked`). */
  fallbacks: number | null;
  walkBacks: number | null;
  failed: number;
  /** What went wrong most often, in words; null: nothing did. */
  fault: string | null;
}

/** Row against column: the row entrant's mean score in matches that both played, and which matches these are. */
export interface CrossCell {
  row: string;
  column: string;
  /** Mean of the row's score less the column's, with interval, over worlds. */
  difference: Figure | null;
  /** Orders of the fixtures, at most the first 50. */
  fixtures: number[];
  played: number;
}

/** Two entrants in the same worlds. */
export interface PairRow extends PairedDifference, PairedMore {
  /** `more` worlds in matches: as many as the one of the two who played more has had a world. */
  moreMatches: number | null;
}

export interface SeatLuck {
  task: string;
  seat: string;
  score: Figure;
  /** The seat's mean less that of all seats, world by world: above 0 it is luckier. Of worlds in which every seat was played; null: there is none. */
  luck: Figure | null;
}

export interface Standings {
  status: TournamentStatus;
  /** How the table is computed; absent: by percentile-1. */
  statistics?: StatisticsMethod;
  counts: FixtureCounts;
  /** Matches that are over and whose scores count for nothing: their optimum is unsure, or a shock was fired by hand. */
  unrated: number;
  /** Which worlds: `validation`, `test`, `train` or `season`. */
  range: WorldSource['range'];
  rows: StandingRow[];
  cross: CrossCell[];
  pairs: PairRow[];
  seats: SeatLuck[];
  efficiency: Figure | null;
  /** Empirical game theory over those entrants of whom every two met. Payoffs: mean score of the row in matches with the column. */
  theory: {
    entrants: string[];
    payoffs: (number | null)[][];
    bestResponses: Record<string, string[]>;
    cycles: string[][];
    nash: { mixture: Record<string, number>; rating: Record<string, number>; exploitability: number };
    /** Share of time that each holds a population. Absent from tables by percentile-1. */
    alphaRank?: Record<string, number>;
  } | null;
  sealed?: { step: number }; // its season is open: it moves in steps of so many matches, with two digits (docs/decisions/rated-play.md)
  /** Why matches were compared and there is no theory, in words. */
  whyNoTheory: string | null;
}
