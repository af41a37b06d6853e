/** The words a match is described with, in the database and on the wire. Imports nothing. */

export const MATCH_STATUSES = ['lobby', 'running', 'paused', 'finished', 'aborted', 'failed'] as const;
/** lobby: the world is made and its seats are being taken; nobody runs it before the host starts it. */
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export const VISIBILITIES = ['open', 'public'] as const;
/** open: everything is shown while it runs. public: private things and the seed stay private until the end. */
export type Visibility = (typeof VISIBILITIES)[number];

/** A seat that a policy of the house has from the start. */
export interface ScriptSeat {
  seat: string;
  kind: 'script';
  policy: string;
  /** Somebody sat here before who had not agreed that the moves may be exported. */
  withheld?: boolean | undefined;
}

/** Waits for somebody, in a lobby only: at the start a house policy takes it. */
export interface OpenSeat {
  seat: string;
  kind: 'open';
}

/** A seat that somebody has claimed, at a screen or by a program. */
export interface HeldSeat {
  seat: string;
  kind: 'person' | 'program';
  name: string;
  ready: boolean;
  /** Connected to the seat's own stream at the moment. */
  here: boolean;
  /** The stand-in that plays now (handed over, or put there by the host); null: the holder plays. */
  policy: string | null;
  /** The person of the registry that this is (`ann@1`); left out: whoever came, under a name they gave. */
  agent?: string | undefined;
  /** Whoever sat down was asked, and agreed that their moves may be exported, without their name. */
  shares?: boolean | undefined;
}

/** Who plays a seat. */
export type SeatCard = ScriptSeat | OpenSeat | HeldSeat;

/** A seat that a model or a program of the registry has from the start, as cards show it: it is kept as a `ScriptSeat`. */
export interface AgentSeat extends Omit<ScriptSeat, 'kind'> {
  kind: 'agent';
}

/** Who plays a seat, as cards say it. */
export type ShownSeat = SeatCard | AgentSeat;

/** The policy that plays the seat now; null: a holder is waited for. */
export function playedBy(card: ShownSeat): string | null {
  return card.kind === 'open' ? null : card.policy;
}

/** What a match is called: `Anna, Ben vs 3 bots`. People and programs by name, then agents; scripted policies are counted where anybody else plays. */
export function matchTitle(seats: readonly ShownSeat[]): string {
  const named = seats.flatMap((card) => ('name' in card ? [card.name] : []));
  const agents = counted(seats.flatMap((card) => (card.kind === 'agent' ? [card.policy] : [])));
  const scripts = seats.flatMap((card) => (card.kind === 'script' ? [card.policy] : []));
  const free = seats.filter(({ kind }) => kind === 'open').length;
  if (named.length + agents.length + free === 0) return counted(scripts).join(' vs ');
  const others = [...agents, ...many(scripts.length, 'bot'), ...many(free, 'open seat')].join(', ');
  if (named.length === 0) return others;
  return others === '' ? named.join(' vs ') : `${named.join(', ')} vs ${others}`;
}

function many(count: number, thing: string): string[] {
  return count === 0 ? [] : [`${count} ${thing}${count === 1 ? '' : 's'}`];
}

/** Each once, in their order; who has several seats is counted: `planner ×6`. */
function counted(players: readonly string[]): string[] {
  return [...new Set(players)].map((player) => {
    const count = players.filter((one) => one === player).length;
    return count === 1 ? player : `${player} ×${count}`;
  });
}

/** What a table of results calls a holder: without the name. */
export function playerKind(kind: HeldSeat['kind']): string {
  return kind === 'program' ? 'programs' : 'people';
}

/** Everybody who sat at these seats has agreed that their moves may be exported. */
export function haveAgreed(seats: readonly SeatCard[]): boolean {
  return seats.every((card) => (card.kind === 'script' ? card.withheld !== true : card.kind === 'open' || card.shares === true));
}

/** Somebody sits there, or may yet. */
export function isForPeople(card: ShownSeat): boolean {
  return card.kind !== 'script' && card.kind !== 'agent';
}

/** As a delay: watchers see nothing of the match before it may be shown whole. No match has so many turns. */
export const WHOLE_MATCH = 1_000_000;

export const TABLE_ROLES = ['host', 'seat', 'judge', 'guest'] as const;
/** What a token lets its bearer do at one table. A guest may look on and take a free seat: what a stranger may do at a public table. */
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
/** What was done at a table besides playing. */
export type NoteKind = (typeof NOTE_KINDS)[number];
