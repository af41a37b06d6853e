import { randomBytes } from 'node:crypto';
import { steadyClock } from '~/lib/time/steady-clock';
import { emptyHall } from '~/live/audience';
import type { Log, Services } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';

/** A command tells its user what goes wrong; it keeps no log. */
const SILENCE: Log = { info() {}, warn() {}, error() {} };

/** For a match that nobody keeps. */
export function memoryServices(minds: Minds | null = null): Services {
  const processId = newProcessId();
  return { ...servicesOn(new MemoryEventStore(processId), processId), ...mindsOf(minds) };
}

/** What of a match needs models, where there are any. */
export type Minds = Pick<Services, 'agents' | 'hearPitches'>;

export function mindsOf(minds: Minds | null): Minds {
  return minds?.agents && minds.hearPitches ? { agents: minds.agents, hearPitches: minds.hearPitches } : {};
}

export function servicesOn(store: EventStore, processId: string): Services {
  return { store, audience: emptyHall, log: SILENCE, processId, now: steadyClock() };
}

export function newProcessId(): string {
  return `cli-${process.pid}-${randomBytes(4).toString('hex')}`;
}
