import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { LiveSocket } from '../live-socket';
import { hearThought, NO_THINKING, ThoughtStream } from './thought-stream';

const message = { seat: 'lab_0', turn: 4, round: 2, agent: 'smollm2@1', text: '{"a' };

test('a reply grows from its first piece on, and ends with the decision', () => {
  const first = hearThought(NO_THINKING, message, 100);
  const more = hearThought(first, { ...message, text: '{"action' }, 250);
  expect(more.thoughts).toEqual({ lab_0: { turn: 4, round: 2, agent: 'smollm2@1', text: '{"action', since: 100 } });
  expect(hearThought(more, { ...message, text: null }, 300)).toEqual({ thoughts: {}, decided: 1 });
});

test('the next turn is another thought, in the same round too; other seats think on', () => {
  const both = hearThought(hearThought(NO_THINKING, message, 100), { ...message, seat: 'lab_1' }, 110);
  const next = hearThought(both, { ...message, turn: 5, text: '' }, 900);
  expect(next.thoughts.lab_0).toMatchObject({ turn: 5, round: 2, since: 900 });
  expect(next.thoughts.lab_1).toMatchObject({ round: 2, since: 110 });
});

test('only its own match is heard; a lost line ends what was being written', () => {
  const line = new EventEmitter();
  const stream = new ThoughtStream('m1', () => line as unknown as LiveSocket);
  let told = 0;
  const stop = stream.subscribe(() => {
    told += 1;
  });
  line.emit('thought', { ...message, matchId: 'other' });
  line.emit('thought', { ...message, matchId: 'm1' });
  expect([told, Object.keys(stream.snapshot().thoughts)]).toEqual([1, ['lab_0']]);
  line.emit('disconnect');
  expect(stream.snapshot()).toEqual({ thoughts: {}, decided: 1 });
  stop();
  expect(line.listenerCount('thought')).toBe(0);
});
