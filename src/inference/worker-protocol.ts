/**
 * Messages between an inference worker and a Mandi process: JSON values over a child process's channel or a WebSocket's text frames. The
 * Mandi process has the queue; a worker takes as many concurrent turns as it has slots. A side that sends nothing for `SILENCE_MS` counts
 * as dead, and its turns go to another worker.
 */
import type { ChatFaultCode, ChatReply, ChatRequest, ServedModel } from './chat-model';

export const BEAT_EVERY_MS = 2_000;
export const SILENCE_MS = 20_000;
/** Exit code of a worker whose device is missing, so that it is not restarted. */
export const EXIT_NO_DEVICE = 3;

/** A chat as transmitted, without functions. `timeoutMs`: what is left when it is sent. */
export type AskedChat = Omit<ChatRequest, 'signal' | 'onText' | 'account'> & { stream: boolean };

export interface WorkerCard {
  /** Unique; chosen by the worker when it starts. */
  id: string;
  /** For people: machine and process. */
  name: string;
  host: string;
  pid: number;
  device: 'cpu' | 'cuda' | 'metal' | 'vulkan';
  threads: number;
  /** Concurrent turns (sequences of one batch). */
  slots: number;
  /** `node-llama-cpp 3.22.1` */
  runtime: string;
}

/** Totals since the worker's start. */
export interface WorkerTally {
  running: number;
  done: number;
  failed: number;
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  /** Milliseconds in which at least one turn was being written. */
  busyMs: number;
  /** Resident memory in bytes. */
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

/** The connection to one worker. `look`: reread the models folder; `end`: finish current turns and exit. */
export interface WorkerLine {
  send(message: ToWorker): void;
  /** Each may be called once. A closed line stays closed. */
  onMessage(hear: (message: unknown) => void): void;
  onClose(hear: (why: string) => void): void;
  /** `why`: sent to the other side if possible. */
  close(why?: string): void;
}
