/** Runs that go by a name. */

import type { Reading } from '~/contract/game';
import { isEqual, printedLike, publishedMean, type Split } from '~/games/gpu-market/classic/published-results';
import { unknownName } from '~/lib/text/unknown-name';
import { type EvalPlan, type EvalRequest, planEval, USUAL_SEEDS, withNulls } from './eval-plan';
import type { EvalReport } from './report';

export const PRESETS = ['published'] as const;

/** `published`: the tables of the GPU arena, with everything beside them that farms or does nothing; agents may be named besides. */
export function planPreset(preset: string, more: Pick<EvalRequest, 'policies' | 'agents'> = {}): Reading<EvalPlan> {
  if (preset !== 'published') return { ok: false, why: unknownName('preset', preset, PRESETS) };
  const policies = more.policies === undefined ? 'all' : `all,${more.policies}`;
  const plan = planEval({ ...more, ruleset: 'classic', policies, seeds: USUAL_SEEDS, statistics: 'percentile-1' });
  if (!plan.ok) return plan;
  const known = knownTo(more.policies?.split(',') ?? []);
  if (known.length > 0) return { ok: false, why: `policies: preset published plays ${known.join(', ')} anyway; name only others to add` };
  return { ok: true, value: withNulls(plan.value) };
}

/** Of these names, those that the preset plays unasked. */
function knownTo(names: readonly string[]): string[] {
  const plan = planEval({ ruleset: 'classic', policies: 'all', seeds: USUAL_SEEDS });
  const own = plan.ok ? ['all', ...withNulls(plan.value).policies] : [];
  return names.map((name) => name.trim()).filter((name) => own.includes(name));
}

export interface PublishedFigure {
  policy: string;
  task: string;
  split: Split;
  /** As it was printed. */
  published: string;
  /** Ours at the same places. */
  ours: string;
  equal: boolean;
}

const SPLIT_OF: Record<string, Split> = { train: 'train', test: 'holdout' };
const SEEDS_OF: Record<Split, string> = { train: '0-9', holdout: '50000-50007' };

/** Every figure of these reports that was published: for the published seeds, without a judge. */
export function publishedFigures(reports: readonly EvalReport[]): PublishedFigure[] {
  return reports.flatMap(({ rows, meta }) => {
    const split = meta.splits.length === 1 ? SPLIT_OF[meta.splits[0] ?? ''] : undefined;
    if (split === undefined || meta.ruleset !== 'classic' || meta.judge_mode !== 'off') return [];
    return rows.flatMap(({ policy, task, seeds, mean }) => {
      const published = publishedMean(policy, task, split);
      if (published === null || seeds !== SEEDS_OF[split]) return [];
      return [{ policy, task, split, published, ours: printedLike(mean, published), equal: isEqual(mean, published) }];
    });
  });
}

/** null: nothing of it was published. */
export function agreementText(figures: readonly PublishedFigure[]): string | null {
  if (figures.length === 0) return null;
  const equal = figures.filter((figure) => figure.equal).length;
  return equal === figures.length
    ? `All ${equal} published means come out equal at every printed place.`
    : `${equal} of ${figures.length} published means come out equal at every printed place.`;
}
