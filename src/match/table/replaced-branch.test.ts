import { afterAll, beforeAll, expect, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { emptyBroadcaster } from '~/live/audience';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { matchCard } from '../match-card';
import { openMatch } from '../open-match';
import { runMatch } from '../run-match';
import type { Services } from '../services';
import { WakeSignal } from '../wake-signal';
import { type ForkRequest, forkMatch } from './fork-match';

const services: Services = {
  store: new MemoryEventStore('one'),
  audience: emptyBroadcaster,
  log: { info() {}, warn() {}, error() {} },
  processId: 'one',
  now: Date.now,
};
const REQUEST = { game: 'test/offers', task: 'long_haggle', seed: 5, policy: 'yielding_haggler', seats: { buyer: 'stubborn_haggler' } };
let origin: MatchRecord;
let events: StoredEvent[];

beforeAll(async () => {
  showTestGames(true);
  const opened = await openMatch(services, REQUEST);
  if (!opened.ok) throw new Error(opened.why);
  origin = await played(opened.value.id);
  events = await services.store.read(origin.id);
});
afterAll(() => showTestGames(false));

async function played(id: string): Promise<MatchRecord> {
  expect(await runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal })).toBe('over');
  return (await services.store.get(id)) as MatchRecord;
}

function branch(replaced: NonNullable<ForkRequest['replaced']>, more: Partial<ForkRequest> = {}) {
  return forkMatch(services, { matchId: origin.id, seq: 1, seats: {}, pace: 0, replaced, ...more });
}

async function branched(...asked: Parameters<typeof branch>): Promise<MatchRecord> {
  const answer = await branch(...asked);
  if (!answer.ok) throw new Error(answer.why);
  return answer.value.match;
}

test('a stored match goes on from another move, in an alternating game too', async () => {
  const move = { type: 'name_price', price: 99 };
  const match = await branched({ turn: 2, seat: 'seller', move });
  expect(match).toMatchObject({
    turn: 3,
    origin: { matchId: origin.id, seq: 3, replaced: { turn: 2, seat: 'seller', move, standIns: {} } },
  });
  const end = await played(match.id);
  expect(end.status).toBe('finished');
  const after = await services.store.read(match.id);
  expect(after.slice(0, 3).map(({ json }) => json)).toEqual(events.slice(0, 3).map(({ json }) => json));
  expect(after.slice(3, 5)).toMatchObject([{ event: { seat: 'seller', price: 99 } }, { event: { seat: 'buyer', turn: 3 } }]);
  expect(matchCard(end).origin).toEqual(match.origin);
});

test('the same move is the same match, byte for byte', async () => {
  const { event } = events[4] ?? { event: { type: '' } };
  const { price } = event as { price?: number };
  const match = await branched({ turn: 3, seat: 'buyer', move: { type: 'name_price', price } });
  await played(match.id);
  expect((await services.store.read(match.id)).map(({ json }) => json)).toEqual(events.map(({ json }) => json));
});

test('a move that ends the match ends its branch', async () => {
  const match = await branched({ turn: 0, seat: 'seller', move: { type: 'leave_table' } });
  expect(await played(match.id)).toMatchObject({ status: 'finished', head: 2, scores: { seller: 0, buyer: 0 } });
});

test('who plays on for a person is named', async () => {
  const ada = { seat: 'buyer', kind: 'person', name: 'Ada', ready: true, here: false, policy: null } as const;
  const seats = origin.seats.map((card) => (card.seat === 'buyer' ? ada : card));
  const peopled = { ...origin, id: 'peopled', seats };
  await services.store.create(
    peopled,
    events.map(({ event }) => event),
  );
  await services.store.tables.change('peopled', () => ({ answer: null, status: 'finished' }));
  const answer = await branch({ turn: 0, seat: 'seller', move: { type: 'name_price', price: 99 } }, { matchId: 'peopled' });
  expect(answer).toMatchObject({ ok: true, value: { match: { origin: { replaced: { standIns: { buyer: 'yielding_haggler' } } } } } });
});

test('what cannot be replaced is refused with the reason, and nothing of a running match', async () => {
  const move = { type: 'name_price', price: 1 };
  expect(await branch({ turn: 0, seat: 'buyer', move })).toEqual({
    ok: false,
    code: 'bad_input',
    why: 'Turn 0 waited for seller, not for "buyer".',
  });
  expect(await branch({ turn: 0, seat: 'seller', move: { type: 'dance' } })).toMatchObject({ ok: false, code: 'bad_input' });
  const running = await openMatch(services, REQUEST);
  if (!running.ok) throw new Error(running.why);
  const asked = { matchId: running.value.id, as: 'seller' };
  expect(await branch({ turn: 0, seat: 'seller', move }, asked)).toMatchObject({ ok: false, code: 'match_running' });
});
