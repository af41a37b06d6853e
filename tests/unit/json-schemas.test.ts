// Every JSON Schema that others compile, compiled as strictly as Ajv can: what it takes, other validators take.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { promptFor } from '~/agents/prompt-formats';
import type { GameKey } from '~/contract/game-ref';
import type { JsonSchema } from '~/contract/prompt-format';
import { playMatch } from '~/engine/memory-run';
import { parseConfig } from '~/games/gpu-market/classic/config';
import { observe } from '~/games/gpu-market/classic/observe';
import { startMatch, step } from '~/games/gpu-market/classic/play-in-memory';
import { anyAction } from '~/games/gpu-market/classic/prompts/phrases';
import { plannerWithCoalitions } from '~/games/gpu-market/open/players/policies';
import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { parseOpenConfig2 } from '~/games/gpu-market/open/v2/config';
import { openMarket2 } from '~/games/gpu-market/open/v2/open';
import { showTestGames } from '~/games/registry';
import type { ChatModel } from '~/inference/chat-model';
import type { JudgeQuestion } from '~/judging/judge';
import { modelJudge } from '~/judging/model-judge';
import { drawsOf } from '~/lib/random/draws';
import { FrameSession } from '~/openenv/frame-session';
import { mcpTools } from '~/openenv/mcp-server';
import { openApi } from '~/openenv/openapi';
import { schemas } from '~/openenv/schemas';
import { listedTools } from '~/openenv/tools';
import { grammarOf } from '../../workers/inference/gbnf';

/** Union types such as ["number", "null"] are the standard's; Ajv's strict mode asks to allow them by name. */
const STRICT = new Ajv2020({ strict: true, allowUnionTypes: true });

function whyNotCompiled([name, schema]: readonly [string, object]): string[] {
  try {
    STRICT.compile(schema);
    return [];
  } catch (error) {
    return [`${name}: ${String(error)} in ${JSON.stringify(schema).slice(0, 300)}`];
  }
}

function schemaAt(key: GameKey, observation: unknown, version = 1): JsonSchema {
  const format = promptFor({ key, version });
  if (!format) throw new Error(`no model plays ${key}`);
  return format.decide.schema(observation);
}

/** By what they are called. */
function expectAllCompile(schemas: readonly (readonly [string, object])[]): void {
  expect(schemas.length).toBeGreaterThan(0);
  expect(schemas.flatMap(whyNotCompiled).slice(0, 3)).toEqual([]);
}

test.each([false, true])('the schemas of the endpoint, its OpenAPI page and both lists of tools compile (games for tests: %s)', (shown) => {
  showTestGames(shown);
  onTestFinished(() => showTestGames(false));
  const { paths } = openApi('0') as { paths: Record<string, Record<string, object>> };
  const bodies = Object.entries(paths).flatMap(([path, ways]) => schemasIn(ways).map((schema) => [path, schema] as const));
  const tools = listedTools(new FrameSession(), 'inputSchema') as { name: string; inputSchema: object }[];
  const mcp = [true, false].flatMap((named) => mcpTools(named));
  expectAllCompile([...Object.entries(schemas()), ...bodies, ...[...tools, ...mcp].map((tool) => [tool.name, tool.inputSchema] as const)]);
});

function schemasIn(part: unknown): object[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === 'schema' ? [value as object] : schemasIn(value)));
}

test.each([
  { task_type: 'single_trade', seed: 3 },
  { task_type: 'market_round', seed: 4, judge_mode: 'rule' },
  { task_type: 'coalition_market', seed: 5, labs: 4, rounds: 8, judge_mode: 'rule' },
])('the schema that holds a model in every turn of open $task_type compiles', (config) => {
  const read = parseOpenConfig(config);
  if (!read.ok) throw new Error(read.why);
  const schemas: [string, object][] = [];
  playMatch(openMarket, read.value, {
    playerOf: (seat) => (observation) => {
      schemas.push([`${seat} in round ${observation.round_index}`, schemaAt('gpu-market/open', observation)]);
      return plannerWithCoalitions.choose(observation);
    },
  });
  expectAllCompile(schemas);
});

test('the schema that holds a model to a turn of several actions compiles', () => {
  const read = parseOpenConfig2({ task_type: 'market_round', seed: 4, judge_mode: 'rule' });
  if (!read.ok) throw new Error(read.why);
  const schemas: [string, object][] = [];
  playMatch(openMarket2, read.value, {
    playerOf: (seat) => (observation) => {
      schemas.push([`${seat} in round ${observation.round_index}`, schemaAt('gpu-market/open', observation, 2)]);
      return plannerWithCoalitions.choose(observation);
    },
  });
  expectAllCompile(schemas);
  for (const [name, schema] of schemas) expect([name, grammarOf(schema as JsonSchema).loose]).toEqual([name, null]);
});

test('the schema that holds a model in every turn of classic compiles', () => {
  const config = parseConfig({ seed: 1, task_type: 'coalition_market', judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  const state = startMatch(config.value);
  const draws = drawsOf(1);
  const schemas: [string, object][] = [];
  while (state.round_index + 1 < state.max_rounds) {
    const observation = observe(state);
    schemas.push([`round ${state.round_index}`, schemaAt('gpu-market/classic', observation)]);
    step(state, anyAction(observation, draws));
  }
  expectAllCompile(schemas);
});

test('the schema that holds a judge compiles', async () => {
  const schemas: [string, object][] = [];
  const chat: ChatModel = {
    id: 'asked',
    chat: async ({ schema }) => {
      if (schema !== null) schemas.push(['judge', schema]);
      throw new Error('asked, and that is all');
    },
    state: () => {
      throw new Error('never asked');
    },
    close: async () => undefined,
  };
  const judge = modelJudge({ chat, model: 'm', prompt: { version: 'v', text: 'Judge.' } });
  const pitches = ['A', 'B'].map((letter) => ({ letter, text: 'Ten hours by round three. It pays 80.' }));
  const question: JudgeQuestion = { task: 'market_round', round: 1, about: 'The block: 4 GPU.', pitches };
  await expect(judge.judge(question, { signal: new AbortController().signal, limitMs: 1_000 })).rejects.toThrow('asked');
  expectAllCompile(schemas);
});
