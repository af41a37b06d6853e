import type { LobbyMessage } from '~/live/protocol';
import { isLive } from './card-labels';

/** The lobby's matches: newest first, each once. */
export type LobbyList = readonly LobbyMessage[];

/** Adds a message: a known match is replaced in place, a new one is inserted by age. */
export function hearLobby(list: LobbyList, message: LobbyMessage): LobbyList {
  const at = list.findIndex((entry) => entry.card.id === message.card.id);
  if (at < 0) return [...list, message].sort(newestFirst);
  if (isOlder(message, list[at])) return list;
  return list.map((entry, index) => (index === at ? message : entry));
}

/** After reconnecting, every match in progress is sent again, so one that was not sent (id not in `told`) has ended. */
export function dropEnded(list: LobbyList, told: ReadonlySet<string>): LobbyList {
  return list.filter(({ card }) => !isLive(card) || told.has(card.id));
}

/** Those still in progress. */
export function liveOnes(list: LobbyList): LobbyList {
  return list.filter(({ card }) => card.status === 'running' || card.status === 'paused');
}

/**
 * What the board shows: all matches in progress, and ended ones to fill its rows. A board that has shown two matches keeps two rows, so
 * that the end of one moves nothing below.
 */
export function boardOf(list: LobbyList, places: number): LobbyList {
  const live = liveOnes(list);
  const ended = list.filter((entry) => !live.includes(entry)).slice(0, Math.max(0, places - live.length));
  return list.filter((entry) => live.includes(entry) || ended.includes(entry));
}

/** Messages may arrive out of order after a reconnect; a match never goes back. */
function isOlder(message: LobbyMessage, known: LobbyMessage | undefined): boolean {
  return known !== undefined && message.card.head < known.card.head;
}

function newestFirst(a: LobbyMessage, b: LobbyMessage): number {
  return b.card.createdAt.localeCompare(a.card.createdAt) || a.card.id.localeCompare(b.card.id);
}
