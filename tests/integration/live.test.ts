import jsonPatch, { type Operation } from 'fast-json-patch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchOpened } from '~/games/gpu-market/events';
import type { FramesMessage, LobbyMessage } from '~/live/protocol';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, type TestSocket, until, watch, watchAs } from './support/server';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

const expert = { task: 'market_round', seed: 5, policy: 'rule_based_expert' };

/** What a screen does with a stream, and nothing more: no gap and no double may come. */
class Screen {
  head = 0;
  view: object = {};
  count = 0;
  cards: string[] = [];
  private readonly socket: TestSocket;

  constructor(socket: TestSocket) {
    this.socket = socket;
    socket.on('frames', (message) => this.take(message));
    socket.on('watchers', ({ count }) => {
      this.count = count;
    });
    socket.on('card', (card) => this.cards.push(card.status));
  }

  /** Heard before anything that is said after it. */
  async watch(id: string, since = 0): Promise<this> {
    const answer = await watchAs(this.socket, { matchId: id, since }, (first) => {
      if (first.ok) this.take(first);
    });
    if (!answer.ok) throw new Error(answer.message);
    this.count = answer.watchers;
    return this;
  }

  private take({ frames, anew }: Pick<FramesMessage, 'frames' | 'anew'>): void {
    if (anew) [this.head, this.view] = [0, {}];
    for (const frame of frames) {
      if (frame.seq !== this.head + 1) throw new Error(`frame ${frame.seq} after ${this.head}`);
      this.view = jsonPatch.applyPatch(this.view, structuredClone(frame.patch)).newDocument;
      this.head = frame.seq;
    }
  }
}

async function isOver(id: string): Promise<boolean> {
  return (await mandi.api.match.get.query({ id })).status === 'finished';
}

describe('watching', () => {
  it('brings every frame once and in order, and ends at the view of the replay', async () => {
    const { id } = await mandi.api.match.create.mutate({ ...expert, pace: 0.2 });
    const socket = await mandi.connect();
    const screen = await new Screen(socket).watch(id);
    await until(() => screen.cards.includes('finished'));
    const { card, frames } = await mandi.api.match.frames.query({ id });
    expect(screen.head).toBe(card.head);
    expect(screen.view).toEqual(viewOf(frames));
    expect(screen.view).toMatchObject({ finished: true, seed: 5 });
  });

  it('joined in the middle of a fast match, misses nothing', async () => {
    const { id } = await mandi.api.match.create.mutate({ ...expert, task: 'coalition_market', pace: 0.01 });
    const screens = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = await mandi.connect();
        return new Screen(socket).watch(id);
      }),
    );
    await until(() => isOver(id));
    const { head } = await mandi.api.match.get.query({ id });
    await until(() => screens.every((screen) => screen.head === head));
  });

  it('goes on by sequence number after the line was cut, with what was missed and no more', async () => {
    const { id } = await mandi.api.match.create.mutate({ ...expert, pace: 0.3 });
    const first = await mandi.connect();
    const screen = await new Screen(first).watch(id);
    const had = screen.head;
    first.io.engine.close(); // as a lost network does it
    await until(async () => (await mandi.api.match.get.query({ id })).head > had);
    const second = await mandi.connect();
    const answer = await watch(second, id, had);
    if (!answer.ok) throw new Error(answer.message);
    expect(answer.anew).toBeUndefined();
    expect(answer.frames[0]?.seq).toBe(had + 1);
    await until(() => isOver(id));
    const { card, frames } = await mandi.api.match.frames.query({ id });
    const rest = await watch(second, id, card.head);
    expect(rest).toMatchObject({ ok: true, frames: [] });
    expect(frames).toHaveLength(card.head);
  });

  it('counts who watches', async () => {
    const { id } = await mandi.api.match.create.mutate({ ...expert, pace: 60 });
    const [one, two] = [await mandi.connect(), await mandi.connect()];
    const screen = await new Screen(one).watch(id);
    expect(screen.count).toBe(1);
    await watch(two, id);
    await until(() => screen.count === 2);
    two.emit('unwatch', { matchId: id });
    await until(() => screen.count === 1);
    await watch(two, id);
    await until(() => screen.count === 2);
    two.disconnect();
    await until(() => screen.count === 1);
    await mandi.api.match.control.mutate({ id, command: 'abort' });
  });

  it('tells of a pause and of an end', async () => {
    const { id } = await mandi.api.match.create.mutate({ ...expert, pace: 60 });
    const socket = await mandi.connect();
    const screen = await new Screen(socket).watch(id);
    for (const [command, status] of [
      ['pause', 'paused'],
      ['resume', 'running'],
      ['abort', 'aborted'],
    ] as const) {
      await mandi.api.match.control.mutate({ id, command });
      await until(() => screen.cards.at(-1) === status);
    }
  });

  it('answers with a reason what it cannot show', async () => {
    const socket = await mandi.connect();
    expect(await watch(socket, 'nosuchmatch')).toMatchObject({ ok: false, code: 'unknown_match' });
    expect(await watch(socket, 'x', -1)).toMatchObject({ ok: false, code: 'bad_input' });
    const nonsense = await new Promise((resolve) => socket.emit('watch', 'nonsense' as never, resolve));
    expect(nonsense).toMatchObject({ ok: false, code: 'bad_input' });
    socket.emit('watch', { matchId: 'x', since: 0 }, undefined as never);
    socket.emit('lobby', null as never);
    expect((await watch(socket, 'nosuchmatch')).ok).toBe(false); // still there
  });

  it('takes no message over 16 kB', async () => {
    const socket = await mandi.connect();
    const gone = new Promise((resolve) => socket.on('disconnect', resolve));
    socket.emit('unwatch', { matchId: 'x'.repeat(20_000) });
    await gone;
  });
});

