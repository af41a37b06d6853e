import type { CatalogOverview, OfferedTask, PolicyCard, RulesetCard, SeedRange } from '~/api/catalog/types';
import type { TaskCard } from '~/contract/game';
import { optionText, type ReadOptions, readOptionTexts } from '~/contract/options';
import { frontOf } from '~/games/screens';
import type { Visibility } from '~/live/protocol';
import type { PlayerGroup } from '../players/player-options';
import { rangeOf, readSeed } from './read-seed';

/** Names of the judge's modes; the command line has the ids. */
export const JUDGE_TITLES: Record<string, string> = { off: 'No judge', rule: 'Rule judge', llm: 'Model judge' };

/** The form's state: the seed as typed, the rest as chosen. */
export interface Draft {
  /** The game's key. */
  game: string;
  /** Version of its rules. */
  version: number;
  task: string;
  seed: string;
  /** Plays every seat that `seats` does not name. */
  policy: string;
  /** By seat, for games with several: another player for it. */
  seats: Readonly<Record<string, string>>;
  judgeMode: string;
  /** Typed values, by option id. */
  options: Readonly<Record<string, string>>;
  /** Seconds per round. */
  pace: number;
  visibility: Visibility;
}

/** Large enough to show everything, small enough to follow. */
const FIRST_TASK = 'coalition_market';

const FIRST_VERSION = '1';

/** The initial form, with values from an address such as /new?task=…&seed=…. `groups`: other players of the requested ruleset. */
export function firstDraft(catalog: CatalogOverview, asked: ReadonlyMap<string, string>, groups: readonly PlayerGroup[] = []): Draft {
  const ruleset = chosenGame(catalog, asked);
  const tasks = ruleset?.tasks.map((task) => task.id) ?? [];
  const policies = ruleset ? policiesFor(catalog, ruleset) : [];
  const contestants = policies.filter((policy) => policy.control === undefined);
  return {
    game: ruleset?.key ?? '',
    version: ruleset?.version ?? 1,
    task: oneOf(tasks, asked.get('task') ?? FIRST_TASK, -1),
    seed: asked.get('seed') ?? '5',
    policy: oneOf(
      [...policies.map((policy) => policy.id), ...groups.flatMap(({ options }) => options.map(({ value }) => value))],
      asked.get('policy') ?? contestants[0]?.id,
      0,
    ),
    seats: {},
    judgeMode: oneOf(ruleset?.judgeModes ?? [], asked.get('judge'), 0),
    options: {},
    pace: 2,
    visibility: 'open',
  };
}

/** A sentence for each value in the address that is not available. */
export function unmetWishes(asked: ReadonlyMap<string, string>, draft: Draft): string[] {
  const had = { task: draft.task, policy: draft.policy, judge: draft.judgeMode };
  return (['task', 'policy', 'judge'] as const).flatMap((what) => {
    const wish = asked.get(what);
    if (wish === undefined || wish === had[what]) return [];
    return [`The link asks for the ${what} “${wish.slice(0, 60)}”, which this game does not have. ${had[what]} is selected instead.`];
  });
}

/** Switches to other rules with their tasks and players, and keeps the rest if possible. */
export function withGame(catalog: CatalogOverview, draft: Draft, { key, version }: RulesetCard): Draft {
  const asked = new Map([
    ['game', key],
    ['version', String(version)],
    ['task', draft.task],
    ['judge', draft.judgeMode],
    ['seed', draft.seed],
  ]);
  return { ...firstDraft(catalog, asked), pace: draft.pace, visibility: draft.visibility };
}

/** Seats that can have different players; empty if only one is played. */
export function seatsOf(task: OfferedTask | undefined): string[] {
  return task?.places.map(({ seat }) => seat) ?? [];
}

/** The task's options as parsed; empty fields keep the task's defaults. */
export function optionsOf({ options }: Draft, task: OfferedTask | undefined): ReadOptions {
  const fields = task?.options ?? [];
  const typed = Object.entries(options).filter(([id, text]) => text.trim() !== '' && fields.some((field) => field.id === id));
  return readOptionTexts(fields, Object.fromEntries(typed));
}

