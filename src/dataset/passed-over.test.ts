import { beforeAll, expect, it } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentPlan } from '~/store/tournaments/tournament';
import { countDataset } from './export-dataset';
import { otherGames, passedOver } from './passed-over';
import type { DatasetRequest } from './request';
import { playInto } from './testing/stored-matches';

const store = new MemoryEventStore('one');
const classic: DatasetRequest = { format: 'sft', ruleset: 'classic', split: 'train' };

beforeAll(async () => {
  await playInto(store, { task: 'market_round', seed: 1, policy: 'rule_based_expert' });
  await playInto(store, { task: 'single_trade', seed: 2, policy: 'wait' });
  await playInto(store, { task: 'single_trade', seed: 40_002, policy: 'wait' });
  const id = await playInto(store, { ruleset: 'open', task: 'single_trade', seed: 5, policy: 'greedy' });
  const cup = { id: 'cup', plan: { name: 'cup' } as unknown as TournamentPlan, entrants: [], seasonId: null, code: 'test' };
  await store.tournaments.create(cup, [
    { order: 0, stage: 0, task: 'single_trade', world: 0, meeting: 'a | b', rotation: 0, seats: [], matchId: id },
  ]);
});

it('each match counts for the first filter that it does not pass', async () => {
  expect(await passedOver(store, { ...classic, task: 'market_round' })).toEqual({
    looked: 4,
    more: false,
    by: { other_ruleset: 1, other_task: 2 },
    players: ['rule_based_expert'],
  });
  expect(await passedOver(store, classic)).toMatchObject({
    by: { other_ruleset: 1, other_split: 1 },
    players: ['rule_based_expert', 'wait'],
  });
});

it('of a tournament its own matches are looked at', async () => {
  expect(await passedOver(store, { ...classic, tournament: 'cup' })).toEqual({
    looked: 1,
    more: false,
    by: { other_ruleset: 1 },
    players: [],
  });
  expect(await passedOver(store, { ...classic, ruleset: 'open', version: 2, tournament: 'cup' })).toMatchObject({
    looked: 1,
    by: {},
    players: ['greedy'],
  });
  expect(await passedOver(store, { ...classic, tournament: 'nobodys' })).toMatchObject({ looked: 0, by: {} });
});

it('other games are counted, because a dataset has one', async () => {
  expect(await otherGames(store, classic)).toEqual([{ game: 'gpu-market/open', matches: 1 }]);
});

it('is told where nothing is found, and only there', async () => {
  expect(await countDataset(store, { ...classic, split: 'validation', task: 'market_round' }, 100)).toMatchObject({
    matches: 0,
    passedOver: { by: { other_ruleset: 1, other_task: 2, other_split: 1 } },
  });
  expect((await countDataset(store, classic, 100)).passedOver).toBeNull();
});
