/**
 * What an inference worker and a Mandi process say to each other: JSON values, over a child process's channel or a WebSocket's text
 * frames. The Mandi process keeps the queue; a worker takes as many turns at once as it has slots. Whoever sends nothing for
 * `SILENCE_MS` counts as dead, and its turns go to another.
 */
import type { ChatFaultCode, ChatReply, ChatRequest, ServedModel } from './chat-model';

export const BEAT_EVERY_MS = 2_000;
export const SILENCE_MS = 20_000;
/** Exit code of a worker's process whose device is not here: whoever started it need not start another. */
export const EXIT_NO_DEVICE = 3;

/** A chat as it travels: without functions. `timeoutMs` is what is left of it when it is sent. */
export type AskedChat = Omit<ChatRequest, 'signal' | 'onText' | 'account'> & { stream: boolean };

export interface WorkerCard {
  /** Unique, chosen by the worker at its start. */
  id: string;
  /** For people: machine and process. */
  name: string;
  host: string;
  pid: number;
  device: 'cpu' | 'cuda' | 'metal' | 'vulkan';
  threads: number;
  /** Turns at once (sequences of one batch). */
  slots: number;
  /** `node-llama-cpp 3.22.1` */
  runtime: string;
}

/** Running sums since the worker's start. */
export interface WorkerTally {
  running: number;
  done: number;
  failed: number;
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  /** Milliseconds in which at least one turn was being written. */
  busyMs: number;
  /** Bytes of resident memory. */
  memory: number;
}

export type FromWorker =
  | { type: 'hello'; worker: WorkerCard; models: ServedModel[] }
  | { type: 'models'; models: ServedModel[] }
  | { type: 'beat'; tally: WorkerTally }
  | { type: 'piece'; id: string; text: string }
  | { type: 'done'; id: string; reply: Pick<ChatReply, 'text' | 'held' | 'end' | 'tokens' | 'written' | 'timing' | 'pin'> }
  | { type: 'failed'; id: string; code: ChatFaultCode; why: string };

export type ToWorker = { type: 'ask'; id: string; chat: AskedChat } | { type: 'cancel'; id: string } | { type: 'look' } | { type: 'end' };

/** One worker's connection. `look` asks it to read its models folder again; `end` to finish what it writes and go. */
export interface WorkerLine {
  send(message: ToWorker): void;
  /** Once each; a line that is closed stays so. */
  onMessage(hear: (message: unknown) => void): void;
  onClose(hear: (why: string) => void): void;
  /** `why`: for the other end, where the line can carry it. */
  close(why?: string): void;
}
