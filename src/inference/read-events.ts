/** The one reader of server-sent events: linear in what comes, bounded in what it holds, and in slices, so that nobody else waits. */
import { createParser } from 'eventsource-parser';
import { TooMuch } from './too-much';

export interface EventLimits {
  /** Bytes of the whole stream; more is `TooMuch`. */
  mostBytes: number;
  /** Characters of one event that has not ended yet; left out: as many as the stream may have. */
  mostHeld?: number;
  /** Told of every chunk of bytes, comments included. */
  heard?(): void;
}

/** The data of each event. Whoever stops reading early closes the stream. */
export async function* readEvents(body: ReadableStream<Uint8Array>, { mostBytes, mostHeld, heard }: EventLimits): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const found: string[] = [];
  let isTooMuch = false;
  const parser = createParser({
    onEvent: ({ data }) => found.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooMuch = true;
    },
    maxBufferSize: mostHeld ?? mostBytes,
  });
  let bytes = 0;
  for await (const chunk of body) {
    heard?.();
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new TooMuch(mostBytes);
    parser.feed(decoder.decode(chunk, { stream: true }).replaceAll('\r', '')); // lines end in LF or CRLF; a CR alone is nobody's
    if (isTooMuch) throw new TooMuch(mostHeld ?? mostBytes);
    for (const data of found.splice(0)) yield data;
    await aMacrotask();
  }
}

/** Lets timers, sockets and other matches have their turn. */
function aMacrotask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
