/** Null models in the very worlds and seats in which a model played. */
import { expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { openNullMatches } from '~/match/null-matches';
import { type MatchRequest, openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { Brain, service } from '~/match/testing/agents';
import { WakeSignal } from '~/match/wake-signal';
import { MemoryEventStore } from '~/store/memory-event-store';
import { resultsOf } from './results';

type House = Services & { agents: NonNullable<Services['agents']> };

function house(): House {
  const store = new MemoryEventStore('one');
  const { agents } = service(new Brain(), store.agents, { turnSeconds: 20 });
  return { store, agents, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, processId: 'one', now: Date.now };
}

const CLASSIC = { ruleset: 'classic', task: 'single_trade', policy: 'brain' };
const OPEN = { ruleset: 'open', task: 'single_trade', policy: 'planner', seats: { lab_1: 'brain' } };

async function play(services: Services, request: MatchRequest): Promise<void> {
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new Error(opened.why);
  await run(services, opened.value.id);
}

function run(services: Services, id: string) {
  return runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal });
}

async function besideOf(services: House, task = 'single_trade') {
  const results = await resultsOf(services.store.agents, await services.agents.versions('brain'));
  return results.find((one) => one.task === task)?.beside;
}

test.each([
  { game: 'gpu-market/classic', version: 1, request: CLASSIC, seat: 'lab_0' },
  { game: 'gpu-market/open', version: 2, request: OPEN, seat: 'lab_1' },
] as const)('$game: they get its seat in its worlds, all else the same, and stand beside it', { timeout: 60_000 }, async (place) => {
  const services = house();
  for (const seed of [3, 4]) await play(services, { ...place.request, seed });
  expect(await besideOf(services)).toEqual({ worlds: 2, toPlay: 4, results: [] });
  const opened = await openNullMatches(services, { ref: 'brain', game: place.game, version: place.version, task: 'single_trade' });
  if (!opened.ok) throw new Error(opened.why);
  expect(opened.value.opened).toHaveLength(4);
  for (const id of opened.value.opened) {
    const match = await services.store.get(id);
    expect(match).toMatchObject({ task: 'single_trade', rated: false, hosted: false, visibility: 'open' });
    const own = match?.seats.find(({ seat }) => seat === place.seat);
    expect(own).toMatchObject({ kind: 'script', policy: expect.stringMatching(/^null-(random|constant)@1$/) as string });
    expect(JSON.stringify(match?.seats)).not.toContain('brain');
    await run(services, id);
  }
  const beside = await besideOf(services);
  expect(beside).toMatchObject({ worlds: 2, toPlay: 0 });
  expect(beside?.results.map(({ agent, matches }) => [agent, matches])).toEqual([
    ['null-random@1', 2],
    ['null-constant@1', 2],
  ]);
  expect(beside?.results.every(({ counts, score }) => counts.turns > 0 && score !== null)).toBe(true);
});

test('a world that was played three times counts once in the score of a card', { timeout: 60_000 }, async () => {
  const services = house();
  for (const seed of [3, 3, 3, 4]) await play(services, { ...CLASSIC, seed });
  const agent = (await services.agents.get('brain'))?.agent;
  const [result] = await resultsOf(services.store.agents, agent ? [agent] : []);
  const played = await services.store.agents.playedBy('brain@1', 10);
  const of = (world: string) => played.find((one) => one.world === world)?.score ?? Number.NaN;
  expect(result).toMatchObject({ matches: 4, score: { worlds: 2, low: null, high: null } });
  expect(result?.score?.mean).toBeCloseTo((of('3') + of('4')) / 2, 12);
});

test('a card to which two builds of a model came says so, with the turns of each', { timeout: 60_000 }, async () => {
  const store = new MemoryEventStore('one');
  const brain = new Brain();
  const { agents } = service(brain, store.agents, { turnSeconds: 20 });
  const services: House = { ...house(), store, agents };
  const result = async () => (await resultsOf(store.agents, await agents.versions('brain')))[0];
  brain.digest = 'sha256:first';
  await play(services, { ...CLASSIC, seed: 3 });
  const first = await result();
  expect([first?.counts?.turns, first?.builds]).toEqual([first?.counts?.own, undefined]);
  brain.digest = 'sha256:other';
  await play(services, { ...CLASSIC, seed: 4 });
  const both = await result();
  const turns = first?.counts?.turns ?? 0;
  const lines = [`first: ${turns} turns`, `other: ${(both?.counts?.turns ?? 0) - turns} turns`];
  expect(both?.builds?.toSorted()).toEqual(lines.map((line) => `null:constant, weights sha256:${line}`));
});

