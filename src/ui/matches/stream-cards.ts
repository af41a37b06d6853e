import type { MatchCard } from '~/live/protocol';
import { playedBy } from '~/store/match-words';
import type { LobbyList } from '~/ui/home/lobby-list';
import { isLive } from './card-words';
import type { Filters } from './filters';

/** A fetched list with what the stream has told since: each match in its newest state, in its old place. */
export function freshen(cards: readonly MatchCard[], lobby: LobbyList): MatchCard[] {
  const told = new Map(lobby.map(({ card }) => [card.id, card]));
  return cards.map((card) => {
    const newer = told.get(card.id);
    return newer && newer.head >= card.head ? newer : card;
  });
}

/** True when a match of the list went on when it was fetched, but the stream knows nothing of it: it ended before the screen listened. */
export function missedAnEnd(cards: readonly MatchCard[], lobby: LobbyList): boolean {
  return cards.some((card) => isLive(card) && !lobby.some((told) => told.card.id === card.id));
}

/** How many matches have begun since the list was fetched and belong into it. */
export function begunSince(cards: readonly MatchCard[], lobby: LobbyList, filters: Filters): number {
  const newest = cards[0]?.createdAt ?? '';
  return lobby.filter(({ card }) => card.createdAt > newest && !cards.some(({ id }) => id === card.id) && fits(card, filters)).length;
}

function fits(card: MatchCard, { status, task, policy }: Filters): boolean {
  return (
    (status === null || card.status === status) &&
    (task === null || card.task === task) &&
    (policy === null || card.seats.some((seat) => playedBy(seat) === policy))
  );
}
