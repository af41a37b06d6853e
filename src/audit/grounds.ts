import type { Reading } from '~/contract/game';
import { classic } from '~/games/gpu-market/classic/classic';
import { PRESETS } from '~/games/gpu-market/open/config';
import { openMarket } from '~/games/gpu-market/open/open';
import { OPEN_TASKS } from '~/games/gpu-market/open/types';
import { unknownName } from '~/lib/text/unknown-name';
import { classicGround } from './classic-ground';
import type { Ground } from './ground';
import { openGround } from './open-ground';

type Holdout = { from?: number; worlds?: number };

/** Among planners with coalitions instead of house labs, which join none. */
const COALITIONS = '+coalitions';

const GROUNDS: readonly { name: string; make(holdout: Holdout): Ground }[] = [
  ...classic.tasks.map(({ id }) => ({ name: `classic/${id}`, make: (holdout: Holdout) => classicGround(id, holdout) })),
  ...openMarket.tasks.map(({ id }) => ({ name: `open/${id}`, make: (holdout: Holdout) => openGround(id, { holdout }) })),
  ...OPEN_TASKS.filter((id) => PRESETS[id].coalitions).map((id) => ({
    name: `open/${id}${COALITIONS}`,
    make: (holdout: Holdout) => openGround(id, { holdout, field: 'coalitions' }),
  })),
];

/** Everything that can be audited, as `RULESET/TASK`; with `+coalitions` among planners that found and join them. */
export function groundNames(): string[] {
  return GROUNDS.map(({ name }) => name);
}

/** By name, e.g. `classic/coalition_market`; judged on no seed that it is searched on. */
export function findGround(name: string, holdout: Holdout = {}): Reading<Ground> {
  const found = GROUNDS.find((one) => one.name === name);
  if (!found) return { ok: false, why: unknownName('task to audit', name, groundNames()) };
  const ground = found.make(holdout);
  const { search, holdout: judged } = ground.seeds;
  const seen = judged.find((seed) => search.includes(seed));
  return seen === undefined
    ? { ok: true, value: ground }
    : {
        ok: false,
        why: `holdout: the search itself plays seeds ${search.at(0)}-${search.at(-1)}, seed ${seen} among them: judge on others`,
      };
}