test('asked for twice, nothing is played twice; a match that was broken off is played anew', { timeout: 60_000 }, async () => {
  const services = house();
  await play(services, { ...CLASSIC, seed: 3 });
  const ask = async () => {
    const answer = await openNullMatches(services, { ref: 'brain@1', game: 'gpu-market/classic', version: 1, task: 'single_trade' });
    return answer.ok ? answer.value : answer.why;
  };
  const first = await ask();
  expect(first).toMatchObject({ opened: [expect.any(String), expect.any(String)], underWay: [] });
  const ids = typeof first === 'string' ? [] : first.opened;
  expect(await ask()).toEqual({ opened: [], underWay: ids });
  const [broken = '', whole = ''] = ids;
  await run(services, whole);
  await services.store.tables.change(broken, () => ({ answer: null, status: 'aborted', finishedAt: new Date() }));
  const again = await ask();
  expect(again).toMatchObject({ opened: [expect.not.stringMatching(broken) as string], underWay: [] });
});

test('worlds that null models played otherwise are no conditions of its own', { timeout: 60_000 }, async () => {
  const services = house();
  await play(services, { ...CLASSIC, seed: 3 });
  await play(services, { ...CLASSIC, seed: 4, policy: 'null-random@1' }); // another world
  await play(services, { ...CLASSIC, seed: 3, policy: 'null-random@1', judgeMode: 'rule' }); // another judge
  expect(await besideOf(services)).toEqual({ worlds: 1, toPlay: 2, results: [] });
  await play(services, { ...CLASSIC, seed: 3, policy: 'null-random@1' });
  expect(await besideOf(services)).toMatchObject({ worlds: 1, toPlay: 1, results: [{ agent: 'null-random@1', matches: 1 }] });
});

test('who is no model, or has played nothing that can be played again, is told why', async () => {
  const services = house();
  const place = { game: 'gpu-market/classic', version: 1, task: 'single_trade' } as const;
  const why = async (ref: string) => {
    const answer = await openNullMatches(services, { ref, ...place });
    return answer.ok ? '' : answer.why;
  };
  expect(await why('nobody')).toBe('There is no agent "nobody".');
  expect(await why('null-random')).toContain('null-random@3 is not one');
  expect(await why('random')).toContain('random is not one');
  expect(await why('brain')).toBe('brain@1 has finished no match of gpu-market/classic single_trade that a null model can play too.');
});

test('a pinned older version plays by its own spec while the newest plays by its own', { timeout: 60_000 }, async () => {
  const services = house();
  const words = { title: 'Mine', summary: '', owner: '', licence: '', plays: ['gpu-market/classic'], trusted: true, name: 'mine' };
  const spec = (await services.agents.get('null-constant'))?.agent.spec;
  if (spec?.kind !== 'model') throw new Error('no spec');
  await services.agents.add({ ...words, spec });
  await services.agents.add({ ...words, spec: { ...spec, model: 'null:random' } });
  expect((await services.agents.list()).map(({ ref }) => ref)).toContain('mine@2');
  expect((await services.agents.listOlder({ key: 'gpu-market/classic' })).map(({ ref, older }) => [ref, older])).toEqual([
    ['smollm2@1', true],
    ...[1, 2].flatMap((version) => ['random', 'constant'].map((kind) => [`null-${kind}@${version}`, true])),
    ['mine@1', true],
  ]);
  expect((await services.agents.get('mine@1'))?.older).toBe(true);
  expect((await services.agents.get('mine'))?.older).toBe(false);
  for (const [policy, ref] of [
    ['mine@1', 'mine@1'],
    ['mine', 'mine@2'],
  ] as const) {
    const opened = await openMatch(services, { ...CLASSIC, seed: 3, policy });
    const id = opened.ok ? opened.value.id : '';
    await run(services, id);
    const digest = (await services.agents.get(ref))?.agent.digest;
    const turns = await services.store.agents.turnsOf(id);
    expect(turns.length).toBeGreaterThan(0);
    expect(new Set(turns.map((turn) => `${turn.agent} ${turn.digest}`))).toEqual(new Set([`${ref} ${digest}`]));
  }
});
