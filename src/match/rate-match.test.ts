import { expect, test } from 'vitest';
import { agentOf, readAgentWords } from '~/agents/agent-spec';
import { BUILT_IN } from '~/agents/built-in';
import { emptyBroadcaster } from '~/live/audience';
import { MemoryEventStore } from '~/store/memory-event-store';
import { AgentService } from './agent-service';
import { matchCard } from './match-card';
import { closeSeason, drawSeasonMatch, listSeasons, openSeason } from './rate-match';
import { keyHash, seedHexOf, seedOf } from './season';

const services = { store: new MemoryEventStore('one'), audience: emptyBroadcaster };
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
  expect(matches.map(({ config }) => config)).toMatchObject([{ seed_hex: seedHexOf(key, 0) }, { seed_hex: seedHexOf(key, 1) }]);
});

test('a game that draws from no more than 53 bits gets the seed alone', async () => {
  const { id: season } = await openSeason(services);
  const older = { ...REQUEST, version: 1, season };
  const drawn = await drawSeasonMatch(services, older);
  expect(drawn.ok && drawn.value.config).not.toHaveProperty('seed_hex');
});

test('one owner’s agents never share a rated table; the house’s may', async () => {
  const store = new MemoryEventStore('two');
  for (const [name, owner] of [
    ['hers', 'Ada Lovelace'],
    ['hers-too', ' ada  lovelace'],
    ['hers-in-cyrillic', 'Аda Lovelace'],
    ['his', 'Charles'],
  ]) {
    const words = readAgentWords({ name, owner, spec: { kind: 'remote', url: 'https://example.com/' } });
    if (!words.ok) throw new Error(words.why);
    await store.agents.add({ ...words.value, digest: agentOf(words.value, { version: 1, createdAt: '' }).digest, trusted: false });
  }
  const makePlayer = () => ({ choose: () => Promise.reject(new Error('nobody asks')) }) as never;
  const agents = new AgentService({ builtIn: BUILT_IN, store: store.agents, makePlayer, backends: () => [] });
  const here = { store, audience: emptyBroadcaster, agents };
  const { id: season } = await openSeason(here);
  const draw = (seats: Record<string, string>) => drawSeasonMatch(here, { ...REQUEST, season, seats });
  expect(await draw({ lab_0: 'hers', lab_2: 'hers-too' })).toMatchObject({
    ok: false,
    code: 'bad_input',
    why: 'One owner’s agents never share a rated table: hers@1 in lab_0 and hers-too@1 in lab_2 are both ada lovelace’s.',
  });
  expect(await draw({ lab_0: 'hers', lab_1: 'hers-in-cyrillic' })).toMatchObject({ ok: false, code: 'bad_input' });
  expect(await draw({ lab_0: 'hers', lab_1: 'hers' })).toMatchObject({ ok: false, code: 'bad_input' });
  expect(await draw({ lab_0: 'hers', lab_1: 'his', lab_2: 'null-random', lab_3: 'null-constant' })).toMatchObject({ ok: true });
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
