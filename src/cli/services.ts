import { randomBytes } from 'node:crypto';
import { emptyHall } from '~/live/audience';
import type { Log, Services } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';

/** A command tells its user what goes wrong; it keeps no log. */
const SILENCE: Log = { info() {}, warn() {}, error() {} };

/** For a match that nobody keeps. */
export function memoryServices(): Services {
  const processId = newProcessId();
  return servicesOn(new MemoryEventStore(processId), processId);
}

export function servicesOn(store: EventStore, processId: string): Services {
  return { store, audience: emptyHall, log: SILENCE, processId, now: Date.now };
}

export function newProcessId(): string {
  return `cli-${process.pid}-${randomBytes(4).toString('hex')}`;
}
