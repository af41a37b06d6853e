import { expect, test } from 'vitest';
import { readEvents } from './read-events';
import { TooMuch } from './too-much';

async function read(...pieces: string[]): Promise<{ data: string[]; heard: number }> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  let heard = 0;
  const data: string[] = [];
  for await (const one of readEvents(body, { mostBytes: 1_000, heard: () => ++heard })) data.push(one);
  return { data, heard };
}

test('events come whole, however they are cut', async () => {
  expect((await read('data: {"a"', ':1}\n', '\ndata: 2\r\n\r\nda', 'ta:3\n\n')).data).toEqual(['{"a":1}', '2', '3']);
});

test('a comment is heard and says nothing; what is not ended is no event', async () => {
  expect(await read(': alive\n\n', 'event: x\ndata: 1\n\n', 'data: 2\n')).toEqual({ data: ['1'], heard: 3 });
});

test('a line without an end stops at its limit, after no more than that was read', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode('x'.repeat(64)));
      },
    },
    { highWaterMark: 0 },
  );
  const events = readEvents(body, { mostBytes: 1_000_000, mostHeld: 6_400 });
  await expect(events.next()).rejects.toBeInstanceOf(TooMuch);
  expect(pulled).toBe(101);
});

test('between two pieces others have their turn', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new TextEncoder().encode('\n')) });
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 0);
  const events = readEvents(body, { mostBytes: 5_000 });
  await expect(events.next()).rejects.toBeInstanceOf(TooMuch);
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
});
