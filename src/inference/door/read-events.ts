/** The data of server-sent events as they come; comments and every other byte are told to `heard`. */
export async function* readEvents(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const bytes of body) {
    heard();
    held += decoder.decode(bytes, { stream: true }).replaceAll('\r', '');
    if (held.length > MOST_HELD) throw new Error('an event without end');
    const events = held.split('\n\n');
    held = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trimStart()] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}

const MOST_HELD = 16 * 1024 * 1024;
