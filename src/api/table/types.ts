/** What the endpoints of a table answer: who sits where, who the caller is there, what was done. */
import type { GuardWarning } from '~/contract/guard';
import type { MatchCard } from '~/live/protocol';
import type { HostAct } from '~/match/table/table-log';
import type { NoteKind, TableRole } from '~/store/match-types';

export type { HostAct };

/** Who the caller is at a table, by the cookies or the token shown. */
export interface Me {
  host: boolean;
  judge: boolean;
  /** The seats that this caller holds. */
  seats: string[];
}

export interface TableAnswer {
  card: MatchCard;
  me: Me;
  /** The server's clock, ISO: deadlines are counted from it, not from the clock of a screen. */
  now: string;
}

/** A seat taken. Programs get the token here; browsers get it as a cookie that no script can read, and null here. */
export interface Claimed {
  seat: string;
  token: string | null;
}

export interface Observed {
  /** As the game's `observe` gives it: what this seat may know, in wire format. */
  observation: unknown;
  /** The turn that is being played, counted over all rounds: what `seat.submit` wants to hear. */
  turn: number;
  round: number;
  /** ISO; null while no clock runs. */
  deadline: string | null;
  /** This turn's move is in, or waits to be taken. */
  handedIn: boolean;
  /** The server's clock, ISO. */
  now: string;
  /** null for reward `classic`: what a ruleset pays by itself stands on the match's card. */
  reward: SeatReward | null;
  /** What the host did to the match so far, oldest first: it was paused, a turn was extended or closed early. */
  hostActs: HostAct[];
}

/** The dense reward of one's own seat (`reward: potential`), in the market's money. */
export interface SeatReward {
  /** Each round that has closed, from its turns to the next round's start. */
  rounds: { round_index: number; reward: number; breakdown: Record<string, number> }[];
  /** Over a whole match: profit less what standing alone would have brought. */
  cumulative: number;
  /** What `cumulative` is to be divided by for the gain; null until the match is finished, for it tells of what others have. */
  scale: number | null;
}

/** What the match's guards would change of a move. Handed in, it is played as it is all the same. */
export interface Checked {
  warnings: GuardWarning[];
}

/** The answer to a turn that was handed in. The same key again gets the same receipt. */
export interface TurnReceipt {
  ok: boolean;
  code: string;
  message: string;
  /** The turn for which it was taken, or that is being played. */
  turn: number;
  /** The same number under its older name, from when every turn was a round. */
  round_index: number;
}

/** A code that opens a seat, or the host's console, on another device; once, within ten minutes. */
export interface OneTimeLink {
  code: string;
  /** `/sit/<code>` */
  path: string;
  expiresAt: string;
}

/** The link to a private table: for as many as the host sends it to, until the table is gone. */
export interface TableInvitation {
  /** `/join/<token>` */
  path: string;
}

/** What a redeemed code opened. The cookie is set with the answer. */
export interface Redeemed {
  id: string;
  role: TableRole;
  seat: string | null;
  /** For programs that ask for it, else null. */
  token: string | null;
}

/** A line of the table's log: joined, ready, handed over, removed, extended ... Never a token. */
export interface NoteCard {
  /** ISO. */
  at: string;
  round: number;
  turn: number;
  kind: NoteKind;
  by: 'host' | 'seat' | 'house';
  seat: string | null;
  /** The name of whoever sits or sat there. */
  name: string | null;
  detail: string | null;
}
