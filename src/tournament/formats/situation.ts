import { hasOwnerTwice } from '~/agents/owner';
import type { Entrant, FixtureRecord, TournamentPlan } from '~/store/tournaments/tournament';
import { dealsOwnWorlds } from '../own-worlds';
import { HOUSE, UNCONFIRMED } from '../rank/owners';

/** The input of a format's next draw. */
export interface Situation {
  plan: TournamentPlan;
  /** Without null policies, in the plan's order, which is the seeding. */
  entrants: readonly Entrant[];
  /** The stage to draw, from 0. */
  stage: number;
  /** All fixtures of earlier stages, ended, in schedule order, without those of null policies. */
  fixtures: readonly FixtureRecord[];
}

/** The names that meet; a single one if tables have one place. */
export type Meeting = readonly string[];

export interface Format {
  /** The meetings of the next stage. `wait`: none are possible until someone joins. */
  draw(situation: Situation): readonly Meeting[] | 'wait' | 'over';
  /** By entrant, the format's own count; null if it has none. `stage`: number of drawn stages. */
  points(situation: Situation): ReadonlyMap<string, number> | null;
}

/** The participants of a stage. */
export function activeIn(entrants: readonly Entrant[], stage: number): Entrant[] {
  return entrants.filter(({ joined, left }) => joined <= stage && (left === null || left > stage));
}

/** Whether two of these have one owner or are the same agent (in any version), in a tournament that does not allow them at one table. */
export function ownersClash({ plan, entrants }: Pick<Situation, 'plan' | 'entrants'>, names: Meeting): boolean {
  if (plan.kind !== 'rated') return false;
  const seated = names.flatMap((name) => entrants.find((one) => one.name === name) ?? []);
  const isSettled = ({ ownerRecord }: Entrant) => dealsOwnWorlds(plan) && ownerRecord !== undefined;
  const byWords = seated.filter((one) => !isSettled(one)).map(({ owner }) => owner);
  return (
    isTwice(seated.filter(isSettled).map(answererOf)) ||
    hasOwnerTwice(byWords) ||
    isTwice(seated.map(({ player }) => player && nameOfAgent(player)))
  );
}

/**
 * The confirmed owner; all without one count as one owner. null: included with Mandi. Before method 2, and before pinning, the plan's
 * owner.
 */
function answererOf({ ownerRecord }: Entrant): string | null {
  return ownerRecord === HOUSE ? null : (ownerRecord ?? UNCONFIRMED);
}

/** Without the version. */
export function nameOfAgent(player: string): string {
  return player.split('@', 1)[0] ?? player;
}

export function isTwice(words: readonly (string | null)[]): boolean {
  const known = words.filter((word) => word !== null);
  return new Set(known).size < known.length;
}

/** The text of a meeting in its fixtures. */
export function meetingText(names: Meeting): string {
  return names.join(' | ');
}

export function namesOfMeeting(text: string): string[] {
  return text.split(' | ');
}
