import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { LineSession } from '~/openenv/line-session';
import { serveLines } from './serve-stdio';

/** A reader that takes its time over every piece, and remembers how large the largest was. */
function slowReader() {
  const pieces: string[] = [];
  const output = new Writable({
    highWaterMark: 1024,
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      setTimeout(done, 1);
    },
  });
  return { output, pieces };
}

test('a slow reader gets every answer in order, and what waits for it stays small', async () => {
  const input = new PassThrough();
  const { output, pieces } = slowReader();
  const rounds = Array.from({ length: 300 }, (_, seed) => `{"type":"reset","data":{"task":"coalition_market","seed":${seed}}}`);
  input.end(rounds.join('\n'));
  await serveLines(new LineSession(), input, output);
  const answers = pieces.join('').trimEnd().split('\n');
  expect(answers.map((line) => /"task_id":"coalition_market-(\d+)"/.exec(line)?.[1])).toEqual(rounds.map((_, seed) => String(seed)));
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300 * 1024);
});

test('what follows a close is not read', async () => {
  const input = new PassThrough();
  const { output, pieces } = slowReader();
  input.end('{"type":"state"}\n{"type":"close"}\n{"type":"state"}\n');
  await serveLines(new LineSession(), input, output);
  expect(pieces.join('').split('\n').filter(Boolean)).toHaveLength(1);
});

test('characters beyond ASCII may be cut anywhere', async () => {
  const input = new PassThrough();
  const { output, pieces } = slowReader();
  const serving = serveLines(new LineSession(), input, output);
  for (const byte of Buffer.from('{"type":"grüße 🚀"}\n')) input.write(Buffer.from([byte]));
  input.end();
  await serving;
  expect(pieces.join('')).toContain('grüße 🚀');
});
