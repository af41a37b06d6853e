/** What a run's log, card and checkpoints say together: a line of a list, and the page of one run. */
import type { FollowedLog } from './run-files';
import type { RunLog } from './run-log';
import type { Checkpoint, Curve, Metric, RunCard, RunFact, RunSheet, RunSource, RunStatus } from './types';

export type Fields = Readonly<Record<string, unknown>>;

/** What is known of one run. */
export interface RunParts {
  source: RunSource;
  name: string;
  /** null: there is a card alone. */
  followed: FollowedLog | null;
  /** `run.json` of a run, the card of a shipped adapter, or what was noted of an import. */
  card: Fields | null;
  /** Milliseconds; null: long ago, or elsewhere. */
  written: number | null;
  now: number;
}

/** A run whose process is not to be seen here may be in a container: it counts as running while it writes. */
export const QUIET_MS = 120_000;
/** Without a card nobody says which process writes. */
const QUIET_WITHOUT_CARD_MS = 600_000;

export function runCard(parts: RunParts): RunCard {
  const { source, name, written, card } = parts;
  const log = parts.followed?.log ?? null;
  const trained = fieldsOf(card?.trained);
  const state = fieldsOf(trained?.state);
  const [status, reason] = statusOf(parts);
  return {
    id: `${source}.${name}`,
    name: textOf(log?.about.name) ?? textOf(card?.title) ?? name,
    source,
    kind: kindOf(parts),
    status,
    reason,
    step: log?.step ?? numberOf(card?.step) ?? numberOf(state?.updates) ?? numberOf(log?.about.global_step),
    steps: numberOf(card?.steps) ?? null,
    written: source === 'here' && written !== null ? new Date(written).toISOString() : null,
    tokens: log?.counts.tokens ?? numberOf(state?.tokens),
    seconds: log?.counts.seconds ?? numberOf(state?.seconds),
    loss: log?.curves.get('loss')?.last ?? log?.finalLoss ?? null,
    reward: log?.curves.get('reward')?.last ?? null,
    gain: log?.gains.at(-1)?.gain ?? null,
    publisher: source === 'published' ? (textOf(log?.about.publisher) ?? textOf(log?.about.repository)) : null,
  };
}

export function runSheet(parts: RunParts, checkpoints: readonly Checkpoint[]): RunSheet {
  const { followed, card } = parts;
  const log = followed?.log ?? null;
  const about = log?.about ?? {};
  const trained = fieldsOf(card?.trained);
  const pins = fieldsOf(trained?.run) ?? (card?.format === undefined ? about : card);
  return {
    ...runCard(parts),
    game:
      textOf(card?.game) ??
      textOf(about.game) ??
      textOf(listOf(fieldsOf(card?.agent)?.plays)[0]) ??
      textOf(fieldsOf(trained?.samples)?.ruleset),
    curves: log === null ? {} : Object.fromEntries([...log.curves].map(([metric, curve]) => [metric, curve.whole])),
    gains: log?.gains ?? [],
    gainSeeds: log?.gainSeeds ?? null,
    references: [...(log?.references.values() ?? [])].map(({ name, kind, curve }) => ({ name, kind, points: curve.whole.points })),
    began: textOf(card?.began),
    samples: log?.counts.samples ?? numberOf(fieldsOf(trained?.state)?.samples),
    cost: log?.counts.cost ?? numberOf(card?.cost),
    command: commandOf(card, about),
    versions: versionsOf({ card, pins, about }),
    settings: settingsOf(pins, about),
    digests: digestsOf(card, pins),
    source_note: textOf(about.source) ?? textOf(trained?.on) ?? (parts.source === 'imported' ? textOf(card?.imported_from) : null),
    warnings: log === null ? [] : warningsOf(log, kindOf(parts)),
    notes: [...notesOf(about), ...samplesNote(trained), ...(log?.notes ?? [])],
    unread: log?.unread ?? null,
    cutAt: followed?.cutAt ?? null,
    checkpoints,
  };
}

function statusOf({ source, followed, card, written, now }: RunParts): [RunStatus, string | null] {
  const log = followed?.log ?? null;
  if (source === 'shipped') return ['done', null];
  if (log?.end === 'failed') return ['failed', log.reason];
  if (source !== 'here') return [log?.end === 'end' ? 'done' : 'recorded', null];
  if (log?.end === 'end' || card?.status === 'done') return ['done', null];
  if (card?.status === 'failed') return ['failed', textOf(card.reason)];
  const quiet = now - (written ?? 0);
  const pid = numberOf(card?.pid);
  const isRunning = pid !== null && isAlive(pid) ? true : quiet < (card === null ? QUIET_WITHOUT_CARD_MS : QUIET_MS);
  return isRunning
    ? ['running', null]
    : ['interrupted', 'It stopped before it finished. Run the same command to resume it from its last checkpoint.'];
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}

