import type { Page } from '@playwright/test';

export interface Wire {
  /** Every text frame that came in, of whatever kind. */
  received: string[];
  /** Sequence numbers of the match frames, in the order they came, by connection. */
  seqs(): number[][];
  /** HTTP requests since the page was opened that ask the server for anything but the page itself. */
  asked: string[];
}

/** Listens to the page's WebSockets and requests. */
export function tapWire(page: Page): Wire {
  const connections: string[][] = [];
  const received: string[] = [];
  const asked: string[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    const own: string[] = [];
    connections.push(own);
    socket.on('framereceived', ({ payload }) => {
      own.push(String(payload));
      received.push(String(payload));
    });
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') || pathname.startsWith('/socket.io/')) asked.push(`${request.method()} ${pathname}`);
  });
  return { received, asked, seqs: () => connections.map((own) => own.flatMap(seqsOf)) };
}

/** Socket.IO writes events as `42["name",…]` and answers as `43<id>[…]`; both carry frames. */
function seqsOf(payload: string): number[] {
  const json = /^4[23]\d*(\[.*)$/s.exec(payload)?.[1];
  if (!json) return [];
  const parts = JSON.parse(json) as unknown[];
  return parts.flatMap((part) => {
    const frames = typeof part === 'object' && part !== null && 'frames' in part ? part.frames : null;
    return Array.isArray(frames) ? frames.map((frame: { seq: number }) => frame.seq) : [];
  });
}
