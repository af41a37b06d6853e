import { describe, expect, it } from 'vitest';
import { agentOf, readAgentWords } from '~/agents/agent-spec';
import { BUILT_IN } from '~/agents/built-in';
import { codeId } from '~/eval/code-digest';
import type { BackendState } from '~/inference/chat-model';
import { AgentService } from '~/match/agent-service';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { EntrantPlan } from '~/store/tournaments/tournament';
import { pinEntrant } from './pin';
import { planOf } from './testing/play-out';

const WEIGHTS: BackendState = {
  id: 'local',
  kind: 'workers',
  place: 'here',
  health: 'up',
  why: null,
  serves: [{ name: 'smollm2-135m-instruct', digest: 'sha256:weights', adapters: [], context: null }],
  capabilities: { schema: true, adapters: true, batching: true, streaming: true },
  queued: 0,
  running: 0,
  slots: 1,
};

const PLAN = planOf({ entrants: ['planner', 'greedy'] });

async function services() {
  const store = new MemoryEventStore('test').agents;
  for (const [name, owner] of [
    ['mine', 'Ada'],
    ['stray', ''],
  ]) {
    const words = readAgentWords({ name, owner, spec: { kind: 'remote', url: 'https://example.com/' } });
    if (!words.ok) throw new Error(words.why);
    await store.add({ ...words.value, digest: agentOf(words.value, { version: 1, createdAt: '' }).digest, trusted: false });
  }
  const makePlayer = () => ({ choose: () => Promise.reject(new Error('nobody asks')) }) as never;
  return { agents: new AgentService({ builtIn: BUILT_IN, store, makePlayer, backends: () => [WEIGHTS] }) };
}

async function pin(asked: Partial<EntrantPlan> & { agent: string | null }) {
  return pinEntrant(await services(), PLAN, { name: 'x', owner: null, ...asked });
}

describe('an entrant is pinned', () => {
  it('a policy by the code and the ruleset', async () => {
    expect(await pin({ agent: 'planner' })).toEqual({
      ok: true,
      value: {
        name: 'x',
        kind: 'scripted',
        player: 'planner',
        owner: null,
        ownerRecord: 'house',
        isNull: false,
        joined: 0,
        left: null,
        pin: { code: codeId(), ruleset: 'gpu-market/open', rulesetVersion: 2, digest: null, model: null, prompt: null },
      },
    });
  });

  it('a model by its digest, weights and prompt; house agents belong to nobody', async () => {
    const pinned = await pin({ agent: 'smollm2' });
    expect(pinned).toMatchObject({ ok: true, value: { kind: 'model', player: 'smollm2@2', owner: null } });
    if (!pinned.ok) throw new Error(pinned.why);
    const { digest, model, prompt } = pinned.value.pin ?? {};
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(model).toEqual({ name: 'smollm2-135m-instruct', digest: 'sha256:weights', adapter: null });
    expect(prompt?.version).toBe('open-3');
    expect(prompt?.hash).toMatch(/^sha256:/);
  });

  it('a program by its spec; its owner is whom the registry names, whatever the plan says', async () => {
    expect(await pin({ agent: 'mine', owner: 'Eve' })).toMatchObject({
      ok: true,
      value: { kind: 'remote', player: 'mine@1', owner: 'Ada' },
    });
  });

  it('an agent without an owner is its own, in all its versions', async () => {
    expect(await pin({ agent: 'stray' })).toMatchObject({ ok: true, value: { player: 'stray@1', owner: 'stray' } });
    expect(await pin({ agent: 'stray', owner: 'Eve' })).toMatchObject({ ok: true, value: { owner: 'Eve' } });
  });

  it('a person not at all', async () => {
    expect(await pin({ agent: null, name: 'Ada' })).toMatchObject({ ok: true, value: { kind: 'person', player: null, pin: null } });
  });
});

describe('who cannot be pinned is refused', () => {
  it('a name that nobody has, with the nearest', async () => {
    const pinned = await pin({ agent: 'smolm2' });
    expect(pinned.ok ? '' : pinned.why).toMatch(/^There is no policy or agent "smolm2".* Did you mean smollm2\?$/);
  });

  it('a name that would break the meetings apart', async () => {
    expect(await pin({ agent: 'planner', name: 'a | b' })).toMatchObject({ ok: false, code: 'bad_input' });
  });
});
