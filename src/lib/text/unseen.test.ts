import { expect, test } from 'vitest';
import { unseenIn, withoutUnseen } from './unseen';

test.each(['Ada', '🦊', '❤️', '👨‍👩‍👧', '👩🏽‍🚀', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 'क्षितिज'])(
  'nothing of %j is unseen',
  (text) => {
    expect(unseenIn(text)).toEqual([]);
  },
);

test.each([
  ['a\u202eb\u202e', ['U+202E']],
  ['A\u200dB\ufe0f', ['U+200D', 'U+FE0F']],
  ['a\nb\u2028', ['U+000A', 'U+2028']],
  ['\ud83d', ['U+D83D']],
  ['a\u{e0041}\u3164', ['U+E0041', 'U+3164']],
])('%j holds %j', (text, points) => {
  expect(unseenIn(text)).toEqual(points);
  expect(unseenIn(withoutUnseen(text))).toEqual([]);
});
