import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { rateLimit } from '~/api/access/rate-limit';
import { strangerAt } from '~/api/testing/stranger-at';
import { playMatch } from '~/engine/memory-run';
import { findPolicy } from '~/games/policies';
import { findGame } from '~/games/registry';
import { emptyBroadcaster } from '~/live/audience';
import { matchCard } from '~/match/match-card';
import { openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { MOMENT_HEADER, readMoment, VISITOR_HEADER } from '~/ui/share/shared-moment';
import { ShareMoments } from './share-moment';

function servicesOn(store: MemoryEventStore): Services {
  return { store, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, processId: 'one', now: Date.now };
}

it('a visitor has so many pictures drawn in a minute; those that are kept, and the operator’s, are not counted', async () => {
  const store = new MemoryEventStore('one');
  const services = servicesOn(store);
  const ids: string[] = [];
  for (const seed of [1, 2, 3]) {
    const opened = await openMatch(services, { ruleset: 'open', task: 'single_trade', policy: 'greedy', seed });
    if (!opened.ok) throw new Error(opened.why);
    ids.push(opened.value.id);
  }
  const ctx = strangerAt(services);
  ctx.shared.pictures = rateLimit(2, 60_000);
  const moments = new ShareMoments();
  const asked = async (id: string | undefined, isOperator = false) => {
    const request = { url: `/matches/${id}/picture?at=1`, headers: {} } as IncomingMessage;
    await moments.mark(request, async () => ({ ...ctx, caller: { ...ctx.caller, isOperator } }));
    return request.headers[MOMENT_HEADER];
  };
  const [one, two, three] = ids;
  for (const id of [one, two, one, two]) expect(await asked(id)).toBeTypeOf('string');
  await expect(asked(three)).rejects.toThrow('Too many requests');
  expect(await asked(one)).toBeTypeOf('string');
  expect(await asked(three, true)).toBeTypeOf('string');
});

it('a visitor cannot claim to be another, or say what a picture shows', async () => {
  const store = new MemoryEventStore('one');
  const opened = await openMatch(servicesOn(store), { ruleset: 'open', task: 'single_trade', policy: 'greedy', seed: 1 });
  if (!opened.ok) throw new Error(opened.why);
  const headersOf = async (path: string) => {
    const request = { url: path, headers: { [VISITOR_HEADER]: '192.0.2.77', [MOMENT_HEADER]: 'made up' } } as unknown as IncomingMessage;
    await new ShareMoments().mark(request, async () => strangerAt(servicesOn(store)));
    return request.headers;
  };
  const shown = await headersOf(`/matches/${opened.value.id}/picture`);
  expect(shown[VISITOR_HEADER]).toBe('192.0.2.1');
  expect(shown[MOMENT_HEADER]).not.toBe('made up');
  expect(await headersOf('/matches/nowhere/picture')).toEqual({});
  expect(await headersOf(`/matches/${opened.value.id}//picture`)).toEqual({});
});

it('what watchers of a delayed match of scripts are sent does not hold its seed before its end', async () => {
  const store = new MemoryEventStore('one');
  const seed = 987_654_321;
  for (const ruleset of ['open', 'classic']) {
    const policy = ruleset === 'open' ? 'greedy' : 'rule_based_expert';
    const opened = await openMatch(servicesOn(store), { ruleset, task: 'coalition_market', policy, seed, delayTurns: 2 });
    if (!opened.ok) throw new Error(opened.why);
    const { feeds } = strangerAt(servicesOn(store)).shared;
    const sent = async (match: typeof opened.value) => JSON.stringify([matchCard(match), (await feeds.at(match)).frames]);
    expect(opened.value.visibility).toBe('open');
    expect(await sent(opened.value)).not.toContain(String(seed));
    expect(await sent({ ...opened.value, status: 'finished' })).toContain(String(seed));
    expect(await sent({ ...opened.value, delayTurns: 0 })).toContain(String(seed));
  }
});

it('the picture of a market hall that is shown late has no price of its last two turns', async () => {
  const [game, linear] = [findGame('bazaar/open'), findPolicy('bazaar/open', 'linear')];
  if (!game || !linear) throw new Error('there is no bazaar');
  const store = new MemoryEventStore('one');
  const services = servicesOn(store);
  const options = { sellers: 5, buyers: 12 };
  const config = game.parseConfig({ task_type: 'bulk', seed: 7, judge_mode: 'off', ...options });
  if (!config.ok) throw new Error(config.why);
  const { events } = playMatch(game, config.value, { playerOf: () => (seen) => linear.choose(seen) });
  const turn = 6; // is being played
  const newest = async (delayTurns: number) => {
    const hall = { game: 'bazaar/open', task: 'bulk', policy: 'linear', seed: 7, judgeMode: 'off', options, delayTurns };
    const opened = await openMatch(services, hall);
    if (!opened.ok) throw new Error(opened.why);
    const { id, head } = opened.value;
    const lease = await store.acquire(id, 'one', 60_000);
    if (!lease) throw new Error('somebody else holds it');
    const end = events.findIndex((event) => 'turn' in event && Number(event.turn) >= turn);
    const progress = { status: 'running', round: turn, turn } as const;
    expect(await store.append(lease, head, { events: events.slice(head, end), progress })).toMatchObject({ ok: true });
    const request = { url: `/matches/${id}/picture`, headers: {} } as IncomingMessage;
    await new ShareMoments().mark(request, async () => strangerAt(services));
    const moment = readMoment(String(request.headers[MOMENT_HEADER]));
    if (!moment) throw new Error('there is no picture');
    const { offers } = moment.view as { offers: { round: number }[] };
    return Math.max(...offers.map(({ round }) => round));
  };
  expect(await newest(0)).toBe(turn - 1);
  expect(await newest(2)).toBe(turn - 3);
});
