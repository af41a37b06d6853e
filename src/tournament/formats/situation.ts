import { hasOwnerTwice } from '~/agents/owner';
import type { Entrant, FixtureRecord, TournamentPlan } from '~/store/tournaments/tournament';
import { dealsOwnWorlds } from '../own-worlds';
import { HOUSE, UNCONFIRMED } from '../rank/owners';

/** What a format draws its next stage from. */
export interface Situation {
  plan: TournamentPlan;
  /** All but null policies, in the plan's order: the seeding. */
  entrants: readonly Entrant[];
  /** The stage to be drawn, from 0. */
  stage: number;
  /** All of the stages before, ended, in canonical order; those of null policies are not among them. */
  fixtures: readonly FixtureRecord[];
}

/** Names that meet; one alone where tables have a single place. */
export type Meeting = readonly string[];

export interface Format {
  /** Who meets in the next stage. `wait`: nobody can, until somebody joins. */
  draw(situation: Situation): readonly Meeting[] | 'wait' | 'over';
  /** By entrant, the format's own count; null: it has none. `stage` is the number of stages that have been drawn. */
  points(situation: Situation): ReadonlyMap<string, number> | null;
}

/** Those who take part in a stage. */
export function activeIn(entrants: readonly Entrant[], stage: number): Entrant[] {
  return entrants.filter(({ joined, left }) => joined <= stage && (left === null || left > stage));
}

/** Do two of these belong to one owner, or are one agent (in whatever versions), in a tournament where such may not share a table? */
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

/** The confirmed owner; all who have none are one. null: it comes with Mandi. Before method 2, and until it is pinned, its words count. */
function answererOf({ ownerRecord }: Entrant): string | null {
  return ownerRecord === HOUSE ? null : (ownerRecord ?? UNCONFIRMED);
}

/** Without its version. */
export function nameOfAgent(player: string): string {
  return player.split('@', 1)[0] ?? player;
}

export function isTwice(words: readonly (string | null)[]): boolean {
  const known = words.filter((word) => word !== null);
  return new Set(known).size < known.length;
}

/** How a meeting is written down in its fixtures. */
export function meetingText(names: Meeting): string {
  return names.join(' | ');
}

export function namesOfMeeting(text: string): string[] {
  return text.split(' | ');
}
