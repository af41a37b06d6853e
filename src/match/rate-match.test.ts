import { expect, test } from 'vitest';
import { emptyHall } from '~/live/audience';
import { MemoryEventStore } from '~/store/memory-event-store';
import { matchCard } from './match-card';
import { closeSeason, drawSeasonMatch, listSeasons, openSeason } from './rate-match';
import { keyHash, seedOf } from './season';

const services = { store: new MemoryEventStore('one'), audience: emptyHall };
const REQUEST = { ruleset: 'open', task: 'market_round', policy: 'planner' };

test('the worlds of a season can be known after it, and not before', async () => {
  const season = await openSeason(services);
  expect(season.key).toBeNull();
  const drawn = [
    await drawSeasonMatch(services, { ...REQUEST, season: season.id }),
    await drawSeasonMatch(services, { ...REQUEST, season: season.id }),
  ];
  const matches = drawn.map((answer) => {
    if (!answer.ok) throw new Error(answer.why);
    return answer.value;
  });
  expect(matches.map(({ season: world }) => world)).toEqual([0, 1].map((index) => ({ id: season.id, index })));
  for (const match of matches) expect(matchCard(match)).toMatchObject({ rated: true, visibility: 'public', seed: null });
  expect(JSON.stringify(await listSeasons(services))).not.toContain((await services.store.seasons.get(season.id))?.key);
  const closed = await closeSeason(services, season.id);
  const key = closed.ok ? (closed.value.key ?? '') : '';
  expect(keyHash(key)).toBe(season.keyHash);
  expect(matches.map(({ seed }) => seed)).toEqual([seedOf(key, 0), seedOf(key, 1)]);
});

test('a world is played once, in a season that is open, by policies', async () => {
  const { id } = await openSeason(services);
  expect(await drawSeasonMatch(services, { ...REQUEST, season: id, index: 3 })).toMatchObject({ ok: true });
  expect(await drawSeasonMatch(services, { ...REQUEST, season: id, index: 3 })).toMatchObject({ ok: false, code: 'world_used' });
  expect(await drawSeasonMatch(services, { ...REQUEST, season: id, seats: { lab_0: 'open' } })).toMatchObject({ code: 'bad_input' });
  expect(await drawSeasonMatch(services, { ...REQUEST, season: 'nosuchseason' })).toMatchObject({ code: 'unknown_season' });
  await closeSeason(services, id);
  expect(await drawSeasonMatch(services, { ...REQUEST, season: id })).toMatchObject({ code: 'season_closed' });
  expect(await closeSeason(services, 'nosuchseason')).toMatchObject({ code: 'unknown_season' });
});
