/** Training runs of this machine, imported logs, adapters that come with Mandi and what others published, as one list. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RUN_NAME } from '~/lib/text/run-name';
import { type Answer, answered, refused } from '~/match/answer';
import { findRunFolder, foldersIn, LOG, LogFollower, listRunFolders, MOST_RUNS, type RunFolder, readCard } from './run-files';
import { RunLog } from './run-log';
import { type Fields, fieldsOf, numberOf, type RunParts, runCard, runSheet, textOf } from './run-sheet';
import type { Checkpoint, RunList, RunSheet, RunSource } from './types';

export interface TrainingFolders {
  /** Where trainers of this machine write; read alone. */
  runs: string;
  /** Where imported logs are kept. */
  imported: string;
  /** Of this clone: what others published, and logs of adapters that come with Mandi. */
  published: string;
  shipped: string;
  /** Folders with cards of models and adapters; those that come with Mandi last. */
  models: readonly string[];
  shippedAdapters: string;
}

export interface TrainingRuns {
  list(sight: Sight): Promise<RunList>;
  /** null: there is none, or none that this caller may see. */
  get(id: string, sight: Sight): Promise<RunSheet | null>;
  /** The new run's id. */
  import(log: { name: string; text: string; file?: string }): Promise<Answer<string, 'bad_input' | 'name_taken'>>;
  remove(id: string): Promise<boolean>;
}

/** `home`: MANDI_HOME; `clone`: where this Mandi is. */
export function trainingFolders({ home, models }: { home: string; models: string }, clone: string): TrainingFolders {
  const shippedAdapters = join(clone, 'workers', 'adapters');
  return {
    runs: join(home, 'runs'),
    imported: join(home, 'imported-runs'),
    published: join(clone, 'public', 'training', 'published'),
    shipped: join(clone, 'public', 'training', 'shipped'),
    models: [models, shippedAdapters],
    shippedAdapters,
  };
}

/** Command lines and reasons of runs of this machine name its folders: they are the operator's to see. */
export interface Sight {
  isOperator: boolean;
}

/** Of one imported log, in letters. */
export const MOST_IMPORTED = 32 * 1024 * 1024;

export function trainingRuns(folders: TrainingFolders): TrainingRuns {
  return new Runs(folders);
}

/** A server that knows of no folder. */
export const NO_RUNS: TrainingRuns = {
  list: async () => ({ runs: [], folder: null }),
  get: async () => null,
  import: async () => refused('bad_input', 'This server keeps no training logs.'),
  remove: async () => false,
};

class Runs implements TrainingRuns {
  readonly #folders: TrainingFolders;
  readonly #logs = new LogFollower();

  constructor(folders: TrainingFolders) {
    this.#folders = folders;
  }

