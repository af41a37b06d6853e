import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import { actionsOfMove } from '~/contract/actions-of-move';
import type { ChatReply, ChatRequest } from '~/inference/chat-model';
import { Brain, service } from '~/match/testing/agents';
import type { EventStore } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import { MemoryEventStore } from '~/store/memory-event-store';
import { exportDataset, sampleDataset } from './export-dataset';
import type { ArenaRow, ChatRow, Origin, TrajectoryRow } from './formats';
import type { PreferenceRow } from './preference-pairs';
import type { DatasetRequest } from './request';
import { playInto } from './testing/stored-matches';

/** Answers and babbles in turn, and tells its tokens as a worker does. */
class Fickle extends Brain {
  override async chat(request: ChatRequest): Promise<ChatReply> {
    const call = this.asked.length;
    this.does = call % 2 === 0 ? 'answers' : 'babbles';
    return { ...(await super.chat(request)), written: { ids: [call, 7], logprobs: [-0.5, 0] } };
  }
}

const store = new MemoryEventStore('one');
const base = mkdtempSync(join(tmpdir(), 'mandi-agents-'));
const ALL = { most: 1000 };
const PLAYED = [
  { fallback: 'rule_based_expert', request: { ruleset: 'classic', task: 'coalition_market', seed: 3, policy: 'brain' } },
  { fallback: null, request: { ruleset: 'open', task: 'single_trade', seed: 6, policy: 'planner', seats: { lab_1: 'brain' } } },
  { fallback: 'planner', request: { ruleset: 'open', task: 'market_round', seed: 5, policy: 'planner', seats: { lab_1: 'brain' } } },
];
let classicId = '';

beforeAll(async () => {
  for (const { fallback, request } of PLAYED) {
    const { agents } = service(new Fickle(), store.agents, { turnSeconds: 20, fallback });
    const id = await playInto(store, request, agents);
    if (request.ruleset === 'classic') classicId = id;
  }
});
afterAll(() => rmSync(base, { recursive: true }));

/** The same matches, with other turns of agents or other cards. */
function changed({ turns, seats }: { turns?: (kept: AgentTurn[]) => AgentTurn[]; seats?: (cards: SeatCard[]) => SeatCard[] }): EventStore {
  const turnsOf = async (id: string) => (turns ?? ((kept) => kept))(await store.agents.turnsOf(id));
  const agents = new Proxy(store.agents, {
    get: (whole, name) => {
      const part: unknown = name === 'turnsOf' ? turnsOf : Reflect.get(whole, name);
      return typeof part === 'function' ? (part.bind(whole) as unknown) : part;
    },
  });
  const page = (records: Awaited<ReturnType<EventStore['finished']>>) =>
    records.map((match) => ({ ...match, seats: (seats ?? ((cards) => cards))([...match.seats]) }));
  const parts: Partial<EventStore> = {
    agents,
    finished: async (...asked) => page(await store.finished(...asked)),
    list: async (...asked) => {
      const found = await store.list(...asked);
      return { ...found, items: page(found.items) };
    },
  };
  return new Proxy(store, { get: (whole, name) => (parts[name as keyof EventStore] ?? Reflect.get(whole, name)) as unknown });
}

const MADE: readonly Partial<AgentTurn>[] = [
  { origin: 'own', guards: [] },
  { origin: 'repaired', guards: [] },
  { origin: 'own', guards: [{ guard: 'payment_over_budget', what: 'cut 8 to the budget, 4' }] },
  { origin: 'fallback', guards: [] },
];
/** The first turn the agent's own, the next repaired, then guarded, then a fallback, and so again; the last was not kept. */
const every = changed({
  turns: (kept) => kept.slice(0, -1).map((turn, i) => ({ ...turn, ...MADE[i % MADE.length] })),
});

describe.each([
  ['classic', 1],
  ['open', 2],
] as const)('chats of an agent in %s', (ruleset, version) => {
  it('have the very prompt that it was sent in play, after its own turns and after those of its fallback', async () => {
    const asked = { format: 'sft', ruleset, version, split: 'train', player: 'brain@1', withFallbacks: true } as const;
    const rows = (await sampleDataset(store, asked, ALL)).rows as ChatRow[];
    const after = new Set<string | undefined>();
    for (const { match_id, messages, round_index, prompt_version, origin } of rows) {
      const turns = await store.agents.turnsOf(match_id);
      const sent = turns.find(({ round }) => round === round_index);
      expect(messages.slice(0, 2)).toEqual(sent?.requests.decide?.messages);
      expect([prompt_version, origin]).toEqual([sent?.requests.decide?.version, sent?.origin]);
      after.add(turns.find(({ round }) => round === round_index - 1)?.origin);
    }
    expect(new Set(rows.map(({ origin }) => origin))).toEqual(new Set(['own', 'fallback']));
    expect(after).toEqual(new Set([undefined, 'own', 'fallback']));
  });
});

