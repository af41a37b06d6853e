/** Where a game's prompt has two stages, its chats and trajectories have both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import type { ChatReply, ChatRequest } from '~/inference/chat-model';
import { Brain, service } from '~/match/testing/agents';
import { MemoryEventStore } from '~/store/memory-event-store';
import { asWritten } from './columns';
import { sampleDataset } from './export-dataset';
import type { ChatRow, TrajectoryRow } from './formats';
import { playInto } from './testing/stored-matches';

/** Names 70, and has the first words of each match repaired. */
class Haggler extends Brain {
  override async chat(request: ChatRequest): Promise<ChatReply> {
    const call = this.asked.length;
    const reply = await super.chat(request);
    const isWords = JSON.stringify(request.schema).includes('"message"');
    const text = isWords ? (call === 1 ? '{"message":""}' : `{"message":"Call ${call}."}`) : '{"type":"name_price","price":70}';
    return { ...reply, text, tokens: { prompt: 50, cached: null, completion: 5 }, written: { ids: [call], logprobs: [-0.5] } };
  }
}

const store = new MemoryEventStore('one');
let id = '';
beforeAll(async () => {
  showTestGames(true);
  const { agents } = service(new Haggler(), store.agents, { turnSeconds: 20, repairs: 1 }, ['test/offers']);
  const seats = { seller: 'brain', buyer: 'stubborn_haggler' };
  id = await playInto(store, { game: 'test/offers', task: 'haggle', seed: 3, policy: 'stubborn_haggler', seats }, agents);
});
afterAll(() => showTestGames(false));

const asked = { ruleset: 'test/offers', split: 'train' } as const;

test('sft: the decision without its words, then the words, each under the messages that it was asked with', async () => {
  const rows = (await sampleDataset(store, { ...asked, format: 'sft', player: 'brain@1' }, { most: 100 })).rows as ChatRow[];
  const turns = await store.agents.turnsOf(id, 'seller');
  expect(turns.length).toBeGreaterThan(1);
  expect(rows.map(({ stage }) => stage)).toEqual(turns.flatMap(() => ['decide', 'write']));
  for (const [i, turn] of turns.entries()) {
    const [decided, written] = rows.slice(2 * i);
    expect(decided?.messages).toEqual([
      ...(turn.requests.decide?.messages ?? []),
      { role: 'assistant', content: '{"type":"name_price","price":70}' },
    ]);
    expect(written?.messages.slice(0, 2)).toEqual(turn.requests.write?.messages);
    expect(JSON.parse(written?.messages[2]?.content ?? '')).toEqual({ message: (turn.move as { message: string }).message });
    expect([decided?.origin, written?.origin, written?.prompt_version]).toEqual(['own', i === 0 ? 'repaired' : 'own', 'offers-2']);
  }
});

test('sft: words whose turn was not kept are asked for as they would be in play, from the match alone', async () => {
  const agents = new Proxy(store.agents, {
    get: (whole, name) => {
      const part: unknown = name === 'turnsOf' ? async () => [] : Reflect.get(whole, name);
      return typeof part === 'function' ? (part.bind(whole) as unknown) : part;
    },
  });
  const lost = new Proxy(store, { get: (whole, name) => (name === 'agents' ? agents : Reflect.get(whole, name)) as unknown });
  const request = { ...asked, format: 'sft', player: 'brain@1' } as const;
  const [kept = [], made = []] = await Promise.all(
    [store, lost].map(async (one) => (await sampleDataset(one, request, { most: 100 })).rows as ChatRow[]),
  );
  expect(made.map(({ messages }) => messages)).toEqual(kept.map(({ messages }) => messages));
  expect(new Set(made.map(({ origin }) => origin))).toEqual(new Set(['unknown']));
});

test('trajectories: both requests with their answers, in files too', async () => {
  const request = { ...asked, format: 'trajectories', player: 'brain@1' } as const;
  const [row] = (await sampleDataset(store, request, { most: 1 })).rows as TrajectoryRow[];
  const [first] = await store.agents.turnsOf(id, 'seller');
  const stages = row?.steps[0]?.stages ?? [];
  expect(stages).toEqual([
    {
      stage: 'decide',
      prompt_version: 'offers-2',
      messages: first?.requests.decide?.messages,
      reply: '{"type":"name_price","price":70}',
      tokens: { calls: 1, prompt: 50, completion: 5, estimated: false },
      written: { ids: [0], logprobs: [-0.5] },
    },
    {
      stage: 'write',
      prompt_version: 'offers-2',
      messages: first?.requests.write?.messages,
      reply: '{"message":"Call 2."}',
      tokens: { calls: 2, prompt: 100, completion: 10, estimated: false },
      written: { ids: [2], logprobs: [-0.5] },
    },
  ]);
  expect(row?.steps[0]).toMatchObject({ tokens: { calls: 3 }, written: { ids: [0] } });
  const file = asWritten('trajectories', row ?? {}) as TrajectoryRow;
  expect(file.steps[0]?.stages).toEqual(stages);
  const [buyer] = (await sampleDataset(store, { ...request, player: 'stubborn_haggler' }, { most: 1 })).rows as TrajectoryRow[];
  expect(buyer?.steps.map(({ stages: none }) => none)).toEqual(buyer?.steps.map(() => null));
});
