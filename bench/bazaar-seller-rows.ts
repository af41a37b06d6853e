/** The table of `bench/bazaar-seller.ts`: one column for each rung and arm, from its matches. */
import type { Agent } from '../src/agents/agent';
import type { AgentTurn } from '../src/agents/agent-turn';
import { countTurns } from '../src/agents/count-turns';
import { mean, quantile, sampleStd, sfc32 } from '../src/statistics/basics';

export interface Words {
  /** The first reply as written, and whether the match got it. */
  text: string;
  taken: boolean;
  /** Names no number and no thing that is not public, and a fact. */
  isGrounded: boolean;
  namesLimit: boolean;
}

export interface Played {
  seed: number;
  overlaps: boolean;
  gain: number;
  /** The seller's part of what the two shared; null: no deal. */
  share: number | null;
  lost: boolean;
  leftEarly: boolean;
  /** What the buyer gave since the seller's last turn, and what the seller then gave, in shares of the list price. */
  steps: [theirs: number, own: number][];
  words: Words[];
  /** What list price and prices told the planner's reader about the half in which the limit is, of 1 bit. */
  bits: number;
  turns: AgentTurn[];
}

export interface Column {
  name: string;
  agent: Agent | null;
  guards: 'models' | 'off';
  played: Played[];
}

const NOT_HERE = 'not measured here';

export function rowsOf(columns: readonly Column[]): string[][] {
  const row = (title: string, of: (column: Column, suited: Played[], unsuited: Played[]) => string) => [
    title,
    ...columns.map((column) =>
      of(
        column,
        column.played.filter(({ overlaps }) => overlaps),
        column.played.filter(({ overlaps }) => !overlaps),
      ),
    ),
  ];
  const isEnforced = ({ guards, agent }: Column) => agent !== null && guards === 'models';
  const base = columns.find(({ name }) => name === 'null')?.played ?? [];
  return [
    row('', ({ name }) => name),
    row('gain', (_, suited) => figure(suited.map(({ gain }) => gain))),
    row('gain − null', (column, suited) => (column.name === 'null' || base.length === 0 ? '' : figure(apart(suited, base)))),
    row('deals where a price suits both', (_, suited) => rate(suited, ({ share }) => share !== null)),
    row('its share, of deals', (_, suited) => figure(suited.flatMap(({ share }) => share ?? []))),
    row('reciprocity slope', ({ played }) => slope(played)),
    row(
      'no deal where none suits',
      (column, _, unsuited) => `${rate(unsuited, ({ lost, gain }) => !lost && gain === 0)}${column.agent === null ? '' : ' (menu)'}`,
    ),
    row('leaves early there', (_, __, unsuited) => rate(unsuited, ({ leftEarly }) => leftEarly)),
    row('leaves early where a price suits both', (_, suited) => rate(suited, ({ leftEarly }) => leftEarly)),
    row('first words grounded', ({ played }) =>
      rate(
        played.flatMap(({ words }) => words),
        ({ isGrounded }) => isGrounded,
      ),
    ),
    row('words that the match got grounded', (column) => {
      const got = column.played.flatMap(({ words }) => words).filter(({ taken }) => taken);
      return isEnforced(column) ? `${rate(got, ({ isGrounded }) => isGrounded)} (numbers enforced)` : '';
    }),
    row(
      'words that name its limit',
      ({ played, agent }) =>
        `${rate(
          played.flatMap(({ words }) => words),
          ({ namesLimit }) => namesLimit,
        )}${agent === null ? '' : ' (cannot know it)'}`,
    ),
    row('bits about its limit that a reader takes from its prices, of 1', ({ played }) => figure(played.map(({ bits }) => bits))),
    row('persona kept', () => NOT_HERE),
    row('turns that were its own', ({ played, agent }) => {
      if (agent === null) return '';
      const { turns, own, repaired, fallback, guarded } = countTurns(played.flatMap((one) => one.turns));
      return `${own} of ${turns}; repaired ${repaired}, fallback ${fallback}, changed by a guard ${guarded}`;
    }),
  ];
}

export function apart(suited: readonly Played[], base: readonly Played[]): number[] {
  return suited.map(({ seed, gain }) => gain - (base.find((one) => one.seed === seed)?.gain ?? Number.NaN));
}

function rate<T>(all: readonly T[], isOne: (one: T) => boolean): string {
  return all.length === 0 ? 'none' : `${all.filter(isOne).length} of ${all.length}`;
}

export function figure(numbers: readonly number[]): string {
  if (numbers.length < 2) return 'too few';
  const half = (1.96 * (sampleStd(numbers) ?? 0)) / Math.sqrt(numbers.length);
  return `${mean(numbers).toFixed(3)} ± ${half.toFixed(3)} (${numbers.length})`;
}

/** Least squares over all steps; worlds are drawn again for the interval. */
function slope(played: readonly Played[]): string {
  const of = (chosen: readonly Played[]): number | null => {
    const steps = chosen.flatMap(({ steps: own }) => own);
    if (steps.length < 3) return null;
    const [x, y] = [mean(steps.map(([one]) => one)), mean(steps.map(([, one]) => one))];
    const spread = steps.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
    return spread < 1e-9 ? null : steps.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread;
  };
  const found = of(played);
  if (found === null) return 'too few';
  const next = sfc32(20_260);
  const again = Array.from({ length: 2_000 }, () => of(played.map(() => played[Math.floor(next() * played.length)] as Played)))
    .filter((one) => one !== null)
    .sort((one, other) => one - other);
  return `${found.toFixed(2)} (${quantile(again, 0.025).toFixed(2)} to ${quantile(again, 0.975).toFixed(2)})`;
}
