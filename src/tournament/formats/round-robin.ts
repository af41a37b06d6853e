import { groupsOf } from './blocks';
import { activeIn, type Format, type Meeting, ownersClash, type Situation } from './situation';

/** Everybody meets everybody, once. */
export const roundRobin: Format = {
  draw: (situation) => (situation.stage > 0 ? 'over' : everybodyMeets(situation)),
  points: () => null,
};

/** All groups of the table's size among those who take part (balanced blocks where these are too many), but for two of one owner. */
export function everybodyMeets(situation: Situation): Meeting[] {
  const names = activeIn(situation.entrants, situation.stage).map(({ name }) => name);
  const size = Math.min(situation.plan.tableSize, names.length);
  const groups = groupsOf(names.length, size).map((group) => group.flatMap((i) => names[i] ?? []));
  return groups.filter((group) => !ownersClash(situation, group));
}
