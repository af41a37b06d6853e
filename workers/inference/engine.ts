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
  /** Where cards lie, first to last. */
  folders: readonly string[];
  slots: number;
  threads: number;
  /** Tokens a turn may see and write; a model trained for fewer sees those. */
  context: number;
  /** Contexts in memory at once: one for each pair of weights and adapter in use. */
  halls: number;
}

export interface Weights {
  card: Shelved;
  model: Model;
  wrapper: ChatWrapper;
}

export interface HeldGrammar {
  grammar: Grammar;
  /** Nothing but what fits the schema can be written. */
  exact: boolean;
}

interface Opened {
  hall: Promise<Hall>;
  /** Turns that are in it or wait for it. */
  users: number;
}

/** More grammars than this are forgotten, the oldest first. */
const GRAMMARS = 256;

/** Weights, contexts and grammars in memory: made when first asked for, kept while they are used. */
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

  /** Loads weights before they are asked for: reading a vocabulary keeps the process from beating. Nothing where there are none. */
  async warm(name: string): Promise<void> {
    const card = this.#shelf.find((one) => one.kind === 'model' && one.name === name);
    if (card) await this.weights(card).catch(() => undefined); // whoever asks for it is told why
  }

  weights(card: Shelved): Promise<Weights> {
    return remember(this.#weights, card.digest, async () => {
      await mustBe(card);
      const model = await this.#llama.loadModel({ modelPath: card.file });
      return { card, model, wrapper: this.#bindings.resolveChatWrapper(model) };
    });
  }

  /** Runs `work` where turns of these weights with this adapter are written. Idle places of others are let go where there are too many. */
  async inHall<Result>(weights: Weights, adapter: Shelved | null, work: (hall: Hall) => Promise<Result>): Promise<Result> {
    const key = `${weights.card.digest} ${adapter?.digest ?? ''}`;
    const opened = this.#halls.get(key) ?? { users: 0, hall: this.#closeSurplus().then(() => this.#open(weights, adapter)) };
    this.#halls.delete(key); // and again at the end: the map's order is that of use
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

  /** Makes room for one more. */
  async #closeSurplus(): Promise<void> {
    const idle = [...this.#halls].filter(([, { users }]) => users === 0);
    for (const [key, { hall }] of idle.slice(0, Math.max(0, this.#halls.size + 1 - this.#options.halls))) {
      this.#halls.delete(key);
      await (await hall).context.dispose();
    }
  }

  /** The prompt's tokens. Text of messages never becomes a control token, whatever it says. */
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

/** What a turn is pinned to is what was read: a file that is not the one of its card is not served. */
async function mustBe({ name, file, digest }: Shelved): Promise<void> {
  const found = await fileDigest(file);
  if (found === digest) return;
  throw new TurnFault(
    'unknown_model',
    `The file of ${name} is not the one that was taken in (${found.slice(0, 19)}…, not ${digest.slice(0, 19)}…): remove it and add it again.`,
  );
}

function itemOf({ role, content }: ChatMessage): ChatItem {
  return role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content };
}

/** What failed is tried anew the next time. */
function remember<Value>(kept: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
