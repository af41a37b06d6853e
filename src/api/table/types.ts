/** Results of the table procedures: seats, the caller's role, the log. */
import type { GuardWarning } from '~/contract/guard';
import type { MatchCard } from '~/live/protocol';
import type { HostAct } from '~/match/table/table-log';
import type { NoteKind, TableRole } from '~/store/match-types';

export type { HostAct };

/** The caller's role at a table, from cookies or token. */
export interface Me {
  host: boolean;
  judge: boolean;
  /** The seats that this caller holds. */
  seats: string[];
}

export interface TableAnswer {
  card: MatchCard;
  me: Me;
  /** The server's clock, ISO. Deadlines must be compared with it, not with the screen's clock. */
  now: string;
}

/** A claimed seat. Programs get the token here; browsers get it in a cookie that scripts cannot read, and null here. */
export interface Claimed {
  seat: string;
  token: string | null;
}

export interface Observed {
  /** From the game's `observe`: what this seat may know, in wire format. */
  observation: unknown;
  /** The current turn, counted over all rounds; pass it to `seat.submit`. */
  turn: number;
  round: number;
  /** ISO; null while no clock runs. */
  deadline: string | null;
  /** This turn's move has been submitted or accepted. */
  handedIn: boolean;
  /** The server's clock, ISO. */
  now: string;
  /** null for reward `classic`, which is on the match's card. */
  reward: SeatReward | null;
  /** The host's actions so far, oldest first: pauses, and turns extended or closed early. */
  hostActs: HostAct[];
}

/** The dense reward of the caller's seat (`reward: potential`), in money. */
export interface SeatReward {
  /** Each closed round, from its turns to the start of the next round. */
  rounds: { round_index: number; reward: number; breakdown: Record<string, number> }[];
  /** Over a whole match: profit minus what the seat would have made alone. */
  cumulative: number;
  /** Divide `cumulative` by this for the gain. null until the match is over, because it reveals what others have. */
  scale: number | null;
}

/** What the match's guards would change in a move. If submitted anyway, it is played unchanged. */
export interface Checked {
  warnings: GuardWarning[];
}

/** The response to a submitted turn. The same key gets the same receipt. */
export interface TurnReceipt {
  ok: boolean;
  code: string;
  message: string;
  /** The turn that accepted it, or the current turn. */
  turn: number;
  /** The same number under its older name, from when every turn was a round. */
  round_index: number;
}

/** A code that opens a seat or the host's console on another device, once within ten minutes. */
export interface OneTimeLink {
  code: string;
  /** `/sit/<code>` */
  path: string;
  expiresAt: string;
}

/** The link to a private table, for any number of people, as long as the table exists. */
export interface TableInvitation {
  /** `/join/<token>` */
  path: string;
}

/** The seat or console that a redeemed code opened. The response sets the cookie. */
export interface Redeemed {
  id: string;
  role: TableRole;
  seat: string | null;
  /** For programs that request it, otherwise null. */
  token: string | null;
}

/** An entry of the table's log: joined, ready, handed over, removed, extended … Never contains a token. */
export interface NoteCard {
  /** ISO. */
  at: string;
  round: number;
  turn: number;
  kind: NoteKind;
  by: 'host' | 'seat' | 'house';
  seat: string | null;
  /** Name of the seat's current or former holder. */
  name: string | null;
  detail: string | null;
}