it('a fallback that does several things at once is remembered so in the prompts of its agent', async () => {
  const asked = { format: 'sft', ruleset: 'open', version: 2, task: 'market_round', split: 'train', player: 'brain@1' } as const;
  const [first] = (await sampleDataset(store, asked, ALL)).rows as ChatRow[];
  const turns = await store.agents.turnsOf(first?.match_id ?? '');
  expect(turns.some(({ origin, move }) => origin === 'fallback' && actionsOfMove(move).length > 1)).toBe(true);
});

function tokensOf({ replies }: AgentTurn) {
  const counted = replies.flatMap(({ tokens }) => tokens ?? []);
  const [prompt, completion] = (['prompt', 'completion'] as const).map((of) => counted.reduce((sum, one) => sum + one[of], 0));
  return counted.length === 0
    ? null
    : { calls: counted.length, prompt, completion, estimated: counted.some((one) => one.estimated === true) };
}

describe('what was played for an agent', () => {
  const classic: DatasetRequest = { format: 'sft', ruleset: 'classic', split: 'train' };

  it('is said with each step, and counted in the manifest', async () => {
    const manifest = await exportDataset(every, { ...classic, format: 'trajectories' }, { folder: join(base, 'steps'), code: 'test' });
    const { rows } = await sampleDataset(every, { ...classic, format: 'trajectories' }, ALL);
    const origins = (rows as TrajectoryRow[]).flatMap(({ steps }) => steps.map(({ origin }) => origin));
    expect(origins).toEqual(
      origins.map((_, i) => (i === origins.length - 1 ? 'unknown' : ['own', 'repaired', 'guarded', 'fallback'][i % 4])),
    );
    expect(origins.length).toBeGreaterThan(5);
    const kept = await every.agents.turnsOf(classicId);
    const told = (rows as TrajectoryRow[]).flatMap(({ steps }) => steps.map(({ tokens }) => tokens));
    expect(told).toEqual([...kept.map(tokensOf), null]); // of the turn that was not kept nothing is made up
    expect(told.some((one) => (one?.completion ?? 0) > 0)).toBe(true);
    const written = (rows as TrajectoryRow[]).flatMap(({ steps }) => steps.map((step) => step.written));
    // Of a fallback's move the model wrote nothing.
    expect(written).toEqual([...kept.map(({ origin, replies }) => (origin === 'fallback' ? null : replies.at(-1)?.written)), null]);
    expect(written[0]).toMatchObject({ logprobs: [-0.5, 0] });
    const times = (what: string) => origins.filter((origin) => origin === what).length;
    const counted = ['own', 'repaired', 'guarded', 'fallback', 'unknown'].map((what) => [what, times(what)]);
    expect(manifest.turns).toEqual(Object.fromEntries(counted));
  });

  it.each(['sft', 'arena-sft', 'preferences'] as const)('%s: fallback turns make no row unless they are asked for', async (format) => {
    const turns = await every.agents.turnsOf(classicId);
    const fallbacks = turns.filter(({ origin }) => origin === 'fallback').map(({ round }) => round);
    const roundsOf = (rows: object[]) => (rows as (ChatRow | ArenaRow | PreferenceRow)[]).map(({ round_index }) => round_index);
    const plain = await sampleDataset(every, { ...classic, format }, ALL);
    expect(plain.rows.length).toBeGreaterThan(0);
    expect(roundsOf(plain.rows).filter((round) => fallbacks.includes(round))).toEqual([]);
    expect(plain.counts.fallback_turn).toBe(fallbacks.length);
    const all = changed({ turns: (kept) => kept.map((turn) => ({ ...turn, origin: 'fallback' as const })) });
    expect((await sampleDataset(all, { ...classic, format }, ALL)).rows).toEqual([]);
    const { rows, counts } = await sampleDataset(every, { ...classic, format, withFallbacks: true }, ALL);
    expect(counts.fallback_turn).toBeUndefined();
    if (format !== 'arena-sft') for (const row of rows as ChatRow[]) expect(row.origin).not.toBe('script');
    if (format !== 'preferences') expect(roundsOf(rows).some((round) => fallbacks.includes(round))).toBe(true);
  });

  it('branches: what was done before them is not the branch’s own, and is taught by the match that it is of', async () => {
    const stem = await store.get(classicId);
    if (!stem) throw new Error('no match');
    const events = await store.read(stem.id);
    const half = Math.floor(events.length / 2);
    const branch = {
      ...stem,
      id: 'branch',
      origin: { matchId: stem.id, seq: half },
      seats: [{ ...stem.seats[0], policy: 'house' } as SeatCard],
    };
    const list: EventStore['list'] = async () => ({ items: [branch], nextCursor: null });
    const parts: Partial<EventStore> = { list, read: () => store.read(stem.id) };
    const branched = new Proxy(store, { get: (whole, name) => (parts[name as keyof EventStore] ?? Reflect.get(whole, name)) as unknown });
    const { counts } = await sampleDataset(branched, classic, ALL);
    const [row] = (await sampleDataset(branched, { ...classic, format: 'trajectories' }, ALL)).rows as TrajectoryRow[];
    const origins = row?.steps.map(({ origin }) => origin) ?? [];
    expect(new Set(origins)).toEqual(new Set(['stem', 'script']));
    expect(counts.before_the_branch).toBe(origins.filter((origin) => origin === 'stem').length);
  });
});

