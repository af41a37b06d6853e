import type { MatchCard } from '~/live/protocol';
import { playedBy } from '~/store/match-words';
import type { LobbyList } from '~/ui/home/lobby-list';
import type { Filters } from './filters';

/** A fetched list with what the stream has told since: each match in its newest state, in its old place. */
export function freshen(cards: readonly MatchCard[], lobby: LobbyList): MatchCard[] {
  const told = new Map(lobby.map(({ card }) => [card.id, card]));
  return cards.map((card) => {
    const newer = told.get(card.id);
    return newer && newer.head >= card.head ? newer : card;
  });
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
