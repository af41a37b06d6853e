import { expect, test } from 'vitest';
import { readAgentWords } from '~/agents/agent-spec';
import { BUILT_IN } from '~/agents/built-in';
import type { Prompt } from '~/contract/prompt-format';
import { open } from '../../v1/decide';
import { openMarket } from '../../v1/open';
import { evolve } from '../evolve';
import type { OpenObservation } from '../observation';
import type { OpenState } from '../state';
import { openPrompts } from './formats';
import { tokensOf } from './user-text-1';

function observe(config: Record<string, unknown>): OpenObservation {
  const read = openMarket.parseConfig(config);
  if (!read.ok) throw new Error(read.why);
  const state = open(read.value).reduce<OpenState | null>((before, event) => evolve(before, event), null) as OpenState;
  return openMarket.observe(state, 'lab_0');
}

/** What others wrote in this round, by lab. */
function hearing(observation: OpenObservation, said: Record<string, string[]>): OpenObservation {
  const lines = Object.entries(said).flatMap(([from, texts]) => texts.map((message) => ({ from, message })));
  const message_history = lines.map(({ from, message }, id) => ({
    message_id: `message_${id}`,
    from_lab_id: from,
    to_lab_id: null,
    round_index: observation.round_index,
    message,
  }));
  return { ...observation, message_history: message_history as unknown as OpenObservation['message_history'] };
}

function promptOf(wanted: string, observation: OpenObservation): Prompt {
  const format = openPrompts.find(({ version }) => version === wanted);
  if (!format) throw new Error(`no prompt ${wanted}`);
  return format.decide.prompt(observation, []);
}

function options(version: string, observation: OpenObservation): string[] {
  const { user } = promptOf(version, observation);
  return user
    .slice(user.indexOf('\nActions:\n'))
    .split('\n')
    .slice(2)
    .filter((line) => !line.endsWith(':') && !line.startsWith('Also'));
}

const market = observe({ task_type: 'market_round', seed: 1 });
const digits = '1234567890'.repeat(10);

test('three messages of digits take no option out of the prompt', () => {
  const loud = hearing(market, {
    lab_1: [digits, digits, `${digits.slice(1)}9`],
    lab_2: [`2${digits.slice(1)}`],
    lab_3: [`3${digits.slice(1)}`],
  });
  expect(options('open-1', loud)).toEqual([]); // the reason for the second version
  expect(options('open-2', loud).length).toBeGreaterThanOrEqual(options('open-2', market).length - 2);
  expect(options('open-2', loud).length).toBeGreaterThan(2);
});

test('the words of others share their room evenly: who says much leaves the others theirs', () => {
  const { user } = promptOf('open-2', hearing(market, { lab_1: [digits, digits, digits], lab_2: ['I sell block 2 for 10.'] }));
  expect(user).toContain('lab_2 <<I sell block 2 for 10.>>');
  expect(user.split('\n').filter((line) => line.startsWith('lab_1 <<'))).toHaveLength(1);
});

test('what was cut is said in the prompt and told to the turn', () => {
  const large = observe({ task_type: 'grand_market', seed: 2, labs: 12, jobs: 6, blocks: 6 });
  const said = Object.fromEntries(Array.from({ length: 11 }, (_, lab) => [`lab_${lab + 1}`, [digits]]));
  const { user, cut = [] } = promptOf('open-2', hearing(large, said));
  expect(cut).toContain('5 labs that spoke');
  for (const what of cut) expect(user).toContain(`… and ${what.replace(' ', ' more ')}`);
  expect(options('open-2', large).length).toBeGreaterThan(4);
  expect(tokensOf(user)).toBeLessThan(700);
});

test('the safe version is the default; the first one keeps its name and its bytes', () => {
  expect(openPrompts.map(({ version }) => version)).toEqual(['open-2', 'open-1']);
});

test.each([
  ['an agent that names no prompt', {}, 'open-4'],
  ['an agent with an adapter, which was trained on the first format', { adapter: 'trader' }, 'open-1'],
  ['an adapter that names its prompt', { adapter: 'trader', prompt: 'open-2' }, 'open-2'],
  ['an agent that named the first prompt', { prompt: 'open-1' }, 'open-1'],
])('%s reads what it was made for: %j, %s', (_, given, prompt) => {
  const read = readAgentWords({ name: 'a', title: 'A', plays: ['gpu-market/open'], spec: { kind: 'model', model: 'm', ...given } });
  expect(read).toMatchObject({ ok: true, value: { spec: { prompt } } });
});

test('the model that comes with Mandi reads the safe prompt; the version that matches have recorded keeps its own', () => {
  const own = BUILT_IN.filter(({ name }) => name === 'smollm2').map(({ version, spec }) => [version, 'prompt' in spec && spec.prompt]);
  expect(own).toEqual([
    [2, 'open-2'],
    [1, 'open-1'],
  ]);
});
