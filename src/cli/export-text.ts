import { transcript } from '~/api/match/transcript';
import type { GameEvent } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { accountOf, giftsOf } from '~/contract/ledger';
import { ledgerOf } from '~/contract/pack';
import { packOf } from '~/games/packs';
import { matchCard } from '~/match/match-card';
import { seatPlayers } from '~/match/table/seat-players';
import type { EventStore } from '~/store/event-store';
import { CommandFailed } from './exits';
import { findOpened } from './find-match';

/** The same files as under /api/matches/:id/ on the server; the books with every deal, in minor units. */
export async function exportText(store: EventStore, id: string, format: 'events' | 'transcript' | 'books'): Promise<string> {
  const match = await findOpened(store, id);
  const stored = await store.read(match.id);
  if (format === 'events') {
    return stored
      .map(({ seq, recordedAt, json }) => `{"seq":${seq},"recordedAt":"${recordedAt.toISOString()}","event":${json}}\n`)
      .join('');
  }
  if (format === 'books') {
    if (match.status !== 'finished') throw new CommandFailed(`${match.id} has no books: it was not played to its end`);
    const ledger = ledgerOf(
      packOf(refOf(match)),
      stored.map(({ event }) => event),
    );
    return `${JSON.stringify({ ...accountOf(ledger), transfers: ledger.transfers, gifts: giftsOf(ledger) }, null, 2)}\n`;
  }
  async function* events(): AsyncGenerator<GameEvent> {
    for (const { event } of stored) yield event;
  }
  let text = '';
  for await (const piece of transcript(matchCard(match), await seatPlayers({ store }, match.id), events())) text += piece;
  return text;
}
