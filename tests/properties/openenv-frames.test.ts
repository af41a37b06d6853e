/** Made-up frames at OpenEnv's endpoint: one that is refused leaves the episode as one that was never disturbed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTION_FIELDS } from '~/games/gpu-market/open/shared/actions';
import { OPEN_ACTION_TYPES } from '~/games/gpu-market/open/shared/types';
import { FrameSession } from '~/openenv/frame-session';

const RESETS = [
  { ruleset: 'classic', task: 'market_round', seed: 7 },
  { ruleset: 'open', task: 'single_trade', seed: 7, opponents: 'planner' },
];

const word = fc.constantFrom('lab_0', 'lab_1', 'b_0_0', 'b_1_0', 'j_0_0', 'o_1', 'c_1', '', '\0', '\ud800', '__proto__', 'toString');
const leaf = fc.oneof(word, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string());
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 4 }), fc.dictionary(word, leaf, { maxKeys: 3 }), fc.jsonValue({ maxDepth: 3 }));
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ACTION_FIELDS) },
  fc.constantFrom('metadata', 'opponents', 'actions', 'type'),
);

const action = fc
  .tuple(fc.constantFrom(...OPEN_ACTION_TYPES, 'steal', 7), fc.dictionary(field, value, { maxKeys: 4 }))
  .map(([action_type, fields]) => (fields.action_type === undefined ? { action_type, ...fields } : fields));
const turn = fc.oneof(
  action,
  fc.array(action, { maxLength: 5 }),
  fc.record({ actions: fc.oneof(fc.array(action, { maxLength: 5 }), value), round_index: leaf, key: leaf }, { requiredKeys: [] }),
  value,
);
const setting = fc.constantFrom('ruleset', 'task', 'seed', 'seat', 'opponents', 'labs', 'shocks', 'match', 'token', 'record', 'malformed');
const call = fc.record(
  { type: fc.constant('call_tool'), tool_name: fc.oneof(fc.constantFrom(...OPEN_ACTION_TYPES, 'take_turn'), leaf), arguments: value },
  { requiredKeys: ['type'] },
);
const rpc = fc.record(
  { jsonrpc: fc.constant('2.0'), id: leaf, method: fc.constantFrom('tools/list', 'tools/call', 'dance'), params: value },
  { requiredKeys: ['method'] },
);

const MOVES = [
  { action_type: 'wait' },
  { action_type: 'send_message', message: 'hello' },
  { action_type: 'accept_offer', offer_id: 'o_1' },
];

const frame = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...MOVES).map((data) => JSON.stringify({ type: 'step', data })) },
  { weight: 6, arbitrary: turn.map((data) => JSON.stringify({ type: 'step', data })) },
  { weight: 2, arbitrary: call.map((data) => JSON.stringify({ type: 'step', data })) },
  {
    weight: 2,
    arbitrary: fc.dictionary(setting, value, { minKeys: 1, maxKeys: 4 }).map((data) => JSON.stringify({ type: 'reset', data })),
  },
  rpc.map((data) => JSON.stringify({ type: 'mcp', data })),
  fc
    .record({ type: fc.oneof(fc.constantFrom('step', 'reset', 'state', 'mcp'), value), data: value, more: value })
    .map((one) => JSON.stringify(one)),
  fc.constant(`{"type":"step","data":{"action_type":"send_offer","conditions":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`),
  fc.json(),
  fc.string(),
);

it.each(RESETS)('%j', { timeout: 300_000 }, async (reset) => {
  let refusals = 0;
  let played = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 8 }), async (frames) => {
      const [disturbed, untouched] = [new FrameSession(), new FrameSession()];
      const opening = JSON.stringify({ type: 'reset', data: { ...reset, episode_id: 'one' } });
      expect(await disturbed.answer(opening)).toBe(await untouched.answer(opening));
      for (const text of frames) {
        const before = await sight(disturbed);
        const answer = await disturbed.answer(text);
        if (isRefusal(answer)) {
          refusals += 1;
          expect(await sight(disturbed)).toBe(before);
          continue;
        }
        played += 1;
        expect(await untouched.answer(text)).toBe(answer);
      }
      expect(await sight(disturbed)).toBe(await sight(untouched));
      const wait = '{"type":"step","data":{"action_type":"wait"}}';
      expect(await disturbed.answer(wait)).toBe(await untouched.answer(wait));
    }),
    { numRuns: 200, seed: 20261123 },
  );
  expect(refusals).toBeGreaterThan(100);
  expect(played).toBeGreaterThan(100); // frames of both kinds were tried
});

/** All that a session shows of its episode. A state that tells an unknown seed would be a fault of the test: resets name theirs. */
async function sight(session: FrameSession): Promise<string> {
  const [state, look, legal] = [session.service.state(), await session.service.look(), await session.service.legal()];
  return JSON.stringify([state, look.ok ? { ...look, episode: null } : look, legal]);
}

function isRefusal(answer: string | null): boolean {
  if (answer === null) return false;
  const { type, data } = JSON.parse(answer) as { type: string; data: Record<string, unknown> };
  if (type === 'error') return true;
  const observation = data.observation as { error?: unknown } | undefined;
  return Boolean(observation?.error) || 'error' in data || Boolean((data.result as { is_error?: boolean } | undefined)?.is_error);
}
