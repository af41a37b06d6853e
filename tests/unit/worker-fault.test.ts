import { expect, test } from 'vitest';
import { faultOf, TurnFault } from '../../workers/inference/fault';

test('an adapter that does not load has its own sentence, without a path of the server', () => {
  const { why } = faultOf(new Error('Failed to initialize LoRA adapter "/srv/mandi home/models/ad-trunc.gguf"'));
  expect(why).toBe('The adapter could not be loaded: its file is broken, or it is for other weights. Add it again.');
});

test.each([
  ['Failed to load model "/srv/mandi home/m.gguf"', 'The model runtime failed: Failed to load model a file'],
  ['cannot read /srv/models/m.gguf: I/O error', 'The model runtime failed: cannot read a file I/O error'],
  ["ENOENT: no such file, open 'C:\\models\\m.gguf'", 'The model runtime failed: ENOENT: no such file, open a file'],
  ['out of memory', 'The model runtime failed: out of memory'],
])('%s: no path goes out', (words, why) => {
  expect(faultOf(new Error(words))).toEqual({ code: 'bad_reply', why });
});

test('faults of our own keep their code and words', () => {
  expect(faultOf(new TurnFault('timeout', 'Not written within 5 ms.'))).toEqual({ code: 'timeout', why: 'Not written within 5 ms.' });
});
