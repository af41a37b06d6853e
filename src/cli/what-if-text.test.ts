import { afterAll, beforeAll, expect, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { openMatch } from '~/match/open-match';
import { type PlayedMatch, playMatch } from './play-match';
import { replayText } from './replay-text';
import { memoryServices } from './services';
import { whatIfText } from './what-if-text';

const services = memoryServices();
const REQUEST = { game: 'test/offers', task: 'haggle', seed: 5, policy: 'stubborn_haggler' };
const replaced = { turn: 1, seat: 'buyer', move: { type: 'name_price', price: 7 } };
let played: PlayedMatch;

beforeAll(async () => {
  showTestGames(true);
  played = await playMatch(services, REQUEST);
});
afterAll(() => showTestGames(false));

test('shows a match as it would have gone, and keeps nothing of it', async () => {
  const text = await whatIfText(services, played.match.id, { replaced, save: false });
  expect(text).toMatch(/^With another move of buyer in turn 1\.\n/);
  expect(text).toContain('The buyer names 7.');
  expect(text).not.toContain('plays on in');
  expect((await services.store.list({}, { limit: 10 })).items).toHaveLength(1);
});

test('ends with the scores of the match that was not played', async () => {
  const taken = { turn: 1, seat: 'buyer', move: { type: 'take_price' } };
  const scoresOf = (text: string) => text.split('\n').filter((line) => line.startsWith('Score: '));
  const before = scoresOf(await replayText(services.store, played.match.id, undefined));
  const after = scoresOf(await whatIfText(services, played.match.id, { replaced: taken, save: false }));
  expect(after).toEqual(scoresOf(await whatIfText(services, played.match.id, { replaced: taken, save: true })));
  expect(after).not.toEqual(before);
});

test('keeps it as a branch where that is wished, and says the same', async () => {
  const here = await whatIfText(services, played.match.id, { replaced, save: false });
  const kept = await whatIfText(services, played.match.id, { replaced, save: true });
  const [, id = ''] = /Saved as match (\w+), a branch of/.exec(kept) ?? [];
  expect(await replayText(services.store, id, undefined)).toContain('Checked: ');
  const told = (text: string) => text.split('\n').filter((line) => /The |^Score/.test(line));
  expect(told(kept)).toEqual(told(here));
});

test('refuses what cannot be replaced, and a match that still runs', async () => {
  const wrong = { ...replaced, seat: 'seller' };
  await expect(whatIfText(services, played.match.id, { replaced: wrong, save: false })).rejects.toThrow(
    '--replace: turn 1 waited for buyer',
  );
  await expect(whatIfText(services, played.match.id, { replaced: wrong, save: true })).rejects.toThrow('--replace: Turn 1 waited');
  const running = await openMatch(services, REQUEST);
  if (!running.ok) throw new Error(running.why);
  await expect(whatIfText(services, running.value.id, { replaced, save: false })).rejects.toThrow('still running');
});