describe('the lobby', () => {
  it('shows what goes on, with a curve, and what begins', async () => {
    const { id } = await mandi.api.match.create.mutate({ ...expert, pace: 0.3 });
    const socket = await mandi.connect();
    const heard: LobbyMessage[] = [];
    socket.on('lobby', (message) => heard.push(message));
    await new Promise<void>((entered) => socket.emit('lobby', { join: true }, entered));
    expect(heard.some((message) => message.card.id === id)).toBe(true);
    const later = await mandi.api.match.create.mutate({ ...expert, pace: 60 });
    await until(() => heard.some((message) => message.card.id === later.id));
    await until(() => heard.some((message) => message.card.id === id && message.card.status === 'finished' && message.curve.length > 1));
    await mandi.api.match.control.mutate({ id: later.id, command: 'abort' });
  });
});

describe('a public match', () => {
  it('gives nothing private away while it runs, through no endpoint; at its end everything', async () => {
    const seed = 1_234_567_891;
    const { id } = await mandi.api.match.create.mutate({ ...expert, task: 'coalition_market', seed, pace: 0.4, visibility: 'public' });
    const secrets = await secretsOf(id);
    expect(secrets.length).toBeGreaterThan(20);
    const socket = await mandi.connect();
    let sent = '';
    socket.onAny((...message) => {
      if (!JSON.stringify(message).includes('"anew":true')) sent += JSON.stringify(message);
    });
    const frames: FramesMessage[] = [];
    socket.on('frames', (message) => frames.push(message));
    socket.emit('lobby', { join: true });
    const answer = await watch(socket, id);
    sent += JSON.stringify(answer);
    for (const path of [`/api/matches/${id}/events.jsonl`, `/api/matches/${id}/transcript.md`]) {
      sent += await (await fetch(`${mandi.origin}${path}`)).text();
    }
    sent += JSON.stringify(await mandi.api.match.frames.query({ id }));
    sent += JSON.stringify(await mandi.api.match.events.query({ id }));
    sent += JSON.stringify(await mandi.api.match.list.query({}));
    expect(await isOver(id)).toBe(false);
    await until(() => frames.some((message) => message.frames.length > 0));
    const soFar = sent;
    expect(secrets.filter((secret) => soFar.includes(secret))).toEqual([]);
    expect(soFar).not.toMatch(/"(payment|budget|bonus)":-?\d/);

    await until(() => frames.some((message) => message.anew));
    const whole = frames.find((message) => message.anew);
    const { head } = await mandi.api.match.get.query({ id });
    expect(whole?.frames).toHaveLength(head);
    expect(JSON.stringify(whole)).toContain(`"seed":${seed}`);
    expect(viewOf(whole?.frames ?? [])).toMatchObject({ seed, finished: true });
    expect((await mandi.api.match.get.query({ id })).seed).toBe(seed);
    const back = await watch(await mandi.connect(), id, 3);
    expect(back).toMatchObject({ ok: true, anew: true });
  });

  /** Whatever of the opening nobody but its owner may know, as it would stand in a message. */
  async function secretsOf(id: string): Promise<string[]> {
    const [opened] = await mandi.store.read(id, 0, 1);
    if (!opened) throw new Error('no opening');
    const { seed, labs } = opened.event as MatchOpened;
    const jobs = labs.flatMap((lab) => lab.jobs);
    return [
      String(seed),
      ...labs.map((lab) => `"budget":${lab.budget}`),
      ...labs.flatMap((lab) => (lab.archetype === null ? [] : [`"${lab.archetype}"`])),
      ...jobs.map((job) => `"${job.job_id}"`),
      ...jobs.map((job) => `"base_value":${job.base_value}`),
      '"private_notes"',
    ];
  }
});

function viewOf(frames: readonly { patch: unknown }[]): object {
  let view: object = {};
  for (const { patch } of frames) view = jsonPatch.applyPatch(view, structuredClone(patch as Operation[])).newDocument;
  return view;
}

it('logs no fault over all of this', () => {
  expect(mandi.logged).toEqual([]);
});
