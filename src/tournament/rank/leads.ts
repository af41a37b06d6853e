/** What an entrant made above what was to be had alone in the same seat of the same world, and against whom. */
import { refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { type Entrant, methodOf } from '~/store/tournaments/tournament';
import { nameOfAgent } from '../formats/situation';
import { pinHash, type RatedTournament } from '../leaderboard';
import { HOUSE, UNCONFIRMED } from './owners';
import { ratedSeats } from './rated-fixture';

export interface Lead {
  /** The entry that it counts for: its pin's hash. */
  entry: string;
  /** Who answers for it. */
  owner: string;
  world: string;
  lead: number;
  /** Who else sat there: owners, with the names of their entrants. */
  opponents: ReadonlyMap<string, string>;
}

/**
 * Since method 3 a gain is a lead as it is: what the seat made above its best plan alone in that world. Elsewhere the first null
 * policy of the plan is the baseline: it has played every seat of every world, alone among house labs.
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
      // A match that was tried again has another world than the baseline's.
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

/** Who answers for an entrant. What comes with Mandi belongs to nobody and cannot be bought: each is its own. */
function ownerOf({ name, player, ownerRecord }: Pick<Entrant, 'name' | 'player' | 'ownerRecord'>): string {
  if (ownerRecord === HOUSE) return `house ${nameOfAgent(player ?? name)}`;
  return ownerRecord ?? UNCONFIRMED;
}
