import type { CatalogOverview, PolicyCard, RulesetCard, SeedRange } from '~/api/catalog-words';
import type { TaskCard } from '~/games/game';
import type { Visibility } from '~/live/protocol';
import { rangeOf, readSeed } from './read-seed';

/** A match as the form holds it: the seed as typed, the rest as chosen. */
export interface Draft {
  ruleset: string;
  task: string;
  seed: string;
  policy: string;
  judgeMode: string;
  /** Seconds a round. */
  pace: number;
  visibility: Visibility;
}

/** What the form begins with; an address such as /new?task=…&seed=… has its say. */
export function firstDraft(catalog: CatalogOverview, asked: ReadonlyMap<string, string>): Draft {
  const ruleset = catalog.rulesets.find((one) => one.ruleset === asked.get('ruleset')) ?? catalog.rulesets[0];
  const policies = ruleset ? policiesFor(catalog, ruleset) : [];
  return {
    ruleset: ruleset?.ruleset ?? '',
    task: oneOf(ruleset?.tasks.map((task) => task.id) ?? [], asked.get('task'), -1),
    seed: asked.get('seed') ?? '5',
    policy: oneOf(
      policies.map((policy) => policy.id),
      asked.get('policy'),
      0,
    ),
    judgeMode: oneOf(ruleset?.judgeModes ?? [], asked.get('judge'), 0),
    pace: 2,
    visibility: 'open',
  };
}

export function policiesFor(catalog: CatalogOverview, ruleset: RulesetCard): PolicyCard[] {
  return catalog.policies.filter((policy) => policy.plays.includes(`${ruleset.game}/${ruleset.ruleset}`));
}

/** What the seed's range means, in a sentence below the field. */
export function seedHint(text: string, ranges: readonly SeedRange[]): string {
  const reading = readSeed(text);
  if (!reading.ok) return 'The seed decides the whole opening and every draw of chance: the same seed, the same world.';
  const range = rangeOf(reading.value, ranges);
  return `This is ${range ? `a ${range.name} seed` : 'outside the published ranges'}: ${RANGE_MEANINGS[range?.name ?? ''] ?? 'fit for play, not for tables.'}`;
}

const RANGE_MEANINGS: Record<string, string> = {
  train: 'agents may learn on it.',
  validation: 'for choosing between agents, not for learning.',
  test: 'for final tables only, nothing that trains an agent touches it.',
};

/** How long people will watch, in words. */
export function durationWords(task: TaskCard | undefined, pace: number): string {
  if (!task) return '';
  if (pace === 0) return `All ${task.rounds} rounds at once; watch it as a replay.`;
  return `${task.rounds} rounds, about ${Math.round(task.rounds * pace)}\u00a0s to watch.`;
}

export function paceWords(pace: number): string {
  return pace === 0 ? 'instant' : `${pace} s a round`;
}

/** The same match on the command line. */
export function playCommand(draft: Draft): string {
  const judge = draft.judgeMode === 'off' ? '' : ` --judge-mode ${draft.judgeMode}`;
  return `npx mandi play --task ${draft.task} --seed ${draft.seed.trim()} --policy ${draft.policy}${judge}`;
}

function oneOf(list: readonly string[], wanted: string | undefined, otherwise: number): string {
  return wanted !== undefined && list.includes(wanted) ? wanted : (list.at(otherwise) ?? '');
}
