import { expect, test } from 'vitest';
import { readEvents } from './read-events';

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
  for await (const one of readEvents(body, () => ++heard)) data.push(one);
  return { data, heard };
}

test('events come whole, however they are cut', async () => {
  expect((await read('data: {"a"', ':1}\n', '\ndata: 2\r\n\r\nda', 'ta:3\n\n')).data).toEqual(['{"a":1}', '2', '3']);
});

test('a comment is heard and says nothing; what is not ended is no event', async () => {
  expect(await read(': alive\n\n', 'event: x\ndata: 1\n\n', 'data: 2\n')).toEqual({ data: ['1'], heard: 3 });
});
