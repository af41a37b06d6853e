import type { Lease } from '~/store/event-store';
import type { Services } from './services';

/** A holder that is not heard of for so long has died; whoever comes next takes the match over. */
const LEASE_MS = 6_000;
/** A holder that is late once has not lost its lease yet. */
const RENEWALS_A_LEASE = 3;

/** How often leases are renewed, and looked for that nobody renews. */
export function beatOf(services: Pick<Services, 'leaseMs'>): number {
  return (services.leaseMs ?? LEASE_MS) / RENEWALS_A_LEASE;
}

/** A lease that renews itself while its holder lives. `lost()` is true once another process has the match. */
export interface KeptLease {
  lease: Lease;
  lost(): boolean;
  /** Stops renewing, and gives the lease back. */
  end(): Promise<void>;
}

/** Takes the match's lease and keeps it; null: another process runs the match. */
export async function keepLease(services: Services, matchId: string, onLost: () => void): Promise<KeptLease | null> {
  const leaseMs = services.leaseMs ?? LEASE_MS;
  const lease = await services.store.acquire(matchId, services.processId, leaseMs);
  if (!lease) return null;
  let lost = false;
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, beatOf(services));
  async function renew(): Promise<void> {
    if (lost || !lease) return;
    try {
      if (await services.store.renew(lease, leaseMs)) return;
      lost = true;
      onLost();
    } catch (fault) {
      services.log.warn({ matchId, fault }, 'the lease could not be renewed; trying again'); // the append decides in the end
    }
  }
  return {
    lease,
    lost: () => lost,
    async end() {
      clearInterval(timer);
      await renewing;
      if (!lost) await services.store.release(lease);
    },
  };
}
