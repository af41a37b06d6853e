import { unknownName } from '~/eval/unknown-name';
import type { Reading } from '~/games/game';
import { classic } from '~/games/gpu-market/classic/classic';
import { openMarket } from '~/games/gpu-market/open/open';
import { classicGround } from './classic-ground';
import type { Ground } from './ground';
import { openGround } from './open-ground';

const GROUNDS = [
  { rules: classic, make: classicGround },
  { rules: openMarket, make: openGround },
] as const;

/** Everything that can be audited, as `RULESET/TASK`. */
export function groundNames(): string[] {
  return GROUNDS.flatMap(({ rules }) => rules.tasks.map((task) => `${rules.ruleset}/${task.id}`));
}

/** By name, e.g. `classic/coalition_market`. */
export function findGround(name: string, holdout: { from?: number; worlds?: number } = {}): Reading<Ground> {
  const [ruleset, task] = name.split('/');
  const found = GROUNDS.find(({ rules }) => rules.ruleset === ruleset && rules.tasks.some((one) => one.id === task));
  if (!found || task === undefined) return { ok: false, why: unknownName('task to audit', name, groundNames()) };
  return { ok: true, value: found.make(task, holdout) };
}
