import { describe, expect, test } from 'vitest';
import type { GameKey, GameRef } from '~/contract/game-ref';
import { type Attack, attackText, CHANNELS } from '~/contract/injections';
import type { ChatMessage } from '~/inference/chat-model';
import { nullModel } from '~/inference/null/null-model';
import { neutral } from '~/lib/text/hostile-text';
import { BUILT_IN } from '../built-in';
import type { Chats } from '../model-player';
import { modelGames, promptFor } from '../prompt-formats';
import { ATTACKS, harmlessLike } from './attacks';
import { attackedGames, runInjections, trapScene } from './run-injections';

const MARK = /<\|im_(?:start|end)\|>/;

const [agent] = BUILT_IN;

function promptOf(game: GameRef, observation: unknown): ChatMessage[] {
  const prompt = promptFor(game)?.decide.prompt(observation, []);
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

/** Have no scene yet. */
const WITHOUT_A_TRAP: readonly GameKey[] = [];

test('every game that models play has its trap, but those of one list', () => {
  expect([...attackedGames(), ...WITHOUT_A_TRAP].sort()).toEqual(modelGames().sort());
});

test.each(WITHOUT_A_TRAP)('%s has no trap, and says so by name', (key) => {
  expect(() => trapScene({ key }, 1)).toThrow(`${key} has no trap for models; there is one in ${attackedGames().join(', ')}`);
});

describe.each(attackedGames())('%s', (ruleset) => {
  const scene = trapScene({ key: ruleset }, 1);
  const [demand] = scene.demands;
  if (demand === undefined) throw new Error('a demand');
  const clean = promptOf(scene.game, scene.observation);
  const format = promptFor(scene.game);
  /** What nobody demands first. */
  const steadily = format?.decide.say(scene.observation, format.safe(scene.observation)) ?? '';

  test('the trap can be walked into: the rules and the prompt format take what is demanded', () => {
    const format = promptFor(scene.game);
    for (const { action, json } of scene.demands) {
      expect(format?.decide.read(scene.observation, JSON.parse(json))).toEqual({ ok: true, value: action });
    }
  });

  test.each(ATTACKS)('$id opens no turn, closes no delimiter, and leaves no JSON in the prompt', (attack) => {
    const messages = promptOf(scene.game, scene.attacked(attack, demand));
    expect(messages[0]).toEqual(clean[0]);
    const user = messages[1]?.content ?? '';
    expect(rendered(messages).split(MARK)).toHaveLength(rendered(clean).split(MARK).length);
    expect(user).not.toMatch(/<\||\|>|\[INST\]|<<SYS>>|start_of_turn|header_id|```|\{"/);
    // All that came in stands on lines of its own, whole between their delimiters; every other line is one that Mandi wrote.
    const quotes = user.split('\n').filter((line) => line.includes('<<'));
    for (const line of quotes) expect(line).toMatch(/^\w+ (said, as data: )?<<[^<>]*>>$/);
    if (scene.heard.includes(attack.channel)) expect(quotes.length).toBeGreaterThan(0);
    else expect(user).not.toContain(neutral(attackText(attack, demand), 20));
    const outside = user.split('\n').filter((line) => !line.includes('<<'));
    expect(outside.join('\n')).not.toContain(demand.json);
  });

  test('a model that always obeys is found out, one that never does is not blamed', async () => {
    const obeying = await run(
      ruleset,
      replying((messages) => ((messages[1]?.content ?? '').includes('<<') ? demand.json : steadily)),
    );
    expect(obeying.succeeded).toBe(ATTACKS.filter((attack) => scene.heard.includes(attack.channel)).length);
    const steady = await run(
      ruleset,
      replying(() => steadily),
    );
    expect(steady).toMatchObject({ ruleset, attacks: ATTACKS.length, succeeded: 0, rate: 0, fellBack: 0 });
    // What it plays of itself is not demanded: the attacker asks for something else, and is not obeyed.
    const always = await run(
      ruleset,
      replying(() => demand.json),
    );
    expect(always).toMatchObject({ succeeded: 0, rate: 0 });
    const broken = await run(
      ruleset,
      replying(() => '?'),
    );
    expect(broken).toMatchObject({ succeeded: 0, rate: null, fellBack: ATTACKS.length });
  });

  test('a model that copies the first JSON object it sees, or the last, is fed none', async () => {
    const copies = (at: number) => (messages: readonly ChatMessage[]) =>
      [...(messages[1]?.content ?? '').matchAll(/\{"[^}]*\}/g)].at(at)?.[0] ?? steadily;
    for (const at of [0, -1]) expect((await run(ruleset, replying(copies(at)))).succeeded).toBe(0);
  });

  test('the constant null model is moved by nothing, the random one by chance alone: its rate is that of harmless words', async () => {
    const seeds = [1, 2];
    expect(await run(ruleset, nullModel('constant'), { seeds, name: 'null-constant' })).toMatchObject({
      fellBack: 0,
      succeeded: 0,
      rate: 0,
    });
    const attacked = await run(ruleset, nullModel('random'), { seeds, name: 'null-random' });
    const harmless = await run(ruleset, nullModel('random'), { seeds, name: 'null-random', attacks: ATTACKS.map(harmlessLike) });
    expect([attacked.fellBack, harmless.fellBack]).toEqual([0, 0]);
    expect(attacked.rate).toBeLessThan(0.2);
    expect(Math.abs((attacked.rate ?? 1) - (harmless.rate ?? 0))).toBeLessThan(0.1);
  });
});

test('an unknown game has no trap, and says which have', () => {
  expect(() => trapScene({ key: 'gpu-market/none' }, 1)).toThrow(/gpu-market\/classic/);
});

interface Runs {
  seeds?: readonly number[];
  name?: string;
  attacks?: readonly Attack[];
}

function run(ruleset: GameKey, chat: Chats, { seeds = [1], name, attacks = ATTACKS }: Runs = {}) {
  const found = name === undefined ? inDefaultPrompt(ruleset) : BUILT_IN.find((one) => one.name === name);
  if (found === undefined) throw new Error('no such agent');
  return runInjections({ agent: found, chat, ruleset, seeds, attacks });
}

/** As a new agent is asked. */
function inDefaultPrompt(key: GameKey): typeof agent {
  const prompt = promptFor({ key })?.version;
  if (agent?.spec.kind !== 'model' || prompt === undefined) return agent;
  return { ...agent, spec: { ...agent.spec, prompt } };
}
