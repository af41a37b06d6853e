/** The part of node-llama-cpp that the worker uses. It is loaded from the runtime's folder, so its own types are not available. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Token = number;

export interface Bindings {
  getLlama(options: {
    gpu: false | 'cuda' | 'vulkan' | 'metal' | 'auto';
    build: 'never';
    maxThreads: number;
    skipDownload: true;
    progressLogs: false;
    logLevel: 'error' | 'fatal';
    logger(level: string, message: string): void;
  }): Promise<Llama>;
  resolveChatWrapper(model: Model): ChatWrapper;
  LlamaGrammarEvaluationState: new (options: { model: Model; grammar: Grammar }) => GrammarState;
}

export interface Llama {
  readonly gpu: false | 'cuda' | 'vulkan' | 'metal';
  loadModel(options: { modelPath: string }): Promise<Model>;
  createGrammar(options: { grammar: string }): Promise<Grammar>;
  dispose(): Promise<void>;
}

export interface Model {
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  readonly tokens: { bos: Token | null; shouldPrependBosToken: boolean };
  tokenize(text: string, special?: boolean): Token[];
  detokenize(tokens: readonly Token[], special?: boolean, before?: readonly Token[]): string;
  createContext(options: {
    contextSize: number;
    sequences: number;
    threads: number;
    batching?: { itemPrioritizationStrategy(waiting: { items: readonly BatchItem[]; size: number }): BatchShare<BatchItem>[] };
    lora?: { adapters: { filePath: string; scale?: number }[] };
  }): Promise<Context>;
  dispose(): Promise<void>;
}

export interface Context {
  readonly contextSize: number;
  getSequence(): Sequence;
  dispose(): Promise<void>;
}

export interface Sequence {
  readonly nextTokenIndex: number;
  readonly contextTokens: readonly Token[];
  readonly disposed: boolean;
  compareContextTokens(tokens: readonly Token[]): { firstDifferentIndex: number };
  eraseContextTokenRanges(ranges: { start: number; end: number }[]): Promise<void>;
  evaluate(tokens: readonly Token[], options: Evaluation): AsyncGenerator<Token, void, undefined>;
  /** `confidence`: the probability with which the token was drawn. */
  evaluateWithMetadata(
    tokens: readonly Token[],
    metadata: { confidence: true },
    options: Evaluation,
  ): AsyncGenerator<{ token: Token; confidence: number }, void, undefined>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[], options: { evaluationPriority: number }): Promise<void>;
  dispose(): Promise<void>;
}

export interface BatchItem {
  readonly tokens: readonly Token[];
  readonly evaluationPriority: number;
}

export interface BatchShare<Item> {
  item: Item;
  /** How many of its tokens, from the first. */
  processAmount: number;
}

export interface Evaluation {
  temperature: number;
  topP: number;
  topK: number;
  seed: number;
  evaluationPriority?: number;
  grammarEvaluationState?: GrammarState;
}

declare const brand: unique symbol;

export interface Grammar {
  readonly [brand]: 'grammar';
}

export interface GrammarState {
  readonly [brand]: 'state';
}

export type ChatItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };

export interface ChatWrapper {
  generateContextState(options: { chatHistory: ChatItem[] }): { contextText: { tokenize(tokenizer: unknown): Token[] } };
}

export async function loadBindings(runtime: string): Promise<Bindings> {
  const file = join(runtime, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
  return (await import(pathToFileURL(file).href)) as Bindings;
}