  async list({ isOperator }: Sight): Promise<RunList> {
    const sources: RunSource[] = isOperator ? ['here', 'imported', 'shipped', 'published'] : ['imported', 'shipped', 'published'];
    const parts = await Promise.all(sources.map((source) => this.#partsOf(source)));
    return { runs: parts.flat().map(runCard), folder: isOperator ? this.#folders.runs : null };
  }

  async get(id: string, { isOperator }: Sight): Promise<RunSheet | null> {
    const [, source, name = ''] = /^(here|imported|shipped|published)\.(.+)$/.exec(id) ?? [];
    if (source === undefined || !RUN_NAME.test(name) || (source === 'here' && !isOperator)) return null;
    if (source === 'shipped') {
      const parts = (await this.#partsOf('shipped')).find((one) => one.name === name);
      return parts ? runSheet(parts, [shippedCheckpoint(parts)]) : null;
    }
    const folder = await findRunFolder(this.#folders[ROOTS[source as keyof typeof ROOTS]], name);
    if (folder === null) return null;
    const parts = await this.#readParts(source as RunSource, folder);
    return runSheet(parts, source === 'here' ? await this.#checkpoints(folder, parts) : loggedCheckpoints(parts));
  }

  async import({ name, text, file }: { name: string; text: string; file?: string }): Promise<Answer<string, 'bad_input' | 'name_taken'>> {
    if (!RUN_NAME.test(name))
      return refused(
        'bad_input',
        'A run’s name has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with a letter or digit.',
      );
    const read = readImport(text);
    if (!read.ok) return read;
    const root = this.#folders.imported;
    await mkdir(root, { recursive: true });
    if ((await readdir(root)).length >= MOST_RUNS)
      return refused('bad_input', `At most ${MOST_RUNS} imported logs are kept. Remove one that you no longer need.`);
    const fresh = await mkdtemp(join(root, '.import-'));
    try {
      const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
      const note = { imported: new Date().toISOString(), digest, ...(file !== undefined && { imported_from: file }) };
      await writeFile(join(fresh, LOG), read.value);
      await writeFile(join(fresh, 'run.json'), JSON.stringify(note));
      await rename(fresh, join(root, name));
      return answered(`imported.${name}`);
    } catch (fault) {
      if (!(await findRunFolder(root, name))) throw fault;
      return refused('name_taken', `An imported log called ${name} already exists. Choose another name, or remove that one first.`);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }

  async remove(id: string): Promise<boolean> {
    const [, name = ''] = /^imported\.(.+)$/.exec(id) ?? [];
    const folder = await findRunFolder(this.#folders.imported, name);
    if (folder === null) return false;
    await rm(folder.path, { recursive: true, force: true });
    return true;
  }

  async #partsOf(source: RunSource): Promise<RunParts[]> {
    if (source === 'shipped') return this.#shippedParts();
    const folders = await listRunFolders(this.#folders[ROOTS[source]]);
    const parts: RunParts[] = [];
    for (const folder of folders) parts.push(await this.#readParts(source, folder)); // one log at a time is in memory
    return source === 'published' ? parts.sort((one, other) => (one.name < other.name ? -1 : 1)) : parts;
  }

  async #readParts(source: RunSource, { name, path, written }: RunFolder): Promise<RunParts> {
    const [followed, card] = await Promise.all([this.#logs.read(join(path, LOG)), readCard(join(path, 'run.json'))]);
    return { source, name, followed, card, written, now: Date.now() };
  }

  /** Adapters whose card says how they were trained. */
  async #shippedParts(): Promise<RunParts[]> {
    const cards = (await adapterCards([this.#folders.shippedAdapters])).filter(({ trained }) => fieldsOf(trained) !== null);
    return Promise.all(
      cards.map(async (card) => {
        const name = String(card.name);
        const folder = await findRunFolder(this.#folders.shipped, name);
        const followed = folder ? await this.#logs.read(join(folder.path, LOG)) : null;
        return { source: 'shipped' as const, name, followed, card, written: null, now: Date.now() };
      }),
    );
  }

  async #checkpoints({ path }: RunFolder, { followed, card }: RunParts): Promise<Checkpoint[]> {
    const adapters = await adapterCards(this.#folders.models);
    const base = textOf(card?.base) ?? textOf(followed?.log.about.base);
    const model = adapters.length === 0 ? null : await modelWith(this.#folders.models, base);
    const names = await foldersIn(path);
    const found = await Promise.all(
      names.map(async (name): Promise<Checkpoint | null> => {
        const folder = join(path, name);
        const [mark, run, state] = await Promise.all(
          ['complete.json', 'run.json', 'state.json'].map((file) => readCard(join(folder, file))),
        );
        if (!mark && !run) return null;
        const made = adapters.filter(({ trained }) => isMadeOf(fieldsOf(trained), { run, state }));
        return {
          name,
          step: numberOf(mark?.updates) ?? numberOf(state?.updates),
          digest: textOf(fieldsOf(mark?.files)?.['adapter_model.safetensors']),
          adapters: made.map(({ name: adapter }) => String(adapter)),
          command: made.length > 0 || !mark ? null : registerCommand({ folder, run: fieldsOf(run), card, model }),
        };
      }),
    );
    return found.flatMap((one) => one ?? []).sort((one, other) => (other.step ?? 0) - (one.step ?? 0));
  }
}

const ROOTS = { here: 'runs', imported: 'imported', published: 'published' } as const;

function isMadeOf(trained: Fields | null, { run, state }: { run: Fields | null | undefined; state: Fields | null | undefined }): boolean {
  return trained !== null && run != null && isDeepStrictEqual(trained.run, run) && isDeepStrictEqual(trained.state, state);
}

/** Of a log alone: what was saved elsewhere. */
function loggedCheckpoints({ followed }: RunParts): Checkpoint[] {
  const saved = [...(followed?.log.checkpoints ?? [])].map(([name, { step, digest }]) => ({
    name,
    step,
    digest,
    adapters: [],
    command: null,
  }));
  return saved.reverse();
}

function shippedCheckpoint({ card, name }: RunParts): Checkpoint {
  const state = fieldsOf(fieldsOf(card?.trained)?.state);
  return { name: `${name}.gguf`, step: numberOf(state?.updates), digest: textOf(card?.digest), adapters: [name], command: null };
}

/** Cards of adapters, by the first folder that has the name. */
async function adapterCards(folders: readonly string[]): Promise<Fields[]> {
  const cards = (await Promise.all(folders.map(cardsIn))).flat().filter(({ kind }) => kind === 'adapter');
  return [...new Map(cards.toReversed().map((card) => [card.name, card])).values()].reverse();
}

/** The name of the model whose weights have this digest. */
async function modelWith(folders: readonly string[], digest: string | null): Promise<string | null> {
  const cards = (await Promise.all(folders.map(cardsIn))).flat();
  return textOf(cards.find((card) => card.kind !== 'adapter' && card.digest === digest && digest !== null)?.name);
}

async function cardsIn(folder: string): Promise<Fields[]> {
  const names = await readdir(folder).catch(() => []);
  const cards = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readCard(join(folder, name))));
  return cards.flatMap((card) => (card !== null && typeof card.name === 'string' && RUN_NAME.test(card.name) ? [card] : []));
}

interface Registered {
  folder: string;
  /** Of the checkpoint. */
  run: Fields | null;
  card: Fields | null;
  model: string | null;
}

/** Converts and registers a checkpoint; a word in capitals is to be replaced. */
function registerCommand({ folder, run, card, model }: Registered): string {
  const base = `--base MODELS/${model ?? 'MODEL'}.gguf`;
  const prompt = textOf(run?.prompt) === null ? ` --prompt ${textOf(card?.prompt) ?? 'PROMPT'}` : '';
  const from = run && 'file' in run ? '--samples SAMPLES/manifest.json' : `--game ${textOf(card?.game) ?? 'FAMILY/RULESET'}${prompt}`;
  return [
    'export PYTHONPATH=workers/trainer',
    `python -m mandi_trainer convert --checkpoint ${folder} ${base} --out NAME.gguf`,
    `python -m mandi_trainer register --adapter NAME.gguf --checkpoint ${folder} ${from} --name NAME`,
    'npx mandi agents add NAME.agent.json',
  ].join('\n');
}

/** A log as lines of JSON: as it came, or taken out of TRL's trainer_state.json. A line that cannot be read refuses all of it. */
export function readImport(text: string): Answer<string, 'bad_input'> {
  if (text.length > MOST_IMPORTED) return refused('bad_input', `A log can have at most ${MOST_IMPORTED / 1024 / 1024} MB.`);
  const plain = text.replace(/^\uFEFF/, '');
  const history = historyIn(plain);
  const log = new RunLog();
  for (const [place, row] of (history ?? []).entries()) log.takeParsed(row, `entry ${place + 1} of log_history`);
  for (const [place, line] of history ? [] : plain.split('\n').entries()) log.takeLine(line, place + 1);
  if (log.unread) {
    const { lines, first } = log.unread;
    const more = lines === 1 ? '' : ` ${lines - 1} more ${lines === 2 ? 'line has' : 'lines have'} faults.`;
    return refused('bad_input', `This log cannot be imported: ${first}.${more}`);
  }
  if (log.curves.size === 0 && log.gains.length === 0 && log.finalLoss === null)
    return refused('bad_input', 'This log has no step with a loss or a reward, so there is nothing to draw.');
  const lines = history ? history.map((row) => JSON.stringify(row)) : plain.split('\n').filter((line) => line.trim() !== '');
  return answered(`${lines.join('\n')}\n`);
}

/** The rows of a file that is one JSON value: TRL's trainer_state.json, or its log_history alone. */
function historyIn(text: string): readonly unknown[] | null {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return null;
  try {
    const whole: unknown = JSON.parse(text.replace(/([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,}\]])/g, '$1null'));
    const rows = Array.isArray(whole) ? whole : fieldsOf(whole)?.log_history;
    return Array.isArray(rows) ? rows : null;
  } catch {
    return null;
  }
}
