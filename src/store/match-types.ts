/** Terms for matches, in the database and on the wire. */
import { policyWords } from '~/contract/player';

export const MATCH_STATUSES = ['lobby', 'running', 'paused', 'finished', 'aborted', 'failed'] as const;
/** lobby: the world exists and seats can be claimed; the match runs when the host starts it. */
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export const VISIBILITIES = ['open', 'public'] as const;
/** open: everything is visible while it runs. public: private data and the seed stay hidden until the end. */
export type Visibility = (typeof VISIBILITIES)[number];

/** A seat played by a policy from the start. */
export interface ScriptSeat {
  seat: string;
  kind: 'script';
  policy: string;
  /** A previous holder had not agreed that the moves may be exported. */
  withheld?: boolean | undefined;
}

/** Can be claimed in the lobby. At the start, a built-in policy takes it. */
export interface OpenSeat {
  seat: string;
  kind: 'open';
}

/** A seat claimed by a person or a program. */
export interface HeldSeat {
  seat: string;
  kind: 'person' | 'program';
  name: string;
  ready: boolean;
  /** Currently connected to the seat's own stream. */
  here: boolean;
  /** The stand-in that plays now (handed over, or chosen by the host); null: the holder plays. */
  policy: string | null;
  /** The registered person (`ann@1`). Absent: a guest under a name of their choice. */
  agent?: string | undefined;
  /** The holder agreed that their moves may be exported without their name. */
  shares?: boolean | undefined;
}

/** The player of a seat. */
export type SeatCard = ScriptSeat | OpenSeat | HeldSeat;

/** A seat played by a registered model or program from the start, as cards show it. Stored as a `ScriptSeat`. */
export interface AgentSeat extends Omit<ScriptSeat, 'kind'> {
  kind: 'agent';
}

/** The player of a seat, as cards show it. */
export type ShownSeat = SeatCard | AgentSeat;

/** The policy that plays the seat now; null: its holder plays. */
export function playedBy(card: ShownSeat): string | null {
  return card.kind === 'open' ? null : card.policy;
}

/**
 * The title of a match: `Anna, Ben vs 3 bots`. People and programs by name, then agents; scripted policies are only counted if there are
 * others.
 */
export function matchTitle(seats: readonly ShownSeat[]): string {
  const named = seats.flatMap((card) => ('name' in card ? [card.name] : []));
  const agents = counted(seats.flatMap((card) => (card.kind === 'agent' ? [card.policy] : [])));
  const scripts = seats.flatMap((card) => (card.kind === 'script' ? [policyWords(card.policy)] : []));
  const free = seats.filter(({ kind }) => kind === 'open').length;
  if (named.length + agents.length + free === 0) return counted(scripts).join(' vs ');
  const others = [...agents, ...many(scripts.length, 'bot'), ...many(free, 'open seat')].join(', ');
  if (named.length === 0) return others;
  return others === '' ? named.join(' vs ') : `${named.join(', ')} vs ${others}`;
}

function many(count: number, thing: string): string[] {
  return count === 0 ? [] : [`${count} ${thing}${count === 1 ? '' : 's'}`];
}

/** Each name once, in order, with a count for several seats: `Planner ×6`. */
function counted(players: readonly string[]): string[] {
  return [...new Set(players)].map((player) => {
    const count = players.filter((one) => one === player).length;
    return count === 1 ? player : `${player} ×${count}`;
  });
}

/** A holder's anonymous name in result tables. */
export function playerKind(kind: HeldSeat['kind']): string {
  return kind === 'program' ? 'programs' : 'people';
}

/** Whether everyone who sat at these seats agreed that their moves may be exported. */
export function haveAgreed(seats: readonly SeatCard[]): boolean {
  return seats.every((card) => (card.kind === 'script' ? card.withheld !== true : card.kind === 'open' || card.shares === true));
}

/** Whether a person or program sits there or can claim it. */
export function isForPeople(card: ShownSeat): boolean {
  return card.kind !== 'script' && card.kind !== 'agent';
}

/** As a delay: watchers see nothing until the whole match may be shown. No match has this many turns. */
export const WHOLE_MATCH = 1_000_000;

export const TABLE_ROLES = ['host', 'seat', 'judge', 'guest'] as const;
/** What a token permits at one table. A guest may watch and claim a free seat, as anyone may at a public table. */
export type TableRole = (typeof TABLE_ROLES)[number];

export const NOTE_KINDS = [
  'opened',
  'joined',
  'kept',
  'left',
  'ready',
  'not_ready',
  'started',
  'handed_over',
  'taken_back',
  'removed',
  'replaced',
  'extended',
  'shock',
  'paused',
  'resumed',
  'stepped',
  'aborted',
  'linked',
  'invited',
  'forked',
] as const;
/** Events at a table that are not moves. */
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Matches of a player are counted up to here: to count all of a million takes seconds. */
export const MOST_COUNTED = 10_000;

/** What was counted up to there, for people. */
export function countedMatches(count: number): string {
  return count < MOST_COUNTED ? count.toLocaleString('en-US') : `${MOST_COUNTED.toLocaleString('en-US')} or more`;
}
