import type { NoteCard } from '~/api/table/types';
import { policyWords } from '~/contract/player';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { WHOLE_MATCH } from '~/store/match-types';
import { clockLabel } from '../new-table/table-draft';

/** The holder's label in a list of seats. */
export function sitterLabel(seat: SeatCard): string {
  switch (seat.kind) {
    case 'open':
      return 'nobody yet';
    case 'script':
    case 'agent':
      return policyWords(seat.policy);
    case 'person':
    case 'program':
      return seat.policy === null ? seat.name : `${policyWords(seat.policy)} plays for ${seat.name}`;
  }
}

/** The match's state, for a seat's holder. */
export function mySeatLabel(status: MatchCard['status'], ready: boolean): string {
  if (status === 'lobby')
    return ready
      ? 'You are ready. When the match starts, you will be taken to your seat.'
      : 'Say when you are ready. The host starts the match; in a tournament it starts when everybody is ready.';
  if (status === 'running') return 'The match has started.';
  return status === 'paused' ? 'The match is paused.' : 'The match is over.';
}

/** What it means to reserve a seat, and which link opens it. */
export function keepLabel({ isPrivate }: Pick<MatchCard, 'isPrivate'>): string {
  const table = isPrivate ? 'The invitation link' : 'This page’s address';
  return `Only this registered person can take the seat. ${table} does not open it. After you keep it, make their link with “Link for …” under “People and programs”.`;
}

/** For guests at a private table: who can invite others. */
export const PRIVATE_GUEST_LABELS =
  'This table is private. Only the host can invite others, with a link that works any number of times. The address of this page works only for people who have already joined and for the operator (without an operator’s token, that is everybody on the server’s machine).';

/** A sentence about what the host is about to start. */
export function startLabel(seats: readonly SeatCard[]): string {
  const open = seats.filter((seat) => seat.kind === 'open').length;
  const unready = seats.filter((seat) => (seat.kind === 'person' || seat.kind === 'program') && !seat.ready);
  const parts = [
    ...(unready.length === 0 ? [] : [`${unready.map(sitterLabel).join(', ')} ${unready.length === 1 ? 'is' : 'are'} not ready`]),
    ...(open === 0 ? [] : [open === 1 ? 'the free seat goes to a house bot' : `${open} free seats go to house bots`]),
  ];
  if (parts.length === 0) return 'Everybody is ready.';
  const [first = '', ...rest] = parts;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.map((part) => `; ${part}`).join('')}.`;
}

function delayLabel({ delayTurns }: MatchCard): string {
  if (delayTurns === 0) return 'watchers see it live';
  if (delayTurns >= WHOLE_MATCH) return 'watchers see it when it is over';
  return `watchers see it ${delayTurns} ${delayTurns === 1 ? 'round' : 'rounds'} late`;
}

function countLabel(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The table's settings, in one line. */
export function settingsLabel(card: MatchCard): string[] {
  return [
    countLabel(card.seats.length, 'seat'),
    countLabel(card.rounds, 'round'),
    ...(card.clock ? [`${clockLabel(card.clock.seconds)} per turn`] : []),
    card.judgeMode === 'off' ? 'no judge' : `judge: ${card.judgeMode}`,
    delayLabel(card),
    card.rated ? 'rated' : 'not rated',
    ...(card.isPrivate ? ['private'] : []),
  ];
}

const HOST = 'The host';

const DEEDS: Record<NoteCard['kind'], (who: string, detail: string | null) => string> = {
  opened: () => 'The table was created.',
  joined: (who) => `${who} sat down.`,
  kept: (who) => `The seat is kept for ${who}.`,
  left: (who) => `${who} left.`,
  ready: (who) => `${who} is ready.`,
  not_ready: (who) => `${who} is not ready.`,
  started: () => 'The match was started.',
  handed_over: (who, detail) => `${who} handed the seat to ${detail ?? 'a policy'}.`,
  taken_back: (who) => `${who} took the seat back.`,
  removed: (who) => `${who} was removed.`,
  replaced: (who, detail) => `${detail ?? 'A policy'} plays for ${who}.`,
  extended: (_, detail) => `The clock was extended${detail ? ` by ${detail}` : ''}.`,
  shock: (_, detail) => `A shock was fired: ${(detail ?? 'unknown').replaceAll('_', ' ')}.`,
  paused: () => 'The match was paused.',
  resumed: () => 'The match was resumed.',
  stepped: () => 'One step was played.',
  aborted: () => 'The match was aborted.',
  invited: () => 'An invitation link was made.',
  linked: (who, detail) =>
    detail === 'judge' ? 'A link for a judge was made.' : `A link to another device was made for ${who === HOST ? 'the host' : who}.`,
  forked: () => 'The match was forked.',
};

/** A line of the table's log. */
export function noteLabel(note: NoteCard, nameOf: (labId: string) => string): string {
  const lab = note.seat === null ? null : nameOf(note.seat);
  const who = note.name === null ? (lab ?? HOST) : lab === null ? note.name : `${note.name} (${lab})`;
  return DEEDS[note.kind](who, note.detail);
}