/** The input of `match.create`, with only the seats of the task. */
export function requestOf(draft: Draft, task: OfferedTask | undefined, seed: number) {
  const ids = new Set(seatsOf(task));
  const seats = Object.fromEntries(Object.entries(draft.seats).filter(([seat, policy]) => ids.has(seat) && policy !== ''));
  const { seats: _, options: __, ...rest } = draft;
  const options = optionsOf(draft, task);
  const set = options.ok && Object.keys(options.value).length > 0 ? { options: options.value } : {};
  return { ...rest, seed, ...(Object.keys(seats).length > 0 && { seats }), ...set };
}

/** Games in all versions that can be chosen, each game's default version first. */
export function everyVersion({ rulesets, otherVersions }: Pick<CatalogOverview, 'rulesets' | 'otherVersions'>): RulesetCard[] {
  return [...rulesets, ...otherVersions];
}

/**
 * The game in an address: `?game=gpu-market/open&version=1`. Without a version, the default; without a known game, the first that people
 * can play too, or of those that a policy in the address plays. Addresses with `ruleset` are from before there were versions, and mean
 * the first.
 */
export function chosenGame(
  catalog: Pick<CatalogOverview, 'rulesets' | 'otherVersions' | 'policies'>,
  asked: ReadonlyMap<string, string>,
): RulesetCard | undefined {
  const [game, ruleset, given] = ['game', 'ruleset', 'version'].map((name) => asked.get(name));
  const version = given ?? (game === undefined && ruleset !== undefined ? FIRST_VERSION : undefined);
  const isGame = ({ key, ruleset: word }: RulesetCard) =>
    game === undefined ? ruleset === undefined || [word, key].includes(ruleset) : key === game;
  const first = usualGame(catalog, asked.get('policy'));
  if (version === undefined) return (game === undefined && ruleset === undefined ? first : catalog.rulesets.find(isGame)) ?? first;
  const order = catalog.rulesets.map(({ key }) => key);
  const named = everyVersion(catalog).filter((card) => isGame(card) && String(card.version) === version);
  return named.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))[0] ?? first;
}

/** Where an address names no game. */
function usualGame({ rulesets, policies }: Pick<CatalogOverview, 'rulesets' | 'policies'>, policy: string | undefined) {
  const plays = policies.find(({ id }) => id === policy)?.plays;
  const played = plays === undefined ? rulesets : rulesets.filter(({ key }) => plays.includes(key));
  return played.find(({ key }) => frontOf(key)?.people) ?? played[0] ?? rulesets[0];
}

export function policiesFor(catalog: CatalogOverview, ruleset: RulesetCard): PolicyCard[] {
  return catalog.policies.filter((policy) => policy.plays.includes(ruleset.key));
}

/** The meaning of the seed's range, as a sentence below the field. */
export function seedHint(text: string, ranges: readonly SeedRange[]): string {
  const reading = readSeed(text);
  if (!reading.ok) return 'The seed sets the opening and every random draw. The same seed gives the same world.';
  const range = rangeOf(reading.value, ranges);
  return `This is ${range ? `a ${range.name} seed` : 'outside the published ranges'}: ${RANGE_MEANINGS[range?.name ?? ''] ?? 'for play, not for published results.'}`;
}

const RANGE_MEANINGS: Record<string, string> = {
  train: 'agents may learn from it.',
  validation: 'for choosing between agents, not for learning.',
  test: 'for final results only, never for training.',
};

/** How long it takes to watch, in words. */
export function durationLabel(task: TaskCard | undefined, pace: number): string {
  if (!task) return '';
  if (pace === 0) return `All ${task.rounds} rounds immediately; watch it as a replay.`;
  return `${task.rounds} rounds, about ${Math.round(task.rounds * pace)}\u00a0s to watch.`;
}

export function paceLabel(pace: number): string {
  return pace === 0 ? 'instant' : `${pace} s per round`;
}

/** The command line for the same match. */
export function playCommand(draft: Draft, task?: OfferedTask): string {
  const read = optionsOf(draft, task);
  const options = read.ok ? Object.entries(read.value).map(([id, value]) => ` --option ${id}=${optionText(value)}`) : [];
  const judge = draft.judgeMode === 'off' ? '' : ` --judge-mode ${draft.judgeMode}`;
  return `npx mandi play --game ${draft.game} --rules ${draft.version} --task ${draft.task} --seed ${draft.seed.trim()} --policy ${draft.policy}${judge}${options.join('')}`;
}

function oneOf(list: readonly string[], wanted: string | undefined, otherwise: number): string {
  return wanted !== undefined && list.includes(wanted) ? wanted : (list.at(otherwise) ?? '');
}
