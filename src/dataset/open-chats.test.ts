import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readReply } from '~/agents/read-reply';
import { actionsOfMove } from '~/contract/actions-of-move';
import type { DecideStage } from '~/contract/prompt-format';
import { packOf } from '~/games/packs';
import { MemoryEventStore } from '~/store/memory-event-store';
import { sampleDataset } from './export-dataset';
import type { ChatRow } from './formats';
import type { PreferenceRow } from './preference-pairs';
import { type Step, stepsOf } from './steps';
import { playInto } from './testing/stored-matches';

const GAMES = [
  { task: 'single_trade', seed: 1, policy: 'planner', version: 1 },
  { task: 'market_round', seed: 2, policy: 'house', version: 1 },
  { task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', version: 1 },
  { task: 'market_round', seed: 2, policy: 'house', version: 2 },
  { task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', version: 2 },
] as const;

function decideOf(version: number): DecideStage {
  const [format] = packOf({ key: 'gpu-market/open', version }).prompts;
  if (format === undefined) throw new Error('no prompt');
  return format.decide;
}

/** A match of the open market, its steps, and what an export makes of it. */
async function played(game: { task: string; seed: number; policy: string; version: number }, format: 'sft' | 'preferences') {
  const store = new MemoryEventStore('one');
  const id = await playInto(store, { ruleset: 'open', ...game });
  const events = (await store.read(id)).map(({ event }) => event);
  const { version } = game;
  const steps = stepsOf(packOf({ key: 'gpu-market/open', version }).rules, events);
  return { steps, ...(await sampleDataset(store, { format, ruleset: 'open', version, split: 'train' }, { most: 10_000 })) };
}

function stepOf(steps: readonly Step[], row: { seat: string; round_index: number }): Step {
  const step = steps.find((one) => one.seat === row.seat && one.round === row.round_index);
  if (!step) throw new Error('a row without its step');
  return step;
}

/** As in play: the text is read, and only what the schema of this turn admits gets through. */
function readInPlay(text: string, observation: unknown, decide: DecideStage): unknown {
  const json = readReply(text);
  if (!json.ok) throw new Error(json.why);
  expect(z.fromJSONSchema(decide.schema(observation) as never).safeParse(json.value).success).toBe(true);
  const read = decide.read(observation, json.value);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

describe.each(GAMES)('chats of $task by $policy, version $version', (game) => {
  const decide = decideOf(game.version);

  test('every answer is read in play, under the same options, as exactly the action that it stands for', async () => {
    const { rows, counts, steps } = await played(game, 'sft');
    const chats = rows as ChatRow[];
    expect(chats.length).toBeGreaterThan(0);
    for (const row of chats) {
      const step = stepOf(steps, row);
      const text = row.messages.at(-1)?.content ?? '';
      const { observation } = step;
      const action = readInPlay(text, observation, decide);
      expect(decide.say(observation, action)).toBe(text);
      const stoodFor = step.actions.map((one) => decide.listed?.(observation, one) ?? null);
      for (const one of actionsOfMove(action)) expect(stoodFor).toContainEqual(one);
    }
    // Each action is a row, or is counted with why it is none.
    const actions = steps.reduce((sum, step) => sum + step.actions.length, 0);
    const speaking = steps.filter((step) => step.actions.length > 0).length;
    const { refused = 0, unsaid = 0, repeated = 0, no_action: none = 0 } = counts;
    if (decide.actions === undefined) expect(chats.length + refused + unsaid + repeated).toBe(actions);
    else {
      // A row is a whole turn: none is lost but for turns of which nothing could be said.
      expect(chats.length + repeated).toBeLessThanOrEqual(speaking);
      expect(chats.length + repeated + refused + unsaid).toBeGreaterThanOrEqual(speaking);
      // In a venture most turns have one action.
      if (game.policy === 'house')
        expect(chats.some(({ messages }) => (JSON.parse(messages.at(-1)?.content ?? '') as { do: unknown[] }).do.length > 1)).toBe(true);
    }
    expect(none).toBe(steps.length - speaking);
  });
});

test('turns of several actions teach each of them: no turn is left out for having more than one', async () => {
  const { rows, counts, steps } = await played(GAMES[1], 'sft');
  const several = steps.filter((step) => step.actions.length > 1);
  expect(several.length).toBeGreaterThan(0);
  expect(counts).not.toHaveProperty('several_actions');
  const taught = (rows as ChatRow[]).filter((row) => several.includes(stepOf(steps, row)));
  expect(taught.length).toBeGreaterThan(several.length / 2);
});

test.each([1, 2, 4])('both sides of a pair can be said in play, after what the round began with: seed %i', async (seed) => {
  const { rows, steps } = await played({ ...GAMES[0], seed }, 'preferences');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows as PreferenceRow[]) {
    const { observation } = stepOf(steps, row);
    for (const [said] of [row.chosen, row.rejected]) readInPlay(said?.content ?? '', observation, decideOf(1));
  }
});
