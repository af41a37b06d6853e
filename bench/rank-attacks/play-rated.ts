/** A rated tournament played to its end in memory: the real worker, rules, scores and rank; programs answer in this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, RemoteSpec } from '../../src/agents/agent';
import { remotePlayer } from '../../src/agents/remote-player';
import { AgentService } from '../../src/match/agent-service';
import { addOwner, confirmAgents } from '../../src/match/owners';
import { keyHash } from '../../src/match/season';
import type { Services } from '../../src/match/services';
import type { RatedTournament } from '../../src/tournament/leaderboard';
import { begin, servicesHere } from '../../src/tournament/testing/begin';
import { TournamentWorker } from '../../src/tournament/tournament-worker';
import type { Ask, Program } from './program';

export interface Entry {
  /** An agent added here; or a house policy, where `program` is left out. */
  name: string;
  program?: Program;
  /** The owner that the operator has confirmed; null: none. */
  owner?: string | null;
}

export interface RatedPlan {
  task: string;
  /** Worlds per pair of entrants. */
  worlds: number;
  /** The season's key, instead of a secret one, so that every run plays the same worlds. */
  season: string;
  entries: readonly Entry[];
}

const LOOK_EVERY_MS = 50;
const TURN_SECONDS = 120;

/** Plays tournaments one after the other; agents, their versions and owners are kept between them. */
export class RatedBroadcaster {
  private readonly services: Services & { agents: AgentService };
  private readonly programs = new Map<string, Program>();
  private season = '';

  constructor() {
    const services = servicesHere();
    const { seasons } = services.store;
    const open = seasons.open.bind(seasons);
    seasons.open = (card) => open({ ...card, key: this.season, keyHash: keyHash(this.season) });
    const makePlayer = (agent: Agent) => remotePlayer(agent, agent.spec as RemoteSpec, this.waysOf(agent));
    this.services = {
      ...services,
      agents: new AgentService({ builtIn: [], store: services.store.agents, makePlayer, backends: () => [] }),
    };
  }

  /** Adds the agent, or a new version of it. */
  async add({ name, program, owner = null }: Entry): Promise<void> {
    if (program === undefined) return;
    const version = (await this.services.agents.versions(name)).length + 1;
    const spec = {
      kind: 'remote' as const,
      url: `https://${name}.example/${version}`,
      secretName: null,
      fallback: null,
      turnSeconds: TURN_SECONDS,
    };
    const words = { title: name, summary: '', owner: owner ?? '', licence: '', plays: ['gpu-market/open'], trusted: true };
    const added = await this.services.agents.add({ name, ...words, spec });
    if (!added.ok) throw new Error(added.why);
    this.programs.set(name, program);
    if (owner === null || (await this.services.store.owners.ofAgent(name)) !== null) return;
    const [made, confirmed] = [await addOwner(this.services, owner), await confirmAgents(this.services, { owner, agents: [name] })];
    if (!made.ok || !confirmed.ok) throw new Error('the owner was not confirmed');
  }

  async play({ task, worlds, season, entries }: RatedPlan): Promise<RatedTournament> {
    this.season = season;
    const entrants = entries.map(({ name }) => ({ name, agent: name }));
    const file = {
      name: 'attacked',
      kind: 'rated',
      ruleset: 'open',
      version: 1, // the version for which the attacks were written and measured (docs/farming.md)
      task,
      worlds,
      entrants,
      tableSize: 2,
      nulls: ['wait'],
      judgeMode: 'off',
    };
    const { id } = await begin(this.services, file);
    const { tournaments } = this.services.store;
    const worker = new TournamentWorker(this.services, { agentRuntime: async () => ({ agents: this.services.agents }) });
    await worker.start();
    while ((await tournaments.get(id))?.status === 'running') await sleep(LOOK_EVERY_MS);
    await worker.stop();
    const record = await tournaments.get(id);
    if (record?.status !== 'finished') throw new Error(`the tournament is ${record?.status}: ${record?.fault}`);
    return { record, fixtures: await tournaments.fixtures(id) };
  }

  private waysOf({ name }: Agent) {
    return {
      post: async ({ body }: { body: string }) => {
        const actions = this.programs.get(name)?.(JSON.parse(body) as Ask) ?? null;
        if (actions === null) throw new Error('connect ECONNREFUSED');
        return { status: 200, text: JSON.stringify({ actions: actions.length === 0 ? [{ action_type: 'wait' }] : actions }) };
      },
      secretOf: () => null,
      isTrusted: true,
      now: Date.now,
    };
  }
}
