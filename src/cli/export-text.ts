import { transcript } from '~/api/transcript';
import type { GameEvent } from '~/contract/game';
import { matchCard } from '~/match/match-card';
import { seatPlayers } from '~/match/table/seat-players';
import type { EventStore } from '~/store/event-store';
import { findOpened } from './find-match';

/** The same files that the server offers under /api/matches/:id/. */
export async function exportText(store: EventStore, id: string, format: 'events' | 'transcript'): Promise<string> {
  const match = await findOpened(store, id);
  const stored = await store.read(match.id);
  if (format === 'events') {
    return stored
      .map(({ seq, recordedAt, json }) => `{"seq":${seq},"recordedAt":"${recordedAt.toISOString()}","event":${json}}\n`)
      .join('');
  }
  async function* events(): AsyncGenerator<GameEvent> {
    for (const { event } of stored) yield event;
  }
  let text = '';
  for await (const piece of transcript(matchCard(match), await seatPlayers({ store }, match.id), events())) text += piece;
  return text;
}