function kindOf({ followed, card, source }: RunParts): string | null {
  const log = followed?.log ?? null;
  const named =
    textOf(card?.kind === 'adapter' ? null : card?.kind) ??
    textOf(log?.about.method)?.toLowerCase() ??
    textOf(log?.about.kind) ??
    log?.kind ??
    null;
  if (named !== null || source === 'imported' || source === 'published') return named;
  // Earlier versions of the trainer had two commands and named neither.
  const pins = fieldsOf(fieldsOf(card?.trained)?.run) ?? log?.about ?? {};
  return 'rounds' in pins ? 'learn' : 'sft';
}

function commandOf(card: Fields | null, about: Fields): string | null {
  const words = listOf(card?.command ?? fieldsOf(about.config)?.argv).filter((word) => typeof word === 'string');
  if (words.length > 0) return clean(words.map(quoted).join(' '), 2_000);
  return typeof about.command === 'string' ? clean(about.command, 2_000) : null;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const NOT_SETTINGS =
  /^(event|at|time|took|type|name|command|global_step|method|repository|source|publisher|notes|resumed|checkpoint|from|base|file|device|dtype|torch|prompt|config)$/;

/** Settings as the run's card lists them, or all else that its start tells. */
function settingsOf(pins: Fields, about: Fields): RunFact[] {
  const settings = fieldsOf(pins.settings) ?? (pins === about || pins.settings === undefined ? pinned(pins, about) : {});
  return factsOf({ ...settings, ...onlySet({ device: pins.device, dtype: pins.dtype }) });
}

function pinned(pins: Fields, about: Fields): Fields {
  const all = { ...fieldsOf(about.config), ...(pins.format === undefined ? pins : {}) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !NOT_SETTINGS.test(name) && name !== 'argv' && name !== 'kind'));
}

function versionsOf({ card, pins, about }: { card: Fields | null; pins: Fields; about: Fields }): RunFact[] {
  const prompt =
    textOf(card?.prompt) ?? textOf(pins.prompt) ?? textOf(fieldsOf(fieldsOf(fieldsOf(card?.trained)?.samples)?.prompt)?.version);
  return factsOf({
    ...fieldsOf(card?.versions),
    ...onlySet({ torch: pins.torch, prompt, code: fieldsOf(about.config)?.git_sha }),
  });
}

function digestsOf(card: Fields | null, pins: Fields): RunFact[] {
  const data = fieldsOf(card?.data) ?? fieldsOf(fieldsOf(card?.trained)?.samples);
  const file = fieldsOf(data?.file);
  return factsOf(
    onlySet({
      adapter: card?.kind === 'adapter' ? card.digest : undefined,
      'base model': typeof pins.base === 'string' ? pins.base : undefined,
      data: data?.digest ?? file?.digest ?? pins.file,
      log: typeof card?.imported === 'string' ? card.digest : undefined,
    }),
  );
}

/** What others wrote of their run, beyond its steps. */
function notesOf(about: Fields): RunSheet['notes'] {
  return listOf(about.notes).flatMap((words) => (typeof words === 'string' ? [{ step: null, words: clean(words, 500) }] : []));
}

/** How the samples of a shipped adapter were made. */
function samplesNote(trained: Fields | null): RunSheet['notes'] {
  const command = textOf(fieldsOf(trained?.samples)?.command);
  return command === null ? [] : [{ step: null, words: `Its samples were made by: ${command}` }];
}

const LN_2 = Math.LN2;

/** Signs that nothing was learned, which a curve alone does not shout. */
export function warningsOf(log: RunLog, kind: string | null): string[] {
  const values = (metric: Metric) => (log.curves.get(metric)?.whole ?? NO_CURVE).points.map(([, value]) => value);
  const [losses, norms, spreads, flat] = [values('loss'), values('grad_norm'), values('reward_std'), values('flat_groups')];
  const last = losses.at(-1) ?? log.finalLoss;
  const warnings: string[] = [];
  if (kind === 'dpo' && last !== null && Math.abs(last - LN_2) < 1e-6)
    warnings.push('The last loss is ln 2 (0.693147): DPO’s loss before anything is learned.');
  if (norms.length > 0 && norms.every((norm) => norm === 0)) warnings.push('The gradient was 0 in every step: nothing was learned.');
  if ((spreads.length > 1 && spreads.every((spread) => spread === 0)) || (flat.length > 1 && flat.every((share) => share === 1)))
    warnings.push('The rewards of each group were all equal in every step: there was nothing to learn from.');
  return warnings;
}

const NO_CURVE: Curve = { points: [], every: 1 };

function factsOf(fields: Fields): RunFact[] {
  return Object.entries(fields)
    .slice(0, 60)
    .flatMap(([name, value]): RunFact[] => {
      if (value === null || value === undefined || value === '') return [];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [[clean(name, 60), clean(text, 200)]];
    });
}

function onlySet(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** Of files that anybody may have written: nothing that turns text around, and no more than fits. */
function clean(text: string, most: number): string {
  const shown = text.replace(/[\p{Bidi_Control}\p{Cc}\p{Cs}]/gu, ' ');
  return shown.length > most ? `${shown.slice(0, most)}…` : shown;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? clean(value, 500) : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
