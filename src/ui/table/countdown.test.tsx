import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ClockFace, timeLeft } from './countdown';

const deadline = '2026-11-26T18:00:00.000Z';
const at = (seconds: number) => timeLeft({ deadline, remaining: null }, Date.parse(deadline) - seconds * 1000);

it('a clock that has run out says that the round is being closed', () => {
  const over = at(-20);
  expect(over).toEqual({ seconds: 0, isPaused: false });
  expect(renderToStaticMarkup(<ClockFace seconds={0} isPaused={false} />)).toContain('Closing the round');
  expect(renderToStaticMarkup(<ClockFace seconds={1} isPaused={false} />)).not.toContain('Closing the round');
  expect(renderToStaticMarkup(<ClockFace seconds={0} isPaused />)).not.toContain('Closing the round');
});

it('counts down by the second, and stands still while paused', () => {
  expect(at(61.2)).toEqual({ seconds: 62, isPaused: false });
  expect(timeLeft({ deadline: null, remaining: 5_000 }, 0)).toEqual({ seconds: 5, isPaused: true });
  expect(timeLeft({ deadline: null, remaining: null }, 0)).toBeNull();
});
