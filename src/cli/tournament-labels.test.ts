import { afterAll, expect, test } from 'vitest';
import { closeThreads } from '~/engine/threads';
import { begin, servicesHere } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { listText, statusOf, statusText, type TournamentStatusWords } from './tournament-labels';

afterAll(closeThreads);

const NOW: TournamentStatusWords = {
  id: 'cup',
  name: 'Cup',
  format: 'round_robin',
  kind: 'exhibition',
  status: 'running',
  fault: null,
  counts: { waiting: 3, playing: 2, scoring: 0, done: 5, failed: 0, cancelled: 0 },
  withPeople: 0,
  total: 10,
  toCome: 0,
  mayBeMore: false,
  neverDrawn: 0,
  rate: 1,
  secondsLeft: 3,
  cost: 0,
  tokens: 0,
  costLeft: null,
  tokensLeft: null,
  limits: { tokens: null, calls: null, seconds: null, dollars: null },
  workers: 1,
  players: 'One worker on this database plays it, up to 20 matches at a time.',
  missing: null,
  people: null,
  season: null,
  failures: null,
};

test('where everything that is open waits for people, no time is told and no worker promised', { timeout: 60_000 }, async () => {
  const services = servicesHere();
  const file = {
    name: 'With Ada',
    task: 'single_trade',
    entrants: [{ person: 'Ada' }, 'greedy', 'house'],
    tableSize: 2,
    worlds: 2,
    nulls: [],
  };
  const cup = await begin(services, file);
  const { tournaments } = services.store;
  const worker = new TournamentWorker(services);
  await worker.start();
  const settled = { waiting: 0, playing: 8, scoring: 0, done: 4, failed: 0, cancelled: 0 };
  await expect.poll(() => tournaments.counts(cup.id), { timeout: 50_000 }).toEqual(settled);
  await worker.stop();
  const status = await statusOf(services, cup);
  expect(status).toMatchObject({ counts: settled, withPeople: 8, secondsLeft: null, players: null });
  const text = statusText({ ...status, workers: 1 });
  expect(text).toContain('8 under way, 0 waiting.\n8 matches wait for people, and no worker plays them.\nAda plays in person');
  expect(text).not.toMatch(/ left|starts one/);
});

test('a cancelled knock-out accounts for every match that its start announced', () => {
  const counts = { waiting: 0, playing: 0, scoring: 0, done: 88, failed: 0, cancelled: 72 };
  const text = statusText({ ...NOW, status: 'cancelled', counts, total: 160, neverDrawn: 40 });
  expect(text).toContain('88 of 200 matches played, 0 under way, 0 waiting, 72 cancelled, 40 of later rounds never drawn.');
});

test('beside matches that wait for people, the time is that of the others', () => {
  const text = statusText({ ...NOW, withPeople: 1 });
  expect(text).toContain('About 3 seconds left, not counting matches that wait for people.');
  expect(text).toContain(`${NOW.players}\n1 match waits for people, and no worker plays it.`);
  expect(statusText(NOW)).not.toContain('people');
});

test.each([
  [0.2, '1 second'],
  [1, '1 second'],
  [1.2, '2 seconds'],
  [600, '10 minutes'],
])('%d seconds are about %s', (secondsLeft, words) => {
  expect(statusText({ ...NOW, secondsLeft })).toContain(`About ${words} left.`);
});

test('a name that was given before names were checked says nothing to the terminal', () => {
  const name = 'Cup\u001b[31m\nred\u202e';
  expect(statusText({ ...NOW, name })).toMatch(/^Cup \[31m red {2}\(cup\): /);
  expect(listText([{ ...NOW, name }]).split('\n')).toHaveLength(listText([NOW]).split('\n').length);
  expect(listText([{ ...NOW, name }])).toContain('Cup [31m red ');
});
