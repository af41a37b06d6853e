import { nearest } from '~/lib/text/unknown-name';
import { isUnsealed } from '~/match/match-card';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { isSealed } from '~/store/match-record';
import { UsageError } from './exits';

const LOOKED_AT = 200;
const SHOWN = 4;
const BEGINNING = /^[a-z0-9]{3,12}$/;

/** The match with that id, or the only one with that prefix. */
export async function findMatch(store: EventStore, id: string): Promise<MatchRecord> {
  const match = await store.get(id);
  if (match !== null) return match;
  const begun = BEGINNING.test(id) ? (await store.list({ begins: id }, { limit: SHOWN })).items : [];
  if (begun.length === 1 && begun[0]) return begun[0];
  if (begun.length > 1)
    throw new UsageError(
      `several matches begin with "${id}": ${begun.map((one) => one.id).join(', ')}${begun.length === SHOWN ? ' and others' : ''}`,
    );
  const { items } = await store.list({}, { limit: LOOKED_AT });
  if (items.length === 0) throw new UsageError(`there is no match "${id}", and none is stored yet; keep one with npx mandi play --save`);
  const near = nearest(
    id,
    items.map((candidate) => candidate.id),
  );
  const newest = items.slice(0, 3).map((candidate) => candidate.id);
  const hint = near === null ? '' : ` (did you mean ${near}?)`;
  throw new UsageError(`there is no match "${id}"${hint}; the newest are ${newest.join(', ')}; npx mandi matches lists them all`);
}

/** The same, for showing everything of it; fails while its world is a season's secret. */
export async function findOpened(store: EventStore, id: string): Promise<MatchRecord> {
  const match = await findMatch(store, id);
  if ((match.season === null && !isSealed(match)) || isUnsealed(match)) return match;
  throw new UsageError(`match ${match.id} is rated, and its world stays secret until the match, or the tournament it belongs to, is over`);
}
