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

/** By name, e.g. `classic/coalition_market`; judged on no seed that it is searched on. */
export function findGround(name: string, holdout: { from?: number; worlds?: number } = {}): Reading<Ground> {
  const [ruleset, task] = name.split('/');
  const found = GROUNDS.find(({ rules }) => rules.ruleset === ruleset && rules.tasks.some((one) => one.id === task));
  if (!found || task === undefined) return { ok: false, why: unknownName('task to audit', name, groundNames()) };
  const ground = found.make(task, holdout);
  const { search, holdout: judged } = ground.seeds;
  const seen = judged.find((seed) => search.includes(seed));
  return seen === undefined
    ? { ok: true, value: ground }
    : {
        ok: false,
        why: `holdout: the search itself plays seeds ${search.at(0)}-${search.at(-1)}, seed ${seen} among them: judge on others`,
      };
}
