/** For tests: tournaments in memory, made from a file as users write it. */
import { emptyBroadcaster } from '~/live/audience';
import type { AgentService } from '~/match/agent-service';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentRecord } from '~/store/tournaments/tournament';
import { createTournament } from '../create-tournament';
import { readPlan } from '../read-plan';

/** Of one process, with a store of its own. */
export function servicesHere({ agents, now = Date.now }: { agents?: AgentService; now?: () => number } = {}): Services {
  const log = { info() {}, warn() {}, error() {} };
  const store = new MemoryEventStore('here', now);
  return { store, processId: 'here', audience: emptyBroadcaster, log, now, ...(agents && { agents }) };
}

/** Throws the sentence with which it is refused. */
export async function begin(services: Services, file: object): Promise<TournamentRecord> {
  const read = readPlan(file);
  if (!read.ok) throw new Error(read.why);
  const made = await createTournament(services, read.value);
  if (!made.ok) throw new Error(made.why);
  return made.value;
}