describe('whether a seat’s rows may train, and why', () => {
  const open: DatasetRequest = { format: 'trajectories', ruleset: 'open', version: 2, task: 'market_round', split: 'train' };
  const saidIn = async (asked: EventStore, request: DatasetRequest) => {
    const { rows } = await sampleDataset(asked, request, ALL);
    return Object.fromEntries((rows as Origin[]).map(({ seat, trainable, trainable_reason }) => [seat, [trainable, trainable_reason]]));
  };
  const played = (seat: string, policy: string) =>
    changed({ seats: (cards) => cards.map((card) => (card.seat === seat ? { seat, kind: 'script', policy } : card)) });

  it('is decided for each seat by the share of its fallbacks', async () => {
    const half = await saidIn(store, open);
    expect(half.lab_1).toEqual([true, 'train_seeds']);
    const most = changed({ turns: (kept) => kept.map((turn, i) => ({ ...turn, origin: i % 3 === 0 ? ('own' as const) : 'fallback' })) });
    const said = await saidIn(most, open);
    expect(said.lab_1).toEqual([false, 'mostly_fallbacks']);
    expect(said.lab_0).toEqual([true, 'train_seeds']);
  });

  it('by whose program it is: one behind an address only where all have agreed', async () => {
    const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:9/', secretName: null, fallback: null, turnSeconds: 1 };
    const words = { name: 'outside', title: 'T', summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
    await store.agents.add({ ...words, spec, trusted: false, digest: 'sha256:0' });
    const asked = played('lab_2', 'outside@1');
    const said = await saidIn(asked, open);
    expect([said.lab_2, said.lab_0]).toEqual([
      [false, 'program_outside'],
      [true, 'train_seeds'],
    ]);
    expect((await saidIn(asked, { ...open, withPeople: true })).lab_2).toEqual([true, 'train_seeds']);
    const manifest = await exportDataset(asked, open, { folder: join(base, 'outside'), code: 'test' });
    expect(manifest).toMatchObject({ untrainable: { program_outside: 1 }, trainable: manifest.rows - 1 });
  });

  it('by whether somebody sat there, and has agreed', async () => {
    const person = { kind: 'person', name: 'Ada', ready: true, here: false, policy: null, shares: true } as const;
    const asked = changed({ seats: (cards) => cards.map((card) => (card.seat === 'lab_0' ? { seat: 'lab_0', ...person } : card)) });
    expect((await saidIn(asked, open)).lab_0).toEqual([false, 'no_consent']);
    const unasked = changed({
      seats: (cards) => cards.map((card) => (card.seat === 'lab_0' ? { seat: 'lab_0', ...person, shares: false } : card)),
    });
    expect((await saidIn(unasked, { ...open, withPeople: true })).lab_0).toEqual([false, 'no_consent']);
    expect((await saidIn(asked, { ...open, withPeople: true })).lab_0).toEqual([true, 'train_seeds']);
    const { rows } = await sampleDataset(asked, { ...open, withPeople: true }, ALL);
    expect((rows as TrajectoryRow[]).find(({ seat }) => seat === 'lab_0')?.steps[0]?.origin).toBe('person');
  });

  it('a person of the registry is a person like any other: left out, and never named', async () => {
    const ada = { kind: 'person', name: 'Ada L', ready: true, here: false, policy: null, agent: 'ada-l@1' } as const;
    const asked = changed({ seats: (cards) => cards.map((card) => (card.seat === 'lab_0' ? { seat: 'lab_0', ...ada } : card)) });
    expect((await saidIn(asked, open)).lab_0).toEqual([false, 'no_consent']);
    const { rows } = await sampleDataset(asked, { ...open, withPeople: true }, ALL);
    expect((rows as TrajectoryRow[]).find(({ seat }) => seat === 'lab_0')?.player).toBe('person');
    expect(JSON.stringify(rows)).not.toMatch(/Ada L|ada-l/);
    expect((await sampleDataset(asked, { ...open, withPeople: true, player: 'ada-l@1' }, ALL)).rows).toEqual([]);
  });

  it('the published shape cannot say it: such seats are left out of it', async () => {
    const most = changed({ turns: (kept) => kept.map((turn, i) => ({ ...turn, origin: i % 3 === 0 ? ('own' as const) : 'fallback' })) });
    const { rows, counts } = await sampleDataset(most, { format: 'arena-sft', ruleset: 'classic', split: 'train' }, ALL);
    expect([rows, counts.seat_not_trainable]).toEqual([[], 1]);
  });
});
