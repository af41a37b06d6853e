import type { GameKey } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import type { MatchStatus, SeatCard, Visibility } from './match-types';

/** A match as stored. Never send it to clients unchanged; see `match/match-card.ts`. */
export interface MatchRecord {
  id: string;
  game: GameKey;
  /** Version of the game's rules with which the match started. */
  version: number;
  task: string;
  seed: number;
  judgeMode: string;
  /** The parsed configuration for `Game.open`. */
  config: unknown;
  seats: SeatCard[];
  visibility: Visibility;
  /** Seconds per round. */
  pace: number;
  status: MatchStatus;
  /** Sequence number of the newest event; 0 before the opening. */
  head: number;
  round: number;
  /** The current turn, counted over all rounds. */
  turn: number;
  rounds: number;
  scores: Record<string, number | null> | null;
  showcase: boolean;
  /** Created with open seats, so there is a host's token. */
  hosted: boolean;
  /** Not in any list, even when it is over. Visible only to its host, seats, judges, invited guests and the operator. */
  isPrivate: boolean;
  /** For turns that wait for a player; null if none ever does. */
  clock: TurnClock | null;
  /** Watchers see the match this many turns late. */
  delayTurns: number;
  /** Whom its guards bind; null: the game's default. */
  guards: GuardMode | null;
  /** Its world is a season's, and nobody has intervened. */
  rated: boolean;
  /** The season and number of its world; null if it has none. */
  season: SeasonWorld | null;
  /** For a branch: the original match and the last shared event. */
  origin: Origin | null;
  /** The series and the match's index in it; absent if it belongs to none. */
  series?: SeriesPlace | null;
  /** The last completed turn and the seats that submitted nothing for it; null if no turn has ended. */
  missed: MissedTurn | null;
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface MissedTurn {
  turn: number;
  seats: string[];
}

export interface TurnClock {
  /** Seconds per turn. */
  seconds: number;
  /** Set while a turn waits for a player. */
  deadline: Date | null;
  /** Milliseconds left, while the match is paused. */
  remaining: number | null;
}

export interface SeasonWorld {
  id: string;
  index: number;
  /** Others in the tournament still play this world, so private data stays hidden after the match. */
  sealed?: true;
}

export interface SeriesPlace {
  id: string;
  /** From 0. */
  place: number;
  /** The series reveals nothing before its end, so private data stays hidden after the match. */
  sealed?: true;
}

/** The match is over, but its private data stays hidden because others still play its world or its series continues. */
export function isSealed({ season, series }: Partial<Pick<MatchRecord, 'season' | 'series'>>): boolean {
  return season?.sealed === true || series?.sealed === true;
}

export interface Origin {
  matchId: string;
  seq: number;
  /** The replaced move; the turn continues from there. */
  replaced?: ReplacedInBranch;
}

export interface ReplacedInBranch {
  turn: number;
  seat: string;
  move: unknown;
  /** Policies that replace the original match's people, by seat. */
  standIns: Record<string, string>;
}

type Moving = 'status' | 'head' | 'round' | 'turn' | 'scores' | 'missed' | 'fault' | 'createdAt' | 'finishedAt';
type TableFacts = 'hosted' | 'isPrivate' | 'clock' | 'delayTurns' | 'guards' | 'rated' | 'season' | 'origin' | 'series';

/** A match to create. Fields for people and branches are optional. */
export type NewMatch = Omit<MatchRecord, Moving | TableFacts> &
  Partial<Pick<MatchRecord, TableFacts | 'round' | 'turn' | 'scores'>> & {
    /** Starts as a lobby; otherwise running. */
    lobby?: boolean;
    /** Which play of its season's world: always 0, except in tournaments, where each seating plays it. */
    seasonPlay?: number;
  };

const NO_TABLE = { hosted: false, isPrivate: false, clock: null, delayTurns: 0, guards: null, rated: false, season: null, origin: null };

/** The record of a match just stored. */
export function newRecord(match: NewMatch, head: number, createdAt: Date): MatchRecord {
  const { lobby, seasonPlay = 0, ...facts } = match;
  const season = match.season ? seasonWorld(match.season.id, match.season.index, seasonPlay) : null;
  const reached = { round: facts.round ?? 0, turn: facts.turn ?? 0, scores: facts.scores ?? null };
  const moving = { ...reached, missed: null, fault: null, createdAt, finishedAt: null };
  return { ...NO_TABLE, ...facts, season, ...moving, status: lobby ? 'lobby' : 'running', head };
}

/** A world that a tournament plays several times is sealed unless its season is closed (`unsealed`). */
export function seasonWorld(id: string, index: number, play: number): SeasonWorld {
  return { id, index, ...(play > 0 && { sealed: true }) };
}

/** The record without the seal once the season's key is public. */
export function unsealed(record: MatchRecord, closed: ReadonlySet<string>): MatchRecord {
  const { season } = record;
  return season?.sealed && closed.has(season.id) ? { ...record, season: { id: season.id, index: season.index } } : record;
}
