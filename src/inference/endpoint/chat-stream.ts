/** A response as a stream of server-sent events. */
import type { ServerResponse } from 'node:http';
import type { ChatReply } from '../chat-model';
import { chunkOf, extensionOf, type Heading, usageChunkOf } from './answers';
import { ALIVE_EVERY_MS } from './extension';
import { bodyOf, type Problem } from './problem';
import type { Ask } from './read-ask';

/** How long the status is withheld from a client without the extension, so that an early error can still set it. */
const STATUS_WITHIN_MS = 10_000;

export class ChatStream {
  private readonly response: ServerResponse;
  private readonly heading: Heading;
  private readonly ask: Ask;
  private readonly alive: NodeJS.Timeout;
  private hasRole = false;
  private told = '';

  constructor(response: ServerResponse, heading: Heading, ask: Ask) {
    this.response = response;
    this.heading = heading;
    this.ask = ask;
    const isOurs = ask.extension !== null;
    this.alive = setInterval(() => this.comment(), isOurs ? ALIVE_EVERY_MS : STATUS_WITHIN_MS);
    this.alive.unref();
    if (isOurs) this.comment();
  }

  /** false: the text starts over, and this client cannot discard what it has. */
  piece(text: string, restart: boolean): boolean {
    const isAnew = restart && this.told !== '';
    if (isAnew && this.ask.extension?.restarts !== true) return false;
    const delta = this.hasRole ? { content: text } : { role: 'assistant' as const, content: text };
    this.send({ ...chunkOf(this.heading, delta), ...(isAnew && { mandi: { restart: true } }) });
    this.hasRole = true;
    this.told = isAnew ? text : this.told + text;
    return true;
  }

  end(reply: ChatReply): void {
    clearInterval(this.alive);
    if (this.told === '') this.piece(reply.text, false);
    const mandi = { ...extensionOf(reply, this.ask), ...(this.told !== reply.text && { text: reply.text }) };
    this.send({ ...chunkOf(this.heading, {}, reply.end), mandi });
    if (this.ask.countsInStream) this.send(usageChunkOf(this.heading, reply));
    this.response.end('data: [DONE]\n\n');
  }

  /** false: nothing has been sent yet, so the caller can still send an error status. */
  fail(problem: Problem): boolean {
    clearInterval(this.alive);
    if (!this.response.headersSent) return false;
    this.send(bodyOf(problem));
    this.response.end();
    return true;
  }

  private comment(): void {
    this.begin();
    this.response.write(': alive\n\n');
  }

  private send(event: object): void {
    this.begin();
    this.response.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  private begin(): void {
    if (this.response.headersSent) return;
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
    this.response.writeHead(200, headers);
  }
}
