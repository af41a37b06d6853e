import { expect, test } from 'vitest';
import { packOf } from '~/games/packs';
import { GAMES } from '~/games/registry';
import { farmWorld } from './farming';

const farmed = GAMES.filter(({ ref }) => packOf(ref).farming !== undefined);
const unfarmed = GAMES.filter((game) => !farmed.includes(game));

test.each(unfarmed.map((game) => [game.ref.key, game] as const))('%s has no farmers, and says so by name', async (key, game) => {
  await expect(farmWorld(game, {}, [])).rejects.toThrow(`${key} has no farmers to measure.`);
});

test.each(farmed.map((game) => [`${game.ref.key}@${game.ref.version}`, game] as const))(
  '%s names its farmers and their bases',
  async (_, game) => {
    const { farmers = [], bases = [] } = packOf(game.ref).farming ?? {};
    expect(new Set(farmers.map(({ id }) => id)).size).toBe(farmers.length);
    const [base = ''] = bases;
    const tried = { farmer: farmers[0]?.id ?? '', base, others: base };
    await expect(farmWorld(game, {}, [{ ...tried, farmer: 'nobody' }])).rejects.toThrow(/nobody/);
    await expect(farmWorld(game, {}, [{ ...tried, base: 'nobody' }])).rejects.toThrow(/nobody/);
  },
);
