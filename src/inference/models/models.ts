import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import { withFileLock } from '~/file-lock';
import { type AddOptions, addModel, nameOf, refuseFolder } from './add-model';
import { type CardFile, fileStemOf, readCards } from './card-file';
import { KNOWN_MODELS } from './known-models';
import { ModelError } from './model-error';
import type { KnownModel, ModelCard, WorkHooks } from './model-labels';
import { pullModel } from './pull-model';
import { type QuantizedType, quantizeModel } from './quantize-model';

/** Adapters included with Mandi. */
export const SHIPPED_ADAPTERS = join(REPOSITORY, 'workers', 'adapters');

export interface Models {
  readonly folder: string;
  readonly known: readonly KnownModel[];
  /** Models first, then adapters, including those that come with Mandi. */
  list(): Promise<ModelCard[]>;
  find(name: string): Promise<ModelCard | null>;
  /** Returns immediately if it exists. If another process is downloading it, waits for that one. */
  pull(name: string, hooks?: WorkHooks): Promise<ModelCard>;
  /** A GGUF file or its address. `base`: the model that an adapter is for. */
  add(source: string, options?: Omit<AddOptions, 'base'> & { base?: string }): Promise<ModelCard>;
  /** Quantizes weights to fewer bits, as a separate model. `as`: its name; default: derived from the original's. */
  quantize(name: string, type: QuantizedType, options?: WorkHooks & { as?: string }): Promise<ModelCard>;
  remove(name: string): Promise<ModelCard>;
}

export interface ModelsOptions {
  known?: readonly KnownModel[];
  /** Simple indexes of Python packages. Default: pip's. */
  indexes?: readonly string[];
  shipped?: string;
}

/** The models of a folder. Creates nothing before something is downloaded or added. */
export function openModels(folder: string, options: ModelsOptions = {}): Models {
  return new ModelsFolder(folder, { known: KNOWN_MODELS, shipped: SHIPPED_ADAPTERS, ...options });
}

class ModelsFolder implements Models {
  readonly folder: string;
  readonly known: readonly KnownModel[];
  readonly #options: ModelsOptions & { shipped: string };

  constructor(folder: string, options: ModelsOptions & { known: readonly KnownModel[]; shipped: string }) {
    this.folder = folder;
    this.known = options.known;
    this.#options = options;
  }

  async list(): Promise<ModelCard[]> {
    const [own, shipped] = await Promise.all([readCards(this.folder, false), readCards(this.#options.shipped, true)]);
    const names = new Set(own.map(({ name }) => name));
    const all = [...own, ...shipped.filter(({ name }) => !names.has(name))];
    return [...all.filter(({ kind }) => kind === 'model'), ...all.filter(({ kind }) => kind === 'adapter')];
  }

  async find(name: string): Promise<ModelCard | null> {
    return (await this.list()).find((card) => card.name === name) ?? null;
  }

  async pull(name: string, hooks: WorkHooks = {}): Promise<ModelCard> {
    const known = this.known.find((one) => one.name === name);
    const there = await this.find(name);
    if (there !== null) return there;
    if (!known) {
      const names = this.known.map((one) => one.name).join(', ');
      throw new ModelError(
        'unknown_name',
        `No model that can be fetched by name is called ${name}. Available: ${names}; npx mandi models add takes any other GGUF file.`,
      );
    }
    return this.#alone(name, hooks, async () => {
      const before = await this.find(name);
      if (before !== null) return before;
      const sources = { indexes: this.#options.indexes ?? null };
      const source = await pullModel(known, join(this.folder, `${name}.gguf`), { ...hooks, sources });
      const { title, digest, licence, context } = known;
      return this.#keep({ kind: 'model', name, title, file: `${name}.gguf`, digest, licence, source, context });
    });
  }

  async add(source: string, options: Omit<AddOptions, 'base'> & { base?: string } = {}): Promise<ModelCard> {
    await refuseFolder(source);
    const name = options.name ?? nameOf(source);
    const base = options.base === undefined ? undefined : await this.#mustFind(options.base);
    return this.#alone(name, options, async () => {
      await this.#refuseTaken(name);
      return this.#keep(await addModel(this.folder, source, { ...options, name, base }));
    });
  }

  async quantize(name: string, type: QuantizedType, { as, ...hooks }: WorkHooks & { as?: string } = {}): Promise<ModelCard> {
    const card = await this.#mustFind(name);
    const given = as ?? `${name}-${type}`;
    return this.#alone(given, hooks, async () => {
      await this.#refuseTaken(given);
      return this.#keep(await quantizeModel(card, join(this.folder, `${given}.gguf`), { ...hooks, name: given, type }));
    });
  }

  async remove(name: string): Promise<ModelCard> {
    const card = await this.#mustFind(name);
    if (card.shipped) throw new ModelError('taken_name', `${name} comes with Mandi and cannot be removed.`);
    await rm(join(this.folder, `${fileStemOf(name)}.json`), { force: true });
    await rm(join(this.folder, `${fileStemOf(name)}.gguf`), { force: true });
    return card;
  }

  async #refuseTaken(name: string): Promise<void> {
    if ((await this.find(name)) !== null || this.known.some((one) => one.name === name)) {
      throw new ModelError('taken_name', `A model called ${name} already exists: choose another name with --name.`);
    }
  }

  async #mustFind(name: string): Promise<ModelCard> {
    const card = await this.find(name);
    if (card !== null) return card;
    const names = (await this.list()).map((one) => one.name);
    throw new ModelError('unknown_name', `There is no model ${name} here${names.length === 0 ? '.' : ` (there is ${names.join(', ')}).`}`);
  }

  /** The card is written last, so a model with a card is complete. */
  async #keep(card: CardFile): Promise<ModelCard> {
    const path = join(this.folder, `${fileStemOf(card.name)}.json`);
    await writeFile(`${path}.new`, `${JSON.stringify(card, null, 2)}\n`);
    await rename(`${path}.new`, path);
    return this.#mustFind(card.name);
  }

  async #alone<T>(name: string, { signal, say }: WorkHooks, work: () => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true });
    if (!(await stat(this.folder)).isDirectory()) throw new ModelError('not_found', `${this.folder} is not a folder.`);
    const waiting = () => say?.(`Another process is working on ${name}; waiting for it …`);
    return withFileLock(join(this.folder, `${name}.busy`), work, { signal, waiting, patienceMs: 0 });
  }
}
