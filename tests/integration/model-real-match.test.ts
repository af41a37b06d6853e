/** The real model at a seat: whole matches through agentRuntime, gateway, worker and match runner, as a server plays them, with a database in memory. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent } from '~/agents/agent';
import { agentRef } from '~/agents/agent';
import type { AgentTurn } from '~/agents/agent-turn';
import { BUILT_IN } from '~/agents/built-in';
import { countTurns } from '~/agents/count-turns';
import { makePlayer } from '~/agents/make-player';
import { type PlayedMatch, playMatch } from '~/cli/play-match';
import { memoryServices } from '~/cli/services';
import { openModels } from '~/inference/models/models';
import { AgentService } from '~/match/agent-service';
import { type AgentRuntime, NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { MODELS_FOLDER, REAL_MODEL, reasonWithoutModel } from './support/real-model';

/** Loading weights takes seconds, and minutes where everything else runs beside it. */
const PATIENCE = 600_000;
/** Of each turn: what it may take. On an idle core one takes about 3 s. */
const TURN_SECONDS = 120;
const ADAPTED = 'smollm2-classic';

const missing = await reasonWithoutModel();

describe.skipIf(missing !== null)(
  `the real model at a seat${missing === null ? '' : ` (left out: ${missing})`}`,
  { timeout: PATIENCE },
  () => {
    let agentRuntime: AgentRuntime;
    const faults: string[] = [];

    beforeAll(async () => {
      const log = { info() {}, warn: (fields: object, message: string) => tell(fields, message), error: tell };
      agentRuntime = await openAgentRuntime(
        { ...NO_MINDS, model: REAL_MODEL, models: MODELS_FOLDER },
        { log, store: null, fetches: false },
      );
      await vi.waitFor(() => expect(agentRuntime.inference.pool.workers().length).toBeGreaterThan(0), { timeout: PATIENCE, interval: 100 });
    }, PATIENCE);

    afterAll(() => agentRuntime.close());

    function tell(fields: object, message: string): void {
      faults.push(`${message} ${JSON.stringify(fields)}`);
    }

    /** The agents that come with Mandi, with `TURN_SECONDS` for a turn. */
    function service(): AgentService {
      const { gateway } = agentRuntime.inference;
      const builtIn = BUILT_IN.map(patient);
      return new AgentService({
        builtIn,
        store: null,
        makePlayer: (agent) => makePlayer(agent, { chat: gateway }),
        backends: () => gateway.backends(),
      });
    }

    async function played(request: Parameters<typeof playMatch>[1]): Promise<PlayedMatch> {
      return playMatch(memoryServices({ agents: service(), hearPitches: agentRuntime.hearPitches }), request);
    }

    test('plays a match of the open market under the grammar, in its clock, and every turn says what made it', async () => {
      const seats = { lab_0: 'smollm2' };
      const { match, turns } = await played({ ruleset: 'open', task: 'single_trade', seed: 3, policy: 'planner', seats });
      expect(match.status).toBe('finished');
      expect(turns.map(({ seat, round }) => [seat, round])).toEqual([0, 1, 2, 3, 4, 5].map((round) => ['lab_0', round]));
      const card = await openModels(MODELS_FOLDER).find(REAL_MODEL);
      const agent = BUILT_IN.find(({ name }) => name === 'smollm2');
      if (agent?.spec.kind !== 'model') throw new Error('smollm2 is no model');
      for (const turn of turns) expectPinned(turn, { agent, version: 'open-3' });
      for (const { pin } of turns.filter(({ origin }) => origin !== 'fallback')) {
        expect(pin).toMatchObject({ model: REAL_MODEL, digest: card?.digest, adapter: null, adapterDigest: null });
      }
      // Each turn's seed is its own, and so are its ids: the grammar is built from this turn's legal actions.
      expect(new Set(turns.map(({ seed }) => seed)).size).toBe(turns.length);
      expect(countTurns(turns).own).toBeGreaterThan(0);
    });

    test('plays with the adapter that comes with Mandi, which is pinned in every turn, and without it plays otherwise', async () => {
      const request = { ruleset: 'classic', task: 'single_trade', seed: 5, policy: 'wait' };
      const adapter = (await openModels(MODELS_FOLDER).list()).find(({ name }) => name === ADAPTED);
      const adapted = await played({ ...request, seats: { lab_0: ADAPTED } });
      expect(adapted.match.status).toBe('finished');
      expect(adapted.turns.length).toBeGreaterThan(0);
      expect(countTurns(adapted.turns).own).toBeGreaterThan(0);
      for (const { pin, origin } of adapted.turns) {
        if (origin !== 'fallback') expect(pin).toMatchObject({ adapter: ADAPTED, adapterDigest: adapter?.digest });
      }
      // The likeliest move each time: what is written first differs by the adapter alone, and comes again without it.
      const plain = { ...patient(spec(ADAPTED)), name: 'plain' };
      if (plain.spec.kind !== 'model') throw new Error('no model');
      const first = adapted.turns[0];
      const messages = first?.requests.decide?.messages ?? [];
      const { sampling, model } = plain.spec;
      const ask = (name: string | null) =>
        agentRuntime.inference.gateway.chat({ model, adapter: name, messages, sampling, schema: null, timeoutMs: TURN_SECONDS * 1000 });
      const [before, between, after] = [await ask(null), await ask(ADAPTED), await ask(null)];
      expect(between.text).not.toBe(before.text);
      expect(after.text).toBe(before.text);
    });

    test('nothing broke on our side', () => {
      expect(faults).toEqual([]);
    });
  },
);

function spec(name: string): Agent {
  const found = BUILT_IN.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`there is no agent ${name}`);
  return found;
}

function patient(agent: Agent): Agent {
  return agent.spec.kind === 'model' ? { ...agent, spec: { ...agent.spec, turnSeconds: TURN_SECONDS } } : agent;
}

/** Whatever became of it. */
function expectPinned(turn: AgentTurn, { agent, version }: { agent: Agent; version: string }): void {
  expect(turn).toMatchObject({ agent: agentRef(agent), digest: agent.digest, requests: { decide: { version } } });
  expect(turn.requests.decide?.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  if (agent.spec.kind === 'model')
    expect(turn.sampling).toMatchObject({ temperature: agent.spec.sampling.temperature, topP: 0.95, topK: 40 });
  expect(turn.seed).toSatisfy((seed: number) => Number.isInteger(seed) && seed >= 0);
  expect(turn.sampling?.seed).toBe(turn.seed);
  for (const reply of turn.replies.filter(({ text }) => text !== null)) expect(reply.held).toBe(true);
}
