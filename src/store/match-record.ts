import type { GameKey } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import type { MatchStatus, SeatCard, Visibility } from './match-types';

/** A match as it is stored. Nothing here may be sent out as it is: see `match/match-card.ts`. */
export interface MatchRecord {
  id: string;
  game: GameKey;
  /** Of the game's rules: that with which it was started. */
  version: number;
  task: string;
  seed: number;
  judgeMode: string;
  /** The parsed configuration that `Game.open` was given. */
  config: unknown;
  seats: SeatCard[];
  visibility: Visibility;
  /** Seconds a round. */
  pace: number;
  status: MatchStatus;
  /** Sequence number of the newest event; 0 before the opening. */
  head: number;
  round: number;
  /** The turn that is being played, counted over all rounds. */
  turn: number;
  rounds: number;
  scores: Record<string, number | null> | null;
  showcase: boolean;
  /** Made with open seats: there is a host's token. */
  hosted: boolean;
  /** In no list; only its host, its seats, its judges, whoever has its invitation and the operator may know of it, also when it is over. */
  isPrivate: boolean;
  /** For turns that wait for somebody; null: none of this match ever does. */
  clock: TurnClock | null;
  /** Watchers see the market so many turns late. */
  delayTurns: number;
  /** Whom its guards bind; null: what the game has for that. */
  guards: GuardMode | null;
  /** Its world is a season's, and no hand has touched it. */
  rated: boolean;
  /** Which world of which season; null: of none. */
  season: SeasonWorld | null;
  /** The match of which it is a branch, and the last event that both have. */
  origin: Origin | null;
  /** Of which series, and the how manyeth of it; absent: of none. */
  series?: SeriesPlace | null;
  /** The last turn that ended and the seats that handed in nothing for it; null: none has ended. */
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
  /** That a turn may take. */
  seconds: number;
  /** While a turn waits for somebody. */
  deadline: Date | null;
  /** Milliseconds that are left of it, while the match is paused. */
  remaining: number | null;
}

export interface SeasonWorld {
  id: string;
  index: number;
  /** In a tournament others play this world still: what is private of it stays so when the match is over. */
  sealed?: true;
}

export interface SeriesPlace {
  id: string;
  /** From 0. */
  place: number;
  /** The series goes on and tells nothing before its end: what is private of the match stays so when it is over. */
  sealed?: true;
}

/** It is over, and yet what is private of it stays so: others play its world still, or its series goes on. */
export function isSealed({ season, series }: Partial<Pick<MatchRecord, 'season' | 'series'>>): boolean {
  return season?.sealed === true || series?.sealed === true;
}

export interface Origin {
  matchId: string;
  seq: number;
  /** The move that is another here: the turn goes on from there. */
  replaced?: ReplacedInBranch;
}

export interface ReplacedInBranch {
  turn: number;
  seat: string;
  move: unknown;
  /** Who plays on for the people of the origin, by seat. */
  standIns: Record<string, string>;
}

type Moving = 'status' | 'head' | 'round' | 'turn' | 'scores' | 'missed' | 'fault' | 'createdAt' | 'finishedAt';
type TableFacts = 'hosted' | 'isPrivate' | 'clock' | 'delayTurns' | 'guards' | 'rated' | 'season' | 'origin' | 'series';

/** A match to be created; what concerns people and branches may be left out. */
export type NewMatch = Omit<MatchRecord, Moving | TableFacts> &
  Partial<Pick<MatchRecord, TableFacts | 'round' | 'turn' | 'scores'>> & {
    /** It begins as a lobby; else it is running. */
    lobby?: boolean;
    /** Which play of its season's world: 0 (the only one), but in a tournament, where each seating plays it. */
    seasonPlay?: number;
  };

const NO_TABLE = { hosted: false, isPrivate: false, clock: null, delayTurns: 0, guards: null, rated: false, season: null, origin: null };

/** A match as it stands when it has been stored. */
export function newRecord(match: NewMatch, head: number, createdAt: Date): MatchRecord {
  const { lobby, seasonPlay = 0, ...facts } = match;
  const season = match.season ? seasonWorld(match.season.id, match.season.index, seasonPlay) : null;
  const reached = { round: facts.round ?? 0, turn: facts.turn ?? 0, scores: facts.scores ?? null };
  const moving = { ...reached, missed: null, fault: null, createdAt, finishedAt: null };
  return { ...NO_TABLE, ...facts, season, ...moving, status: lobby ? 'lobby' : 'running', head };
}

/** A world that a tournament plays more than once is sealed, unless its season is known to be closed (`unsealed`). */
export function seasonWorld(id: string, index: number, play: number): SeasonWorld {
  return { id, index, ...(play > 0 && { sealed: true }) };
}

/** The same without the seal, once the season's key is told. */
export function unsealed(record: MatchRecord, closed: ReadonlySet<string>): MatchRecord {
  const { season } = record;
  return season?.sealed && closed.has(season.id) ? { ...record, season: { id: season.id, index: season.index } } : record;
}
