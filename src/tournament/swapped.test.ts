import { expect, test } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { Entrant } from '~/store/tournaments/tournament';
import { playedOf } from './fixture-result';

const PIN = { code: '1', ruleset: 'gpu-market/classic', rulesetVersion: 1, digest: null, prompt: null } as const;
const model = { name: 'small', digest: 'sha256:b179', adapter: null };
const entrant: Entrant = {
  name: 'small',
  kind: 'model',
  player: 'small@1',
  owner: null,
  pin: { ...PIN, model },
  isNull: false,
  joined: 0,
  left: null,
};

/** A match of one seat, whose two turns these weights answered. */
async function result(kind: 'rated' | 'exhibition', digests: readonly string[]) {
  const store = new MemoryEventStore('test');
  const turns = digests.map((digest) => ({
    seat: 'lab_0',
    origin: 'own',
    replies: [],
    guards: [],
    walkBacks: [],
    move: {},
    ms: 1,
    fallbackWhy: null,
    pin: { model: 'small', digest, adapter: null, adapterDigest: null, runtime: 'r1' },
  })) as unknown as AgentTurn[];
  store.agents.turnsOf = async () => turns;
  const seats = [{ seat: 'lab_0', entrant: 'small', player: 'small@1' }];
  const fixture = { order: 0, stage: 0, task: 'single_trade', world: 0, meeting: 'small', rotation: 0, seats };
  const ended = { id: 'm', game: 'gpu-market/classic' as const, version: 1, config: {}, seats: [], round: 2 };
  const match = { ...ended, scores: { lab_0: 1 }, rated: kind === 'rated' };
  return (await playedOf({ store }, fixture, { match, stored: [], record: { entrants: [entrant], plan: { kind } } })).result;
}

test('a rated match whose model was swapped half way is unrated, and the seat says what answered', async () => {
  const { unrated, seats } = await result('rated', ['sha256:b179', 'sha256:ffff']);
  expect(unrated).toBe(true);
  expect(seats[0]?.fault).toBe('Other weights than the pinned ones answered 1 of 2 turns: sha256:ffff instead of sha256:b179.');
});

test('the pinned weights are rated; in an exhibition a swap is said and takes nothing out', async () => {
  expect(await result('rated', ['sha256:b179', 'sha256:b179'])).toMatchObject({ unrated: false, seats: [{ fault: null }] });
  expect(await result('exhibition', ['sha256:b179', 'sha256:ffff'])).toMatchObject({ unrated: false });
});
