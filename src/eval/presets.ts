/** Runs that go by a name. */

import type { Reading } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { findGame, GAMES } from '~/games/registry';
import { isEqual, printedLike } from '~/lib/text/printed-mean';
import { unknownName } from '~/lib/text/unknown-name';
import { type EvalPlan, type EvalRequest, planEval, USUAL_SEEDS, withNulls } from './eval-plan';
import { type EvalReport, refOfMeta } from './report';
import type { SplitName } from './seeds';

export const PRESETS = ['published'] as const;

/** `published`: the published tables of the first game that has some, with its farmers and null policies. Agents can be added. */
export function planPreset(preset: string, more: Pick<EvalRequest, 'policies' | 'agents'> = {}): Reading<EvalPlan> {
  if (preset !== 'published') return { ok: false, why: unknownName('preset', preset, PRESETS) };
  const policies = more.policies === undefined ? 'all' : `all,${more.policies}`;
  const plan = planEval({ ...more, game: publishedGame(), policies, seeds: USUAL_SEEDS, statistics: 'percentile-1' });
  if (!plan.ok) return plan;
  const known = knownTo(more.policies?.split(',') ?? []);
  if (known.length > 0) return { ok: false, why: `policies: preset published plays ${known.join(', ')} anyway; name only others to add` };
  return { ok: true, value: withNulls(plan.value) };
}

function publishedGame(): GameKey | undefined {
  return GAMES.find(({ ref }) => packOf(ref).published !== undefined)?.ref.key;
}

/** Of these names, those that the preset plays unasked. */
function knownTo(names: readonly string[]): string[] {
  const plan = planEval({ game: publishedGame(), policies: 'all', seeds: USUAL_SEEDS });
  const own = plan.ok ? ['all', ...withNulls(plan.value).policies] : [];
  return names.map((name) => name.trim()).filter((name) => own.includes(name));
}

export interface PublishedFigure {
  policy: string;
  task: string;
  /** As it was called there. */
  split: string;
  /** Our name of the same range of seeds. */
  range: SplitName;
  /** As it was printed. */
  published: string;
  /** Ours at the same places. */
  ours: string;
  equal: boolean;
}

/** Every figure of these reports that was published: for the published seeds, without a judge. */
export function publishedFigures(reports: readonly EvalReport[]): PublishedFigure[] {
  return reports.flatMap(({ rows, meta }) => {
    const { key, version } = refOfMeta(meta);
    const rules = findGame(key, version);
    const printed = rules ? packOf(rules.ref).published : undefined;
    const [split, ...others] = meta.splits;
    const range = split === undefined || others.length > 0 ? undefined : printed?.ranges[split];
    if (!printed || !range || split === undefined || meta.judge_mode !== 'off') return [];
    return rows.flatMap(({ policy, task, seeds, mean }) => {
      const published = printed.mean(policy, task, range.name);
      if (published === null || seeds !== range.seeds) return [];
      return [
        { policy, task, split: range.name, range: split, published, ours: printedLike(mean, published), equal: isEqual(mean, published) },
      ];
    });
  });
}

/** null: nothing of it was published. */
export function agreementText(figures: readonly PublishedFigure[]): string | null {
  if (figures.length === 0) return null;
  const equal = figures.filter((figure) => figure.equal).length;
  return equal === figures.length
    ? `All ${equal} published means match in every printed digit.`
    : `${equal} of ${figures.length} published means match in every printed digit.`;
}
