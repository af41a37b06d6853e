/** Leads: what an entrant made beyond what is possible alone in the same seat of the same world, and against whom. */
import { refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { type Entrant, methodOf } from '~/store/tournaments/tournament';
import { nameOfAgent } from '../formats/situation';
import { pinHash, type RatedTournament } from '../leaderboard';
import { HOUSE, UNCONFIRMED } from './owners';
import { ratedSeats } from './rated-fixture';

export interface Lead {
  /** The entry that it counts for, by its pin's hash. */
  entry: string;
  /** Its owner. */
  owner: string;
  world: string;
  lead: number;
  /** The other owners in the match, with their entrants' names. */
  opponents: ReadonlyMap<string, string>;
}

/**
 * Since method 3, a gain is a lead: what the seat made beyond its best plan alone in that world. In other games, the plan's first null
 * policy is the baseline: it has played every seat of every world.
 */
export function leadsOf({ record, fixtures }: RatedTournament, task: string): Lead[] {
  const byName = new Map(record.entrants.map((entrant) => [entrant.name, entrant]));
  const isLead = methodOf(record.plan) >= 3 && packOf(refOf(record.plan)).worlds !== undefined;
  const baseline = record.entrants.find(({ isNull }) => isNull)?.name;
  const scores = new Map<string, number>();
  for (const fixture of fixtures) {
    for (const { seat, entrant, score } of ratedSeats(fixture, task))
      if (entrant !== null && entrant === baseline && score !== null) scores.set(`${fixture.world} ${seat}`, score);
  }
  return fixtures.flatMap((fixture) =>
    ratedSeats(fixture, task).flatMap(({ seat, entrant: name, score }): Lead[] => {
      const entrant = byName.get(name ?? '');
      const base = isLead ? 0 : scores.get(`${fixture.world} ${seat}`);
      // A retried match has a different world from the baseline's.
      const isElsewhere = !isLead && fixture.attempts > 0 && fixture.seats.some((one) => byName.get(one.entrant ?? '')?.kind === 'remote');
      if (!entrant?.pin || entrant.isNull || score === null || base === undefined || isElsewhere) return [];
      const others = fixture.seats.flatMap((one) => (one.seat === seat ? [] : (byName.get(one.entrant ?? '') ?? [])));
      return [
        {
          entry: pinHash(entrant),
          owner: ownerOf(entrant),
          world: `${record.id} ${fixture.world}`,
          lead: score - base,
          opponents: opponentsOf(others),
        },
      ];
    }),
  );
}

function opponentsOf(others: readonly Entrant[]): Map<string, string> {
  return new Map(others.filter(({ isNull }) => !isNull).map((one) => [ownerOf(one), one.name]));
}

/** An entrant's owner. Entrants included with Mandi have none and cannot be bribed, so each is its own. */
function ownerOf({ name, player, ownerRecord }: Pick<Entrant, 'name' | 'player' | 'ownerRecord'>): string {
  if (ownerRecord === HOUSE) return `house ${nameOfAgent(player ?? name)}`;
  return ownerRecord ?? UNCONFIRMED;
}
