import type { Lease } from '~/store/event-store';
import type { Services } from './services';

/** A holder that is not heard of for so long has died; whoever comes next takes the match over. */
export const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

/** A lease that renews itself while its holder lives. `lost()` is true once another process has the match. */
export interface KeptLease {
  lease: Lease;
  lost(): boolean;
  /** Stops renewing, and gives the lease back. */
  end(): Promise<void>;
}

/** Takes the match's lease and keeps it; null: another process runs the match. */
export async function keepLease(services: Services, matchId: string, onLost: () => void): Promise<KeptLease | null> {
  const lease = await services.store.acquire(matchId, services.processId, LEASE_MS);
  if (!lease) return null;
  let lost = false;
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, RENEW_MS);
  async function renew(): Promise<void> {
    if (lost || !lease) return;
    try {
      if (await services.store.renew(lease, LEASE_MS)) return;
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
