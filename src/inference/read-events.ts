/** Parses server-sent events in linear time, with bounded memory, and in slices so that other work can run. */
import { createParser } from 'eventsource-parser';
import { TooMuch } from './too-much';

export interface EventLimits {
  /** Maximum bytes of the stream; more is `TooMuch`. */
  mostBytes: number;
  /** Maximum characters of an unfinished event. Default: as many as the stream may have. */
  mostHeld?: number;
  /** Called for every chunk of bytes, including comments. */
  heard?(): void;
}

/** Yields the data of each event. Stopping early closes the stream. */
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
    parser.feed(decoder.decode(chunk, { stream: true }).replaceAll('\r', '')); // lines end in LF or CRLF; no server uses a CR alone
    if (isTooMuch) throw new TooMuch(mostHeld ?? mostBytes);
    for (const data of found.splice(0)) yield data;
    await aMacrotask();
  }
}

/** Lets timers, sockets and other matches run. */
function aMacrotask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
