import type { Lease } from '~/store/event-store';
import type { Services } from './services';

/** A holder that has not renewed its lease for this long is considered dead, and another process takes over. */
const LEASE_MS = 6_000;
/** A holder that is late once does not lose its lease. */
const RENEWALS_A_LEASE = 3;

/** How often to renew leases and to look for expired ones. */
export function beatOf(services: Pick<Services, 'leaseMs'>): number {
  return leaseMsOf(services) / RENEWALS_A_LEASE;
}

/** A lease that renews itself. `lost()` is true once another process has the match. */
export interface KeptLease {
  lease: Lease;
  lost(): boolean;
  /** Stops renewing and releases the lease. */
  end(): Promise<void>;
}

/** Acquires and renews the match's lease; null if another process runs the match. */
export async function keepLease(services: Services, matchId: string, onLost: () => void): Promise<KeptLease | null> {
  const lease = await services.store.acquire(matchId, services.processId, leaseMsOf(services));
  return lease && renewing(services, lease, onLost);
}

/** Duration of a lease in milliseconds. */
export function leaseMsOf({ leaseMs = LEASE_MS }: Pick<Services, 'leaseMs'>): number {
  return leaseMs;
}

/** Renews a lease that this process holds. */
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
      services.log.warn({ matchId, fault }, 'the lease could not be renewed; trying again'); // the append decides whether the lease is lost
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
