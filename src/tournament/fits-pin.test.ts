import { expect, test } from 'vitest';
import { BUILT_IN } from '~/agents/built-in';
import { codeId } from '~/eval/code-digest';
import type { BackendState } from '~/inference/chat-model';
import { AgentService } from '~/match/agent-service';
import { newMatchId } from '~/match/match-id';
import type { Services } from '~/match/services';
import type { TournamentRecord } from '~/store/tournaments/tournament';
import { joinLeague } from './control-tournament';
import { withMatch } from './create-tournament';
import { whoIsMissing, whyUnfit } from './fits-pin';
import { isAnythingToPlay } from './look-at-tournaments';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const CLASSIC = { name: 'a cup', ruleset: 'classic', task: 'single_trade', nulls: [], worlds: 1, entrants: ['wait', 'rule_based_expert'] };
const MODEL = 'smollm2-135m-instruct';

function agentsWith(serves: BackendState['serves']): AgentService {
  const capabilities = { schema: true, adapters: true, batching: true, streaming: true };
  const state: BackendState = {
    id: 'local',
    kind: 'workers',
    place: 'here',
    health: 'up',
    why: null,
    serves,
    capabilities,
    queued: 0,
    running: 0,
    slots: 1,
  };
  const makePlayer = () => ({ choose: () => Promise.reject(new Error('nobody asks')) }) as never;
  return new AgentService({ builtIn: BUILT_IN, store: null, makePlayer, backends: () => [state] });
}

const weights = (digest: string | null) => [{ name: MODEL, digest, adapters: [], context: null }];

/** The same tournament as other code made it. */
async function madeBy(code: string, services: Services, file: object): Promise<TournamentRecord> {
  const { tournaments } = services.store;
  const { id, plan, entrants } = await begin(services, file);
  const fixtures = (await tournaments.fixtures(id)).map(withMatch);
  await tournaments.setStatus(id, { from: ['running'], to: 'cancelled' });
  return tournaments.create({ id: newMatchId(), plan, entrants, seasonId: null, code }, fixtures);
}

test('what was pinned to other code is not played, says who is missing, and keeps nothing else waiting', async () => {
  const services = servicesHere();
  const { tournaments } = services.store;
  const other = await madeBy('0.1.0+elsewhere', services, CLASSIC);
  const own = await begin(services, CLASSIC);
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await tournaments.get(own.id))?.status).toBe('finished');
  expect(await tournaments.counts(other.id)).toMatchObject({ waiting: 2, playing: 0, scoring: 0, done: 0 });
  expect(await isAnythingToPlay(tournaments, codeId())).toBe(false);
  expect(await whoIsMissing(services, other)).toContain('No worker has the code 0.1.0+elsewhere');
  const fitting = await tournaments.takeJobs({ quick: 1, slow: 1 }, async () => {}, '0.1.0+elsewhere');
  expect(await whoIsMissing(services, other)).toBeNull();
  await fitting.stop();
  await worker.stop();
});

test('a tournament of a version that noted no digest plays on', async () => {
  const services = servicesHere();
  const old = await madeBy('0.1.0', services, CLASSIC);
  expect(await whoIsMissing(services, old)).toBeNull();
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.get(old.id))?.status).toBe('finished');
  await worker.stop();
});

test('nobody joins a league from other code than its own', async () => {
  const services = servicesHere();
  const league = await madeBy('0.1.0+elsewhere', services, { ...CLASSIC, format: 'league' });
  expect(await joinLeague(services, league.id, { agent: 'greedy_hoarder' })).toMatchObject({
    ok: false,
    why: expect.stringContaining('0.1.0+elsewhere') as string,
  });
});

const MODELS = { name: 'models', task: 'single_trade', nulls: [], worlds: 1, entrants: ['smollm2', 'greedy'] };

test('a model with other weights than it was pinned with is put off, not played', async () => {
  const services = servicesHere({ agents: agentsWith(weights('sha256:pinned')) });
  const { tournaments } = services.store;
  const cup = await begin(services, MODELS);
  const worker = new TournamentWorker(services, { agentRuntime: async () => ({ agents: agentsWith(weights('sha256:other')) }) });
  await worker.start();
  const missing = 'No worker has the weights sha256:pinned that smollm2 is pinned to. The last one that checked has sha256:other.';
  await expect.poll(() => whoIsMissing(services, cup)).toContain(missing);
  expect(await tournaments.counts(cup.id)).toMatchObject({ playing: 0, scoring: 0, done: 0, failed: 0 });
  await worker.stop();
});

test('weights that either side does not tell are no difference; a spec or a prompt of other words is', async () => {
  const services = servicesHere({ agents: agentsWith(weights('sha256:pinned')) });
  const cup = await begin(services, MODELS);
  const [fixture] = await services.store.tournaments.fixtures(cup.id);
  if (!fixture) throw new Error('nothing is scheduled');
  expect(await whyUnfit(services, cup, fixture)).toBeNull();
  expect(await whyUnfit({ agents: agentsWith(weights(null)) }, cup, fixture)).toBeNull();
  const [model, ...rest] = cup.entrants;
  if (!model?.pin?.prompt) throw new Error('the model has no prompt');
  const pinnedTo = (change: object) => ({ entrants: [{ ...model, pin: { ...model.pin, ...change } as typeof model.pin }, ...rest] });
  expect(await whyUnfit(services, pinnedTo({ digest: 'sha256:other' }), fixture)).toContain('the spec sha256:other');
  expect(await whyUnfit(services, pinnedTo({ prompt: { ...model.pin.prompt, hash: 'sha256:old' } }), fixture)).toContain('the prompt');
});

test('a rated tournament notes the weights of its models: one that nobody serves is refused', async () => {
  const services = servicesHere({ agents: agentsWith([]) });
  await expect(begin(services, { ...MODELS, kind: 'rated' })).rejects.toThrow(`smollm2 cannot be pinned: No backend serves ${MODEL}`);
});
