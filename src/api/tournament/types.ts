/** Results of the tournament procedures. They never include a season's key or the seed of a world. */
import type { GameKey } from '~/contract/game-ref';
import type { WhyUnranked } from '~/lib/play/whose-play';
import type { MatchStatus } from '~/store/match-types';
import type {
  Entrant,
  EntrantPin,
  Figure,
  FixtureCounts,
  FixtureSeat,
  FixtureStatus,
  Method,
  Standings,
  TournamentFormat,
  TournamentKind,
  TournamentPlan,
  TournamentStatus,
  TurnOrigins,
  WorldSource,
} from '~/store/tournaments/tournament';
import type { Rating } from '~/tournament/rank/rated-board';

/** A tournament in a list. */
export interface TournamentCard {
  id: string;
  name: string;
  format: TournamentFormat;
  kind: TournamentKind;
  /** Played by this Mandi itself when it was new; marked as such wherever its figures appear. */
  isDemo: boolean;
  status: TournamentStatus;
  /** The game's key. */
  ruleset: GameKey;
  /** Version of the rules. */
  version: number;
  tasks: string[];
  range: WorldSource['range'];
  entrants: number;
  counts: FixtureCounts;
  fault: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** The current leader, with its uncertainty. */
export interface Leader {
  entrant: string;
  score: Figure | null;
  /** Number of entrants that share the first rank. */
  shared: number;
}

export interface SeasonNote {
  id: string;
  keyHash: string;
  /** null until the season is closed. */
  key: string | null;
}

/** Progress, and an estimate of the rest from pace and cost so far. */
export interface Progress {
  counts: FixtureCounts;
  /** Matches in progress that wait for people and are played by no worker. */
  withPeople: number;
  /** Scheduled so far. */
  total: number;
  /** Matches of stages that are not drawn yet. */
  toCome: number;
  /** There may be more; see `PlanPreview`. */
  mayBeMore: boolean;
  /** Matches of later stages that a cancelled tournament never drew. */
  neverDrawn: number;
  /** Recent matches per second; null before there are two. */
  rate: number | null;
  /** Until everything that does not wait for people is played; null if unknown. */
  secondsLeft: number | null;
  /** Spent by models so far, in dollars and tokens. */
  cost: number;
  tokens: number;
  /** Estimate for the rest at the mean cost so far; null before anything was played. */
  costLeft: number | null;
  tokensLeft: number | null;
}

export interface TournamentSheet {
  card: TournamentCard;
  plan: TournamentPlan;
  entrants: Entrant[];
  /** Number of scheduled stages. */
  stages: number;
  standings: Standings;
  /** When they were computed. They may be seconds old while matches end; `standings.counts` says which matches they include. */
  standingsAt: string;
  progress: Progress;
  season: SeasonNote | null;
  /** The version of Mandi that created it, with the digest of its sources. */
  code: string;
  /** A sentence on who must join so that it can continue; null if nobody is missing. */
  missing: string | null;
  /** A file for `mandi tournament run` that creates it again. */
  file: string;
}

/** A match of the schedule. */
export interface FixtureCard {
  order: number;
  stage: number;
  task: string;
  world: number;
  rotation: number;
  meeting: string;
  seats: FixtureSeat[];
  /** The id of its match or series. */
  matchId: string;
  isSeries: boolean;
  status: FixtureStatus;
  /** For a match in progress at cancellation: its status; null if there is none or the fixture's status says it. */
  matchStatus: MatchStatus | null;
  attempts: number;
  fault: string | null;
  /** Its world belongs to an open season; scores are shown when it closes. */
  sealed: boolean;
  /** By seat; null until it is done and while it is sealed. */
  scores: Record<string, number | null> | null;
  /** By seat, for models and programs. */
  origins: Record<string, TurnOrigins>;
  efficiency: number | null;
  unrated: boolean;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface FixturePage {
  items: FixtureCard[];
  /** Order of the last fixture, to continue from; null if there are no more. */
  next: number | null;
}

/** A meeting in a stage, with mean scores in the same worlds and seatings. */
export interface MeetingCard {
  stage: number;
  /** null if the season is open and the scores are shown later. */
  sides: { entrant: string; score: number | null }[];
  /** All its matches are over. */
  ended: boolean;
  /** The winner; ties go to the order of the draw. null if it is in progress or its scores are not shown yet. */
  winner: string | null;
}

/** An error in a plan. `path`: its field (`entrants.2.agent`); null: the whole plan. */
export interface PlanFault {
  path: string | null;
  why: string;
}

/** What a plan leads to. */
export type PlanPreview =
  | { ok: false; faults: PlanFault[] }
  | {
      ok: true;
      plan: TournamentPlan;
      matches: number;
      /** Entrants of one owner may meet and then play separately, so there may be more matches, depending on results. */
      mayBeMore: boolean;
      stages: number;
      /** A league without an end; the number is for one day. */
      endless: boolean;
      /** Estimated from the newest similar tournament; null if there is none. */
      seconds: number | null;
      file: string;
    };

/** The tournament of a match. */
export interface MatchOfTournament {
  tournamentId: string;
  name: string;
  order: number;
  total: number;
  status: FixtureStatus;
  /** The match has begun, so it can be watched. */
  hasBegun: boolean;
  /** Others still play its world, so its private data stays hidden until the tournament is over. */
  sealed: boolean;
}

/** A leaderboard entry: one pinned version on one task of a ruleset. */
export interface LeaderboardEntry {
  /** Equal scores share a rank; null: see `unranked`. */
  rank: number | null;
  /** Why it has no rank and no rating; null if it has both. */
  unranked: WhyUnranked | null;
  entrant: string;
  kind: Entrant['kind'];
  player: string | null;
  pin: EntrantPin | null;
  /** Hash of the pin; the same for the same player. */
  pinHash: string;
  score: Figure;
  elo: { elo: number; interval: [number, number] | null } | null;
  matches: number;
  /** Origins of its turns, over matches in which they were counted; null if none were, or for scripts and people. */
  origins: TurnOrigins | null;
  /** The tournaments with its matches. */
  tournaments: { id: string; name: string; matches: number }[];
  /** Determines the rank since method 2. */
  rating?: Rating;
}

/** A board: comparable rated matches. */
export interface BoardCard {
  /** The game's key. */
  ruleset: GameKey;
  /** Version of the rules. */
  version: number;
  task: string;
  /** What the matches have in common, in words: `2 at a table; labs 8`. */
  setting: string;
}

export interface LeaderboardTable extends BoardCard {
  entries: LeaderboardEntry[];
  matches: number;
  /** Number of its tournaments with an open season. While there are any, figures have two digits (docs/decisions/rated-play.md). */
  openSeasons: number;
  /** 1: ranks by mean score. From 2 on: by the lower bound of the lead (docs/statistics.md). */
  method: Method;
}

/** A match behind a leaderboard entry. */
export interface EvidenceMatch {
  tournamentId: string;
  tournament: string;
  order: number;
  matchId: string;
  seat: string;
  /** The policy or agent in the seat, with its version. */
  player: string;
  /** Also null while the season of its world is open. */
  score: number | null;
  /** For models and programs, if counted. */
  origins: TurnOrigins | null;
  finishedAt: string | null;
}
