import { expect, test } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import { entrantOf } from '~/tournament/testing/play-out';
import { type KnownPlayers, knownPlayers, peopleText, playersText } from './who-plays';

const NOBODY: KnownPlayers = { workers: [], silentSeconds: null, server: null, isShared: false };
const SERVER = { url: 'http://127.0.0.1:7777' };

test.each<[string, Partial<KnownPlayers>, string]>([
  [
    'nobody is known',
    {},
    'No worker plays it at the moment. No Mandi runs in this home; to play it, run npm start or npx mandi worker matches here.',
  ],
  ['a server runs', { server: SERVER }, 'No worker plays it at the moment. The Mandi at http://127.0.0.1:7777 starts one in a moment.'],
  [
    'the worker of a busy machine was silent for a while',
    { server: SERVER, silentSeconds: 8 },
    'Its worker was last heard from 8 seconds ago: this machine is busy, or the worker was killed. The Mandi at http://127.0.0.1:7777 starts another once it has ended.',
  ],
  [
    'a worker was killed long ago',
    { server: SERVER, silentSeconds: 90 },
    'It waits for a worker: the last one was heard from 90 seconds ago. The Mandi at http://127.0.0.1:7777 starts one in a moment.',
  ],
  [
    'others may be on the database',
    { isShared: true, silentSeconds: 600 },
    'It waits for a worker: the last one was heard from 10 minutes ago. A Mandi elsewhere on this database (DATABASE_URL) would start one, but cannot be seen from here; to play it, run npm start or npx mandi worker matches here.',
  ],
  ['one plays', { workers: [{ slots: 20 }] }, 'One worker on this database plays it, up to 20 matches at a time.'],
  [
    'two play',
    { workers: [{ slots: 20 }, { slots: 12 }], silentSeconds: 0 },
    '2 workers on this database play it, up to 32 matches at a time.',
  ],
])('where %s, that is said', (_, known, words) => {
  expect(playersText({ ...NOBODY, ...known })).toBe(words);
});

test('between two workers nobody is said to be missing for good: the last one is remembered, and one of other code is none', async () => {
  const store = new MemoryEventStore('here');
  const at = { store, now: Date.now };
  const place = { home: '/nonexistent', databaseUrl: null };
  expect(await knownPlayers(at, { code: '1+a' }, place)).toEqual(NOBODY);
  const slots = { quick: 2, slow: 1 };
  const taker = await store.tournaments.takeJobs(slots, async () => undefined, '1+a');
  expect(await knownPlayers(at, { code: '1+a' }, place)).toMatchObject({ workers: [{ slots: 3 }], silentSeconds: 0 });
  expect(await knownPlayers(at, { code: '1+b' }, place)).toEqual(NOBODY);
  await taker.stop();
});

test('where people play, it is said where the links to their seats are', () => {
  const [ada, bo, gone] = ['Ada', 'Bo', 'Cy'].map((name) => entrantOf({ name, kind: 'person', player: null }));
  const cup = (entrants: (typeof ada)[]) => ({
    id: 'cup',
    entrants: [entrantOf({ name: 'planner' }), ...entrants.flatMap((one) => one ?? [])],
  });
  expect(peopleText(cup([]), NOBODY)).toBeNull();
  expect(peopleText(cup([ada, gone && { ...gone, left: 1 }]), { server: SERVER })).toBe(
    'Ada plays in person: the link to each seat, once its table is made, is at http://127.0.0.1:7777/rankings/tournaments/cup.',
  );
  expect(peopleText(cup([ada, bo]), NOBODY)).toContain('Ada, Bo play in person: ');
  expect(peopleText(cup([ada, bo]), NOBODY)).toContain('at /rankings/tournaments/cup of a Mandi on this database (npm start).');
});
