import type { JsonSchema } from '../../src/contract/prompt-format';
import type { ChatMessage, ServedModel } from '../../src/inference/chat-model';
import { fileDigest } from '../../src/inference/models/file-digest';
import type { Bindings, ChatItem, ChatWrapper, Grammar, Llama, Model, Token } from './bindings';
import { TurnFault } from './fault';
import { grammarOf } from './gbnf';
import { Hall } from './hall';
import { shareBatch } from './share-batch';
import { fits, readShelf, type Shelved, servedModels } from './shelf';

export interface EngineOptions {
  /** The folders with cards, first to last. */
  folders: readonly string[];
  slots: number;
  threads: number;
  /** Tokens that a turn may read and write; a model trained for fewer gets fewer. */
  context: number;
  /** Contexts in memory at once: one per pair of weights and adapter in use. */
  halls: number;
}

export interface Weights {
  card: Shelved;
  model: Model;
  wrapper: ChatWrapper;
}

export interface HeldGrammar {
  grammar: Grammar;
  /** Only text that fits the schema can be written. */
  exact: boolean;
}

interface Opened {
  hall: Promise<Hall>;
  /** Turns that use it or wait for it. */
  users: number;
}

/** Above this number the oldest grammars are dropped. */
const GRAMMARS = 256;

/** Weights, contexts and grammars in memory: made on first use, kept while they are used. */
export class Engine {
  readonly #bindings: Bindings;
  readonly #llama: Llama;
  readonly #options: EngineOptions;
  readonly #weights = new Map<string, Promise<Weights>>();
  readonly #halls = new Map<string, Opened>();
  readonly #grammars = new Map<string, Promise<HeldGrammar | null>>();
  #shelf: Shelved[] = [];

  constructor(bindings: Bindings, llama: Llama, options: EngineOptions) {
    this.#bindings = bindings;
    this.#llama = llama;
    this.#options = options;
  }

  /** Reads the folders again. */
  async look(): Promise<ServedModel[]> {
    this.#shelf = await readShelf(this.#options.folders);
    return servedModels(this.#shelf, this.#options.context);
  }

  find(model: string, adapter: string | null): { model: Shelved; adapter: Shelved | null } {
    const card = this.#shelf.find((one) => one.kind === 'model' && one.name === model);
    if (!card) throw new TurnFault('unknown_model', `This worker has no model ${model}.`);
    if (adapter === null) return { model: card, adapter: null };
    const found = this.#shelf.find((one) => one.kind === 'adapter' && one.name === adapter);
    if (!found) throw new TurnFault('unknown_model', `This worker has no adapter ${adapter}.`);
    if (!fits(found, card)) throw new TurnFault('unknown_model', `The adapter ${adapter} was trained on other weights than ${model}.`);
    return { model: card, adapter: found };
  }

  /** Loads weights ahead of the first turn, because reading a vocabulary blocks the process's heartbeat. Does nothing if there are none. */
  async warm(name: string): Promise<void> {
    const card = this.#shelf.find((one) => one.kind === 'model' && one.name === name);
    if (card) await this.weights(card).catch(() => undefined); // the turn that asks for it gets the error
  }

  weights(card: Shelved): Promise<Weights> {
    return remember(this.#weights, card.digest, async () => {
      await mustBe(card);
      const model = await this.#llama.loadModel({ modelPath: card.file });
      return { card, model, wrapper: this.#bindings.resolveChatWrapper(model) };
    });
  }

  /** Runs `work` in the context of these weights with this adapter. Idle contexts are closed when there are too many. */
  async inHall<Result>(weights: Weights, adapter: Shelved | null, work: (hall: Hall) => Promise<Result>): Promise<Result> {
    const key = `${weights.card.digest} ${adapter?.digest ?? ''}`;
    const opened = this.#halls.get(key) ?? { users: 0, hall: this.#closeSurplus().then(() => this.#open(weights, adapter)) };
    this.#halls.delete(key); // then inserted again at the end: the map's order is the order of use
    this.#halls.set(key, opened);
    opened.users += 1;
    try {
      return await work(await opened.hall);
    } catch (error) {
      if (
        !(await opened.hall.then(
          () => true,
          () => false,
        ))
      )
        this.#halls.delete(key);
      throw error;
    } finally {
      opened.users -= 1;
    }
  }

  async #open({ model }: Weights, adapter: Shelved | null): Promise<Hall> {
    const { slots, threads, context } = this.#options;
    if (adapter !== null) await mustBe(adapter);
    const lora = adapter === null ? {} : { lora: { adapters: [{ filePath: adapter.file }] } };
    const contextSize = Math.min(context, model.trainContextSize);
    const batching = { itemPrioritizationStrategy: shareBatch };
    return new Hall(await model.createContext({ contextSize, sequences: slots, threads, batching, ...lora }), slots);
  }

  /** Makes room for one more context. */
  async #closeSurplus(): Promise<void> {
    const idle = [...this.#halls].filter(([, { users }]) => users === 0);
    for (const [key, { hall }] of idle.slice(0, Math.max(0, this.#halls.size + 1 - this.#options.halls))) {
      this.#halls.delete(key);
      await (await hall).context.dispose();
    }
  }

  /** The prompt's tokens. Message text never becomes a control token. */
  tokens({ model, wrapper }: Weights, messages: readonly ChatMessage[]): Token[] {
    const chatHistory: ChatItem[] = [...messages.map(itemOf), { type: 'model', response: [] }];
    const tokens = wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
    const { bos, shouldPrependBosToken } = model.tokens;
    return !shouldPrependBosToken && tokens[0] === bos ? tokens.slice(1) : tokens;
  }

  /** null: the schema cannot be turned into a grammar. */
  grammar(schema: JsonSchema): Promise<HeldGrammar | null> {
    const [oldest] = this.#grammars.keys();
    if (this.#grammars.size >= GRAMMARS && oldest !== undefined) this.#grammars.delete(oldest);
    return remember(this.#grammars, JSON.stringify(schema), async () => {
      try {
        const { grammar, loose } = grammarOf(schema);
        return { grammar: await this.#llama.createGrammar({ grammar }), exact: loose === null };
      } catch {
        return null;
      }
    });
  }

  grammarState(weights: Weights, { grammar }: HeldGrammar) {
    return new this.#bindings.LlamaGrammarEvaluationState({ model: weights.model, grammar });
  }
}

/** A turn is pinned to the file that was read: a file that does not match its card is not served. */
async function mustBe({ name, file, digest }: Shelved): Promise<void> {
  const found = await fileDigest(file);
  if (found === digest) return;
  throw new TurnFault(
    'unknown_model',
    `The file of ${name} has changed since it was added (${found.slice(0, 19)}…, not ${digest.slice(0, 19)}…): remove it and add it again.`,
  );
}

function itemOf({ role, content }: ChatMessage): ChatItem {
  return role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content };
}

/** A failed attempt is made again next time. */
function remember<Value>(kept: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
