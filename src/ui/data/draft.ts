/** The form's state, and the request it stands for. */

import type { DatasetFormat, DatasetRequest, FileForm, PairSource, SeatOutcome } from '~/api/data/types';
import type { TournamentCard } from '~/api/tournament/types';
import { type GameKey, keyParts } from '~/contract/game-ref';
import { benchmarkGame, fronts } from '~/games/screens';

/** Form values; '' is no filter. */
export interface Draft {
  format: DatasetFormat;
  form: FileForm;
  /** As in an address or the form. */
  ruleset: string;
  /** Version of the rules; '': the newest. */
  version: string;
  split: DatasetRequest['split'];
  task: string;
  player: string;
  outcome: SeatOutcome | '';
  minScore: string;
  minGain: string;
  minJudge: string;
  tournament: string;
  pairs: PairSource;
  /** '': the ruleset's default policy. */
  rest: string;
  cleanOnly: boolean;
  withPeople: boolean;
  forAnalysis: boolean;
  withFallbacks: boolean;
  follow: boolean;
}

export const FORMATS: readonly { value: DatasetFormat; title: string; detail: string }[] = [
  { value: 'sft', title: 'Chats', detail: 'One row per action, with its system text and prompt. For supervised fine-tuning.' },
  { value: 'preferences', title: 'Preferences', detail: 'A better and a worse answer to the same prompt, with the margin.' },
  { value: 'trajectories', title: 'Trajectories', detail: 'One row per seat: observations, actions, rewards and returns.' },
  { value: 'judge', title: 'Judge scores', detail: 'One row per pitch: its facts, its score and the reason.' },
  { value: 'arena-sft', title: 'Chats as published', detail: 'In the format of the published sample; classic ruleset only.' },
];

export const SPLITS: readonly { value: DatasetRequest['split']; words: string }[] = [
  { value: 'train', words: 'train, seeds 0–39999' },
  { value: 'validation', words: 'validation, 40000–49999' },
  { value: 'test', words: 'test, 50000–59999' },
  { value: 'none', words: 'outside these ranges (seasons and tables)' },
];

export const OUTCOMES: readonly { value: SeatOutcome; words: string }[] = [
  { value: 'won', words: 'won: best of its match, above zero' },
  { value: 'gained', words: 'gained: above zero' },
  { value: 'lost', words: 'lost: below zero' },
];

const NEW_DRAFT: Draft = {
  format: 'sft',
  form: 'jsonl',
  ruleset: benchmarkGame().key,
  version: '',
  split: 'train',
  task: '',
  player: '',
  outcome: '',
  minScore: '',
  minGain: '',
  minJudge: '',
  tournament: '',
  pairs: 'playouts',
  rest: '',
  cleanOnly: false,
  withPeople: false,
  forAnalysis: false,
  withFallbacks: false,
  follow: false,
};

const FIRST_VERSION = '1';

/**
 * Parses an address such as /data?game=<family>/<ruleset>&version=1&tournament=…; ignores unknown values. An address with `ruleset` is from
 * before there were versions, and means the first.
 */
export function readDraft(asked: { get(name: string): string | null }): Draft {
  const text = (name: string) => asked.get(name)?.slice(0, 64) ?? '';
  const isOld = text('game') === '' && text('ruleset') !== '';
  return {
    ...NEW_DRAFT,
    format: FORMATS.find(({ value }) => value === asked.get('format'))?.value ?? NEW_DRAFT.format,
    split: SPLITS.find(({ value }) => value === asked.get('split'))?.value ?? NEW_DRAFT.split,
    ruleset: text('game') || text('ruleset') || NEW_DRAFT.ruleset,
    version: text('version') || (isOld ? FIRST_VERSION : ''),
    task: text('task'),
    player: text('player'),
    tournament: text('tournament'),
    forAnalysis: asked.get('purpose') === 'analysis',
  };
}

/** The data studio with a tournament's matches: research rows for test worlds, otherwise chats. */
export function addressOf({ id, ruleset, version, range }: Pick<TournamentCard, 'id' | 'ruleset' | 'version' | 'range'>): string {
  const asked = new URLSearchParams({ game: ruleset, version: String(version), tournament: id });
  asked.set('format', range === 'test' ? 'trajectories' : 'sft');
  asked.set('split', range === 'season' ? 'none' : range);
  if (range === 'test') asked.set('purpose', 'analysis');
  return `/data?${asked.toString()}`;
}

/** Whether the format is for research only. */
export function isStudied({ format }: Pick<Draft, 'format'>): boolean {
  return format === 'trajectories' || format === 'judge';
}

/** Test seeds are for research only, and the published format only for the game with a benchmark. */
export function allowed(draft: Draft): Draft {
  const format = draft.format === 'arena-sft' && !isGame(draft, benchmarkGame().key) ? 'sft' : draft.format;
  const forAnalysis = draft.forAnalysis && isStudied({ format });
  return {
    ...draft,
    format,
    forAnalysis,
    withFallbacks: draft.withFallbacks && !isStudied({ format }),
    split: draft.split === 'test' && !forAnalysis ? 'train' : draft.split,
    minGain: hasGains(draft) ? draft.minGain : '',
  };
}

/** Whether gains can be requested. */
export function hasGains(draft: Pick<Draft, 'ruleset'>): boolean {
  return fronts().some(({ key, front }) => front.gains !== undefined && isGame(draft, key));
}

/** Old addresses name only the ruleset. */
export function isGame({ ruleset }: Pick<Draft, 'ruleset'>, key: GameKey): boolean {
  return ruleset === key || ruleset === keyParts(key).ruleset;
}

/** Whether matches are played on after an action, by a policy that can be chosen. */
export function isPlayedOut({ format, pairs }: Draft): boolean {
  return format === 'preferences' && pairs === 'playouts';
}

export type NumberField = 'minScore' | 'minGain' | 'minJudge';

/** The error in a number field; null if valid. */
export function faultIn(draft: Draft, field: NumberField): string | null {
  const text = draft[field].trim();
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return 'A number, for example 0.5.';
  return field === 'minJudge' && (value < 0 || value > 1) ? 'Judges give 0 to 1.' : null;
}

/** null if a number field is invalid. */
export function requestOf(draft: Draft): DatasetRequest | null {
  const fields = ['minScore', 'minGain', 'minJudge'] as const;
  if (fields.some((field) => faultIn(draft, field) !== null)) return null;
  const bounds = Object.fromEntries(fields.flatMap((field) => (draft[field].trim() === '' ? [] : [[field, Number(draft[field])]])));
  const { format, ruleset, version, split, outcome } = draft;
  const words = { task: draft.task, player: draft.player.trim(), tournament: draft.tournament.trim() };
  return {
    format,
    ruleset,
    ...(version !== '' && { version: Number(version) }),
    split,
    ...Object.fromEntries(Object.entries(words).filter(([, word]) => word !== '')),
    ...(outcome !== '' && { outcome }),
    ...bounds,
    ...(draft.cleanOnly && { cleanOnly: true }),
    ...(draft.withPeople && { withPeople: true }),
    ...(draft.forAnalysis && { forAnalysis: true }),
    ...(draft.withFallbacks && { withFallbacks: true }),
    ...(format === 'preferences' && draft.pairs === 'verdicts' && { pairs: 'verdicts' as const }),
    ...(isPlayedOut(draft) && draft.rest !== '' && { rest: draft.rest }),
  };
}
