import type { Lease } from '~/store/event-store';
import type { Services } from './services';

/** A holder that is not heard of for so long has died; whoever comes next takes the match over. */
const LEASE_MS = 6_000;
/** A holder that is late once has not lost its lease yet. */
const RENEWALS_A_LEASE = 3;

/** How often leases are renewed, and looked for that nobody renews. */
export function beatOf(services: Pick<Services, 'leaseMs'>): number {
  return leaseMsOf(services) / RENEWALS_A_LEASE;
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
  const lease = await services.store.acquire(matchId, services.processId, leaseMsOf(services));
  return lease && renewing(services, lease, onLost);
}

/** For how long a lease is taken. */
export function leaseMsOf({ leaseMs = LEASE_MS }: Pick<Services, 'leaseMs'>): number {
  return leaseMs;
}

/** Keeps a lease that this process has. */
export function renewing(services: Services, lease: Lease, onLost: () => void): KeptLease {
  const { matchId } = lease;
  let lost = false;
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = underWay.then(renew);
  }, beatOf(services));
  async function renew(): Promise<void> {
    if (lost) return;
    try {
      if (await services.store.renew(lease, leaseMsOf(services))) return;
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
      await underWay;
      if (!lost) await services.store.release(lease);
    },
  };
}
