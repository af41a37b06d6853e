/**
 * How many worlds a paired comparison needs, before anything is played: two-sided, normal approximation with Guenther's (1981) correction
 * for small numbers.
 */
import { upperQuantile } from './normal';

const SIZE = 0.05;
const POWER = 0.8;
/** A test of signs cannot reach the level with fewer worlds, however large the lead. */
const FEWEST = 6;

export interface PowerOptions {
  /** The level of the test, e.g. 5% divided by the number of comparisons. */
  level?: number;
  power?: number;
}

/** Worlds in which a mean difference of this size is found, if differences by world have this standard deviation; null: it cannot be said. */
export function worldsFor(effect: number, spread: number, options: PowerOptions = {}): number | null {
  if (!(effect > 0) || !Number.isFinite(spread)) return null;
  return Math.max(fewestFor(options), Math.ceil(((reach(options) * spread) / effect) ** 2 + correction(options)));
}

/** The smallest mean difference that so many worlds find; null: too few worlds for any. */
export function detectable(worlds: number, spread: number, options: PowerOptions = {}): number | null {
  if (worlds < fewestFor(options)) return null;
  return (reach(options) * spread) / Math.sqrt(worlds - correction(options));
}

/** As many standard errors must a difference be from 0. */
function reach({ level = SIZE, power = POWER }: PowerOptions): number {
  return upperQuantile(level / 2) + upperQuantile(1 - power);
}

function correction({ level = SIZE }: PowerOptions): number {
  return upperQuantile(level / 2) ** 2 / 2;
}

function fewestFor({ level = SIZE }: PowerOptions): number {
  return Math.max(FEWEST, Math.ceil(1 + Math.log2(1 / level)));
}
