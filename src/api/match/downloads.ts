/** A match as files: events as JSON lines, transcript as Markdown. Streamed, so that a long match needs little memory. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GameEvent } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { accountOf } from '~/contract/ledger';
import { packOf } from '~/games/packs';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import { matchCard } from '~/match/match-card';
import { seatPlayers } from '~/match/table/seat-players';
import type { MatchRecord } from '~/store/event-store';
import { findMatch } from '../access/find-match';
import type { Context, SharedServices } from '../context';
import { Refusal } from '../errors';
import { readShown, type ShownEvent } from './pages';
import { transcript } from './transcript';

const EVENTS_AT_ONCE = 500;

/** One `{"seq","recordedAt","event"}` per line. The event's text is the stored one, byte for byte, if everything is visible. */
export async function sendEvents(ctx: Context, id: string, response: ServerResponse): Promise<void> {
  const { shared } = ctx;
  const match = await findMatch(ctx, id);
  const lines = sightOf(match) === 'all' && !isShownLate(match) ? storedLines(shared, match) : shownLines(shared, match);
  await send(response, lines, { type: 'application/jsonl', name: `mandi-${id}.events.jsonl` });
}

export async function sendTranscript(ctx: Context, id: string, response: ServerResponse): Promise<void> {
  const { shared } = ctx;
  const match = await findMatch(ctx, id);
  const spans = await seatPlayers(shared.services, match.id);
  await send(response, transcript(matchCard(match), spans, shownEvents(shared, match)), { type: 'text/markdown', name: `mandi-${id}.md` });
}

/** The books of a finished match, for callers who may see everything. In minor units. */
export async function sendBooks(ctx: Context, id: string, response: ServerResponse): Promise<void> {
  const { shared } = ctx;
  const match = await findMatch(ctx, id);
  if (match.status !== 'finished' || sightOf(match) !== 'all' || isShownLate(match))
    throw new Refusal('match_running', 'A match has books only when it has finished.');
  await send(response, bookLines(shared, match), { type: 'application/json', name: `mandi-${id}.books.json` });
}

async function* bookLines(shared: SharedServices, match: MatchRecord): AsyncGenerator<string> {
  const events: GameEvent[] = [];
  for await (const event of shownEvents(shared, match)) if (event !== null) events.push(event);
  yield `${JSON.stringify(accountOf(packOf(refOf(match)).books(events)))}\n`;
}

async function* storedLines(shared: SharedServices, match: MatchRecord): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const stored = await shared.services.store.read(match.id, after, EVENTS_AT_ONCE);
    for (const { seq, recordedAt, json } of stored) yield `{"seq":${seq},"recordedAt":"${recordedAt.toISOString()}","event":${json}}\n`;
    const last = stored.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

/** While a public match runs: the visible events, and `"event":null` for the rest. */
async function* shownLines(shared: SharedServices, match: MatchRecord): AsyncGenerator<string> {
  for await (const { seq, recordedAt, event } of shown(shared, match)) yield `${JSON.stringify({ seq, recordedAt, event })}\n`;
}

async function* shownEvents(shared: SharedServices, match: MatchRecord): AsyncGenerator<GameEvent | null> {
  for await (const { event } of shown(shared, match)) yield event;
}

async function* shown(shared: SharedServices, match: MatchRecord): AsyncGenerator<ShownEvent> {
  for (let after = 0; ; ) {
    const stretch = await readShown(shared, match, { id: match.id, after, limit: EVENTS_AT_ONCE });
    yield* stretch;
    const last = stretch.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

interface FileWords {
  type: string;
  name: string;
}

/** Streams a file to the caller. */
export async function send(response: ServerResponse, lines: AsyncGenerator<string>, { type, name }: FileWords): Promise<void> {
  const first = await lines.next(); // before the first header, so that an immediate failure can still be an error response
  response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* lines;
  }
  await pipeline(Readable.from(all()), response);
}
