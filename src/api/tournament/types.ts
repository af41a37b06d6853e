/** What the endpoints of tournaments answer. Nothing here tells a season's key or the seed of a world. */
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
  /** What this Mandi played by itself when it was new: it is called so wherever its figures stand. */
  isDemo: boolean;
  status: TournamentStatus;
  /** The game's key. */
  ruleset: GameKey;
  /** Of its rules. */
  version: number;
  tasks: string[];
  range: WorldSource['range'];
  entrants: number;
  counts: FixtureCounts;
  fault: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Who stands first at the moment, and how sure that is. */
export interface Leader {
  entrant: string;
  score: Figure | null;
  /** How many share the first rank. */
  shared: number;
}

export interface SeasonNote {
  id: string;
  keyHash: string;
  /** null until the season is closed. */
  key: string | null;
}

/** How far it is, and what is still to come at the pace and the price so far. */
export interface Progress {
  counts: FixtureCounts;
  /** Of those that are being played, such as wait for people: no worker plays them. */
  withPeople: number;
  /** Scheduled so far. */
  total: number;
  /** Matches of stages that are still to be drawn. */
  toCome: number;
  /** There may be more of them: see `PlanPreview`. */
  mayBeMore: boolean;
  /** Matches of later stages that a cancelled tournament never drew. */
  neverDrawn: number;
  /** Matches a second over the last ones that ended; null before there are two. */
  rate: number | null;
  /** Until all is played that does not wait for people; null where it cannot be said. */
  secondsLeft: number | null;
  /** Spent by models so far, in dollars and tokens. */
  cost: number;
  tokens: number;
  /** What the rest costs at the mean of what was played; null before anything was. */
  costLeft: number | null;
  tokensLeft: number | null;
}

export interface TournamentSheet {
  card: TournamentCard;
  plan: TournamentPlan;
  entrants: Entrant[];
  /** Stages that have been scheduled. */
  stages: number;
  standings: Standings;
  /** When they were computed: while matches end they may be some seconds old, and `standings.counts` says of which matches they are. */
  standingsAt: string;
  progress: Progress;
  season: SeasonNote | null;
  /** Version of Mandi that made it, with the digest of its sources. */
  code: string;
  /** Who must come so that it goes on, in a sentence; null: nobody is missing. */
  missing: string | null;
  /** The file that makes it again, as `mandi tournament run` takes it. */
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
  /** Of its match, or of its series. */
  matchId: string;
  isSeries: boolean;
  status: FixtureStatus;
  /** Of one that was cancelled in play: what became of its match; null: there is none, or the status says it. */
  matchStatus: MatchStatus | null;
  attempts: number;
  fault: string | null;
  /** Its world belongs to a season that is not closed: scores come when it is. */
  sealed: boolean;
  /** By seat; null until it is done, and while it is sealed. */
  scores: Record<string, number | null> | null;
  /** By seat, of those whose turns were counted: models and programs. */
  origins: Record<string, TurnOrigins>;
  efficiency: number | null;
  unrated: boolean;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface FixturePage {
  items: FixtureCard[];
  /** Order of the last, to go on from; null: these are all. */
  next: number | null;
}

/** Who met whom in a stage, with their mean scores in the same worlds and seatings. */
export interface MeetingCard {
  stage: number;
  /** null: the season is open, and the meeting's scores are told later. */
  sides: { entrant: string; score: number | null }[];
  /** All its matches are over. */
  ended: boolean;
  /** Ahead when it ended; equals stand as they were drawn. null: it goes on, or is told later as its scores are. */
  winner: string | null;
}

/** One thing that is wrong with a plan; `path` names its field (`entrants.2.agent`), null: the whole. */
export interface PlanFault {
  path: string | null;
  why: string;
}

/** What a plan would come to. */
export type PlanPreview =
  | { ok: false; faults: PlanFault[] }
  | {
      ok: true;
      plan: TournamentPlan;
      matches: number;
      /** Entrants of one owner may meet, and play apart then: there may be more matches, as the results have it. */
      mayBeMore: boolean;
      stages: number;
      /** A league without an end: these are the matches of one day. */
      endless: boolean;
      /** At the pace of the newest tournament like it; null: none was played here yet. */
      seconds: number | null;
      file: string;
    };

/** The tournament that a match belongs to. */
export interface MatchOfTournament {
  tournamentId: string;
  name: string;
  order: number;
  total: number;
  status: FixtureStatus;
  /** It has begun: there is something to see. */
  hasBegun: boolean;
  /** Others play its world still, so what is private of it stays so until the tournament is over. */
  sealed: boolean;
}

/** An entrant of the leaderboard: one pinned version on one task of a ruleset. */
export interface LeaderboardEntry {
  /** Equal scores share it; null: see `unranked`. */
  rank: number | null;
  /** Why it has no rank and no rating; null: it has. */
  unranked: WhyUnranked | null;
  entrant: string;
  kind: Entrant['kind'];
  player: string | null;
  pin: EntrantPin | null;
  /** Of the pin: the same player has the same. */
  pinHash: string;
  score: Figure;
  elo: { elo: number; interval: [number, number] | null } | null;
  matches: number;
  /** Whose turns they were, over those matches in which this was counted; null: in none, or it is a script or a person. */
  origins: TurnOrigins | null;
  /** Where its matches are. */
  tournaments: { id: string; name: string; matches: number }[];
  /** What ranks it since method 2. */
  rating?: Rating;
}

/** A board: rated matches that can be compared. */
export interface BoardCard {
  /** The game's key. */
  ruleset: GameKey;
  /** Of its rules. */
  version: number;
  task: string;
  /** What the matches have in common, in words: `2 at a table; labs 8`. */
  setting: string;
}

export interface LeaderboardTable extends BoardCard {
  entries: LeaderboardEntry[];
  matches: number;
  /** Tournaments on it whose season is open: while there are any, its figures have two digits (docs/decisions/rated-play.md). */
  openSeasons: number;
  /** 1: by mean score. Since 2: by the lower bound of the lead (docs/statistics.md). */
  method: Method;
}

/** One match behind a leaderboard's entry. */
export interface EvidenceMatch {
  tournamentId: string;
  tournament: string;
  order: number;
  matchId: string;
  seat: string;
  /** The policy or agent in the seat, with its version. */
  player: string;
  /** null too while the season of its world is not closed. */
  score: number | null;
  /** Of a model or a program, where this was counted. */
  origins: TurnOrigins | null;
  finishedAt: string | null;
}
