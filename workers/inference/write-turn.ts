import type { ChatReply, TokenCount } from '../../src/inference/chat-model';
import type { AskedChat } from '../../src/inference/worker-protocol';
import type { Evaluation, Model, Token } from './bindings';
import type { Engine, HeldGrammar, Weights } from './engine';
import { TurnFault } from './fault';
import type { Hall, Place } from './hall';
import { StopWatch } from './stop-watch';

export type TurnReply = Pick<ChatReply, 'text' | 'held' | 'end' | 'tokens' | 'written' | 'timing' | 'pin'>;

export interface TurnHooks {
  runtime: string;
  signal: AbortSignal;
  onPiece(text: string): void;
  /** Called once, even on failure, with the count so far. */
  onTokens(tokens: TokenCount): void;
}

/** A long prompt is read in pieces of this many tokens, so that between two of them a cancelled turn can end and others can continue. */
const PROMPT_PIECE = 256;

/** One chat from its messages to its reply. Throws `TurnFault`. */
export async function writeTurn(engine: Engine, chat: AskedChat, hooks: TurnHooks): Promise<TurnReply> {
  const asked = performance.now();
  const { model: card, adapter } = engine.find(chat.model, chat.adapter);
  const weights = await engine.weights(card);
  const held = chat.schema === null ? null : await engine.grammar(chat.schema);
  const prompt = engine.tokens(weights, chat.messages);
  return engine.inHall(weights, adapter, async (hall) => {
    const room = hall.context.contextSize - prompt.length;
    if (room < 1) {
      throw new TurnFault(
        'too_long',
        `The prompt has ${prompt.length} tokens, but ${chat.model} has a context of ${hall.context.contextSize} here.`,
      );
    }
    const place = await hall.take(prompt);
    const most = Math.min(room, chat.sampling.maxTokens);
    const writing = new Writing({ engine, weights, chat, hooks, hall, place, prompt, held, most, asked });
    let broken = true;
    try {
      const reply = await writing.write();
      broken = false;
      const adapterDigest = adapter?.digest ?? null;
      return { ...reply, pin: { model: chat.model, digest: card.digest, adapter: chat.adapter, adapterDigest, runtime: hooks.runtime } };
    } catch (error) {
      broken = !(error instanceof TurnFault);
      throw error;
    } finally {
      hooks.onTokens(writing.tokens);
      await hall.giveBack(place, broken);
    }
  });
}

interface Given {
  engine: Engine;
  weights: Weights;
  chat: AskedChat;
  hooks: TurnHooks;
  hall: Hall;
  place: Place;
  prompt: readonly Token[];
  held: HeldGrammar | null;
  most: number;
  asked: number;
}

class Writing {
  readonly #given: Given;
  readonly #began = performance.now();
  readonly #stop: StopWatch;
  readonly #decoder: Decoder;
  #first: number | null = null;
  readonly tokens = { prompt: 0, cached: 0, completion: 0 };
  readonly #written = { ids: [] as number[], logprobs: [] as number[] };

  constructor(given: Given) {
    this.#given = given;
    this.#stop = new StopWatch(given.chat.sampling.stop);
    this.#decoder = new Decoder(given.weights.model);
  }

  async write(): Promise<Omit<TurnReply, 'pin'>> {
    const last = await this.#readPrompt();
    const end = this.#given.most === 0 ? 'length' : await this.#generate(last);
    this.#show(this.#decoder.rest());
    this.#send(this.#stop.end());
    const { asked, held } = this.#given;
    const timing = { queued: this.#began - asked, first: this.#first, total: performance.now() - asked };
    return { text: this.#stop.text, held: held?.exact ?? false, end, tokens: this.tokens, written: this.#written, timing };
  }

  /** Reads all but the last piece, which `evaluate` reads; tokens already cached are not read again. */
  async #readPrompt(): Promise<readonly Token[]> {
    const { place, prompt } = this.#given;
    const { sequence, index } = place;
    const cached = Math.min(sequence.compareContextTokens(prompt).firstDifferentIndex, prompt.length - 1);
    if (sequence.nextTokenIndex > cached) await sequence.eraseContextTokenRanges([{ start: cached, end: sequence.nextTokenIndex }]);
    this.tokens.prompt = prompt.length;
    this.tokens.cached = cached;
    let at = cached;
    for (; prompt.length - at > PROMPT_PIECE; at += PROMPT_PIECE) {
      this.#refuseEnded();
      await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(at, at + PROMPT_PIECE), { evaluationPriority: index });
    }
    this.#refuseEnded();
    return prompt.slice(at);
  }

  async #generate(last: readonly Token[]): Promise<'stop' | 'length'> {
    const { hall, place, most } = this.#given;
    const inStep = hall.inStep.member();
    try {
      for await (const { token, confidence } of place.sequence.evaluateWithMetadata(last, { confidence: true }, this.#evaluation())) {
        this.#take(token, confidence);
        this.#refuseEnded();
        if (this.#stop.stopped) return 'stop';
        if (this.tokens.completion >= most) return 'length';
        await inStep.next();
        this.#refuseEnded();
      }
      return 'stop';
    } finally {
      inStep.leave();
    }
  }

  #take(token: Token, probability: number): void {
    this.#first ??= performance.now() - this.#given.asked;
    this.tokens.completion += 1;
    this.#written.ids.push(token);
    this.#written.logprobs.push(logOf(probability));
    this.#show(this.#decoder.push(token));
  }

  #evaluation(): Evaluation {
    const { engine, weights, chat, held, place } = this.#given;
    const { temperature, topP, topK, seed } = chat.sampling;
    const sampling = { temperature, topP, topK, seed, evaluationPriority: place.index };
    return { ...sampling, ...(held !== null && { grammarEvaluationState: engine.grammarState(weights, held) }) };
  }

  #show(text: string): void {
    this.#send(this.#stop.push(text));
  }

  #send(text: string): void {
    if (text !== '' && this.#given.chat.stream) this.#given.hooks.onPiece(text);
  }

  #refuseEnded(): void {
    const { signal } = this.#given.hooks;
    if (signal.aborted) throw signal.reason instanceof TurnFault ? signal.reason : new TurnFault('aborted', 'The turn was cancelled.');
  }
}

/** Below this a probability underflows a 32-bit number. */
const LEAST = -100;
const PLACES = 1e6;

function logOf(probability: number): number {
  return Math.max(LEAST, Math.round(Math.log(Math.min(1, probability)) * PLACES) / PLACES) + 0;
}

/** Tokens to text; a character that spans several tokens waits for the last one. */
class Decoder {
  readonly #model: Model;
  #before: Token[] = [];
  #pending: Token[] = [];

  constructor(model: Model) {
    this.#model = model;
  }

  push(token: Token): string {
    this.#pending.push(token);
    const text = this.#model.detokenize(this.#pending, false, this.#before);
    if (text.endsWith('\uFFFD') && this.#pending.length < 8) return '';
    this.#before = [...this.#before, ...this.#pending].slice(-8);
    this.#pending = [];
    return text;
  }

  rest(): string {
    return this.#pending.length === 0 ? '' : this.#model.detokenize(this.#pending, false, this.#before);
  }
}
