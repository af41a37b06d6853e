import type { LobbyMessage } from '~/live/protocol';
import { isLive } from './card-labels';

/** The lobby as a screen keeps it: newest first, each match once. */
export type LobbyList = readonly LobbyMessage[];

/** Takes one message in: a known match is replaced in its place, a new one goes to its place by age. */
export function hearLobby(list: LobbyList, message: LobbyMessage): LobbyList {
  const at = list.findIndex((entry) => entry.card.id === message.card.id);
  if (at < 0) return [...list, message].sort(newestFirst);
  if (isOlder(message, list[at])) return list;
  return list.map((entry, index) => (index === at ? message : entry));
}

/** Who enters again was away: a match that goes on is told anew, so one that was not (its id not in `told`) has ended meanwhile. */
export function dropEnded(list: LobbyList, told: ReadonlySet<string>): LobbyList {
  return list.filter(({ card }) => !isLive(card) || told.has(card.id));
}

/** Those that still go on. */
export function liveOnes(list: LobbyList): LobbyList {
  return list.filter(({ card }) => card.status === 'running' || card.status === 'paused');
}

/**
 * What the board shows: all that goes on, and as many that have ended as it takes to fill the places it has. A board that has shown
 * two matches keeps two places, so that the end of one moves nothing below it.
 */
export function boardOf(list: LobbyList, places: number): LobbyList {
  const live = liveOnes(list);
  const ended = list.filter((entry) => !live.includes(entry)).slice(0, Math.max(0, places - live.length));
  return list.filter((entry) => live.includes(entry) || ended.includes(entry));
}

/** Messages may overtake one another when a socket reconnects; a match never goes back. */
function isOlder(message: LobbyMessage, known: LobbyMessage | undefined): boolean {
  return known !== undefined && message.card.head < known.card.head;
}

function newestFirst(a: LobbyMessage, b: LobbyMessage): number {
  return b.card.createdAt.localeCompare(a.card.createdAt) || a.card.id.localeCompare(b.card.id);
}
