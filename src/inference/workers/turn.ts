/** One chat in the pool: waits, is written by a worker, perhaps again by a second one, and ends once. */
import { longestText } from '../answer-limits';
import { BackendFault } from '../backend-fault';
import type { Attempt, ChatReply, ChatRequest } from '../chat-model';
import type { AskedChat } from '../worker-protocol';

export type WorkerReply = Pick<ChatReply, 'text' | 'held' | 'end' | 'tokens' | 'written' | 'timing' | 'pin'>;

export class Turn {
  readonly id: string;
  readonly request: ChatRequest;
  /** The group in the fair queue. */
  readonly group: string;
  readonly attempts: Attempt[] = [];
  private readonly settle: { resolve(reply: ChatReply): void; reject(fault: BackendFault): void };
  private readonly began = performance.now();
  private sentAt: number | null = null;
  private isRestart = false;
  private isOver = false;
  /** Characters received in this attempt. */
  private heard = 0;

  constructor(id: string, request: ChatRequest, settle: Turn['settle']) {
    this.id = id;
    this.request = request;
    this.group = request.account?.match ?? request.account?.agent ?? '';
    this.settle = settle;
  }

  /** Milliseconds left of the request's time. */
  get left(): number {
    return this.request.timeoutMs - (performance.now() - this.began);
  }

  /** The message to send to a worker now. */
  asked(): AskedChat {
    const { model, adapter, messages, sampling, schema, onText } = this.request;
    this.sentAt = performance.now();
    this.isRestart = this.attempts.length > 0;
    this.heard = 0;
    return { model, adapter, messages, sampling, schema, timeoutMs: Math.max(1, Math.ceil(this.left)), stream: onText !== undefined };
  }

  /** Its worker is gone. */
  lost(why: string): void {
    this.attempts.push({ backend: 'workers', fault: 'unreachable', why, ms: this.msOfAttempt() });
    this.sentAt = null;
  }

  /** A worker that is ending returned it unread. */
  returned(): void {
    this.sentAt = null;
  }

  hear(piece: string): void {
    if (this.isOver) return;
    this.heard += piece.length;
    if (this.isTooLong(this.heard)) return;
    this.request.onText?.(piece, this.isRestart);
    this.isRestart = false;
  }

  done({ timing, ...reply }: WorkerReply): void {
    if (this.isOver || this.isTooLong(reply.text.length)) return;
    this.isOver = true;
    const waited = (this.sentAt ?? this.began) - this.began;
    this.attempts.push({ backend: 'workers', fault: null, why: null, ms: this.msOfAttempt() });
    this.settle.resolve({
      ...reply,
      timing: {
        queued: Math.round(waited + timing.queued),
        first: timing.first === null ? null : Math.round(waited + timing.first),
        total: Math.round(performance.now() - this.began),
      },
      backend: 'workers',
      attempts: this.attempts,
      cost: 0,
    });
  }

  fail(fault: BackendFault): void {
    if (!this.isOver) this.settle.reject(this.closed(fault));
  }

  /** Adds the fault as the last attempt and ends the turn. */
  closed(fault: BackendFault): BackendFault {
    this.isOver = true;
    this.attempts.push({ backend: 'workers', fault: fault.code, why: fault.message, ms: this.msOfAttempt() });
    return new BackendFault(fault.code, fault.message, { again: fault.again, attempts: this.attempts });
  }

  /** Fails a turn whose text is longer than its tokens allow. */
  private isTooLong(characters: number): boolean {
    const most = longestText(this.request.sampling.maxTokens);
    if (characters <= most) return false;
    const why = `A worker sent an answer that is too long: over ${most} characters, more than the token limit allows.`;
    this.fail(new BackendFault('bad_reply', why));
    return true;
  }

  private msOfAttempt(): number {
    return Math.round(performance.now() - (this.sentAt ?? this.began));
  }
}
