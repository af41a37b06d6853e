/** What tournaments may still spend on models and remote programs; all processes draw on the same purse. */
import type { Purse, Services } from '~/match/services';
import type { TournamentSpent } from '~/store/tournament-store';
import type { TournamentRecord } from './tournament';

/** What was spent is read again no sooner: between two looks every match of a process may make its calls. */
const LOOK_EVERY_MS = 1_000;

const KINDS = ['tokens', 'calls', 'seconds', 'dollars'] as const;

export class Purses {
  private readonly services: Pick<Services, 'store' | 'now'>;
  private readonly spent = new Map<string, { at: number; spent: Promise<TournamentSpent> }>();

  constructor(services: Pick<Services, 'store' | 'now'>) {
    this.services = services;
  }

  async of({ id, plan }: Pick<TournamentRecord, 'id' | 'plan'>): Promise<Purse> {
    const limited = KINDS.filter((kind) => plan.limits[kind] !== null);
    if (limited.length === 0) return { tournament: id, empty: null };
    const spent = await this.look(id);
    const over = limited.find((kind) => spent[kind] >= (plan.limits[kind] ?? Number.POSITIVE_INFINITY));
    if (over === undefined) return { tournament: id, empty: null };
    const limit = over === 'dollars' ? `$${plan.limits.dollars}` : `${plan.limits[over]} ${over}`;
    return { tournament: id, empty: `The tournament has spent its ${limit}.` };
  }

  private look(id: string): Promise<TournamentSpent> {
    const known = this.spent.get(id);
    if (known && this.services.now() - known.at < LOOK_EVERY_MS) return known.spent;
    const spent = this.services.store.tournaments.spent(id);
    this.spent.set(id, { at: this.services.now(), spent });
    spent.catch(() => this.spent.delete(id));
    return spent;
  }
}
