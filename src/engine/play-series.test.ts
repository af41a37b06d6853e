import { expect, it } from 'vitest';
import { duel } from '~/games/test/offers/duel';
import { pack } from '~/games/test/offers/pack';
import { stubbornHaggler, yieldingHaggler } from '~/games/test/offers/players';
import { offers } from '~/games/test/offers/rules';
import { playSeries } from './play-series';

const read = offers.parseConfig({ task_type: 'long_haggle', seed: 7 });
if (!read.ok) throw new Error(read.why);
const config = read.value;
const players = [{ player: yieldingHaggler }, { player: stubbornHaggler }];

it('plays match after match, each player in each seat, and adds their scores', async () => {
  expect(pack.series?.map(({ id }) => id)).toEqual(['duel']);
  const { matches, scores } = await playSeries(offers, duel, { config, players });
  expect(matches.map(({ seats }) => seats)).toEqual([
    { seller: 0, buyer: 1 },
    { seller: 1, buyer: 0 },
  ]);
  const [first, second] = matches;
  expect(first?.events[0]).toEqual(second?.events[0]);
  expect(scores).toEqual([
    (first?.scores.seller ?? 0) + (second?.scores.buyer ?? 0),
    (first?.scores.buyer ?? 0) + (second?.scores.seller ?? 0),
  ]);
});

it('is the same series whenever it is played', async () => {
  expect(await playSeries(offers, duel, { config, players })).toEqual(await playSeries(offers, duel, { config, players }));
});

it('takes another world where a player remembers, and no other number of players', async () => {
  const { matches } = await playSeries(offers, duel, {
    config,
    players: [{ player: yieldingHaggler, memory: true }, { player: stubbornHaggler }],
  });
  const [first, second] = matches.map((match) => match.config.seed);
  expect(second).not.toBe(first);
  await expect(playSeries(offers, duel, { config, players: players.slice(1) })).rejects.toThrow('2 take part, not 1');
});
