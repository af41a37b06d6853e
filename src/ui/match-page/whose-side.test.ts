import { expect, test } from 'vitest';
import { sideOf } from './whose-side';

const PLAIN = { seat: null, as: null, at: null, isLive: true };

test('who holds a seat plays it while the match runs, without being asked', () => {
  expect(sideOf(['s1', 's3'], PLAIN)).toBe('s1');
  expect(sideOf([], PLAIN)).toBeNull();
});

test('the address can ask for another seat, or for the watchers’ view', () => {
  expect(sideOf(['s1', 's3'], { ...PLAIN, seat: 's3' })).toBe('s3');
  expect(sideOf(['s1'], { ...PLAIN, as: 'watcher' })).toBeNull();
  expect(sideOf(['s1'], { ...PLAIN, seat: 's1', as: 'watcher' })).toBeNull();
});

test('a seat that is somebody else’s is shown as such, not passed over', () => {
  expect(sideOf([], { ...PLAIN, seat: 's2' })).toBe('s2');
});

test('a shared instant opens as it was shared, for players too', () => {
  expect(sideOf(['s1'], { ...PLAIN, at: 14 })).toBeNull();
});

test('after the end everybody sees the result, and one’s own seat where it is named', () => {
  expect(sideOf(['s1'], { ...PLAIN, isLive: false })).toBeNull();
  expect(sideOf(['s1'], { ...PLAIN, isLive: false, seat: 's1' })).toBe('s1');
});
