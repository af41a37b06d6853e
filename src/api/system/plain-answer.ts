import type { ServerResponse } from 'node:http';
import { type ErrorWords, statusOf } from '../errors';
import { noteRefusal } from '../refusals';

/** An error response outside of tRPC: the same code and message, as `{"error":{"code","message"}}`. */
export function answerError(response: ServerResponse, words: ErrorWords): void {
  if (response.headersSent) return void response.destroy(); // aborts an interrupted download, so that it does not look complete
  noteRefusal(words.code);
  answerJson(response, statusOf(words.code), { error: words });
}

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`);
}
