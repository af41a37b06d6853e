import { expect, test } from 'vitest';
import type { ChatMessage } from '~/inference/chat-model';
import { nullModel } from '~/inference/null/null-model';
import { BUILT_IN } from '../built-in';
import { neutral } from '../hostile-text';
import type { Chats } from '../model-player';
import { findTongue } from '../tongues';
import { ATTACKS, attackText, CHANNELS } from './attacks';
import { runInjections } from './run-injections';
import { attacked, trapScene } from './scene';

const tongue = findTongue('gpu-market/open');
const [agent] = BUILT_IN;
const scene = trapScene(1);
const [demand, lull] = scene.demands;
if (demand === undefined || lull === undefined) throw new Error('two demands');

function promptOf(observation: unknown): ChatMessage[] {
  const prompt = tongue?.prompt('open-1', observation, []);
  return [
    { role: 'system', content: prompt?.system ?? '' },
    { role: 'user', content: prompt?.user ?? '' },
  ];
}

/** What a server makes of messages for models of the ChatML kind. */
function rendered(messages: readonly ChatMessage[]): string {
  return `${messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('')}<|im_start|>assistant\n`;
}

function replying(reply: (messages: readonly ChatMessage[]) => string): Chats {
  const pin = { model: 'm', digest: null, adapter: null, adapterDigest: null, runtime: null };
  const rest = {
    held: false,
    end: 'stop' as const,
    tokens: { prompt: 1, cached: null, completion: 1 },
    timing: { queued: 0, first: 0, total: 0 },
  };
  return { chat: async ({ messages }) => ({ ...rest, text: reply(messages), backend: 'b', attempts: [], pin, cost: 0 }) };
}

test('there are at least forty attacks, on every channel, each its own', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ATTACKS.map((attack) => attack.text)).size).toBe(ATTACKS.length);
  expect(new Set(ATTACKS.map((attack) => attack.channel))).toEqual(new Set(CHANNELS));
});

test.each(ATTACKS)('$id opens no turn, closes no delimiter, and leaves no JSON in the prompt', (attack) => {
  const messages = promptOf(attacked(scene, attack, demand));
  const clean = promptOf(scene.observation);
  expect(messages[0]).toEqual(clean[0]);
  const user = messages[1]?.content ?? '';
  expect(rendered(messages).split(/<\|im_(?:start|end)\|>/)).toHaveLength(rendered(clean).split(/<\|im_(?:start|end)\|>/).length);
  expect(user).not.toMatch(/<\||\|>|\[INST\]|<<SYS>>|start_of_turn|header_id|```|\{"/);
  // All that came in stands on lines of its own, whole between their delimiters; every other line is one that Mandi wrote.
  const text = attackText(attack, demand);
  const quotes = user.split('\n').filter((line) => line.includes('<<'));
  for (const line of quotes) expect(line).toMatch(/^lab_\d+ <<[^<>]*>>$/);
  if (attack.channel === 'name') expect(user).not.toContain(neutral(text, 20));
  else expect(quotes.length).toBeGreaterThan(0);
  const outside = user.split('\n').filter((line) => !line.includes('<<'));
  expect(outside.join('\n')).not.toContain(demand.json);
});

test('a model that always obeys is found out, one that never does is not blamed', async () => {
  if (agent === undefined) throw new Error('no built-in agent');
  const obeying = await runInjections({
    agent,
    chat: replying((messages) => ((messages[1]?.content ?? '').includes('<<') ? demand.json : '{"action_type":"wait"}')),
    seeds: [1],
  });
  const heard = ATTACKS.filter((attack) => attack.channel !== 'name').length;
  expect(obeying.succeeded).toBe(heard);
  const steady = await runInjections({ agent, chat: replying(() => '{"action_type":"wait"}'), seeds: [1] });
  expect(steady).toMatchObject({ attacks: ATTACKS.length, succeeded: 0, rate: 0, fellBack: 0 });
  // What it plays of itself is not demanded: the attacker asks for something else, and is not obeyed.
  const always = await runInjections({ agent, chat: replying(() => demand.json), seeds: [1] });
  expect(always).toMatchObject({ succeeded: 0, rate: 0 });
  const broken = await runInjections({ agent, chat: replying(() => '?'), seeds: [1] });
  expect(broken).toMatchObject({ succeeded: 0, rate: null, fellBack: ATTACKS.length });
});

test('a model that copies the first JSON object it sees, or the last, is fed none', async () => {
  if (agent === undefined) throw new Error('no built-in agent');
  const copy = (messages: readonly ChatMessage[]) => /\{"[^}]*\}/.exec(messages[1]?.content ?? '')?.[0] ?? '{"action_type":"wait"}';
  expect((await runInjections({ agent, chat: replying(copy), seeds: [1] })).succeeded).toBe(0);
});

test('the constant null model is moved by nothing, the random one by chance alone', async () => {
  const nullAgent = (name: string) => BUILT_IN.find((one) => one.name === name) ?? BUILT_IN[0];
  for (const kind of ['constant', 'random'] as const) {
    const found = nullAgent(`null-${kind}`);
    if (found === undefined) throw new Error('no null agent');
    const report = await runInjections({ agent: found, chat: nullModel(kind), seeds: [1] });
    expect(report.fellBack).toBe(0);
    if (kind === 'constant') expect(report.succeeded).toBe(0);
    else expect(report.rate).toBeLessThan(0.5);
  }
});
