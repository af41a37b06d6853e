import { randomBytes } from 'node:crypto';
import { steadyClock } from '~/lib/time/steady-clock';
import { emptyBroadcaster } from '~/live/audience';
import type { Log, Services } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';

/** A command reports errors to its user and has no log. */
const SILENCE: Log = { info() {}, warn() {}, error() {} };

/** For a match that is not stored. */
export function memoryServices(agentRuntime: AgentRuntime | null = null): Services {
  const processId = newProcessId();
  return { ...servicesOn(new MemoryEventStore(processId), processId), ...agentRuntimeOf(agentRuntime) };
}

/** The parts of a match's services that need models, if there are any. */
export type AgentRuntime = Pick<Services, 'agents' | 'hearPitches'>;

export function agentRuntimeOf(agentRuntime: AgentRuntime | null): AgentRuntime {
  return agentRuntime?.agents && agentRuntime.hearPitches ? { agents: agentRuntime.agents, hearPitches: agentRuntime.hearPitches } : {};
}

export function servicesOn(store: EventStore, processId: string): Services {
  return { store, audience: emptyBroadcaster, log: SILENCE, processId, now: steadyClock() };
}

export function newProcessId(): string {
  return `cli-${process.pid}-${randomBytes(4).toString('hex')}`;
}
