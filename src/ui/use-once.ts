import { useState } from 'react';

/** The same action again within this time is a double click, even if the server has answered. */
const DOUBLE_CLICK_MS = 500;

type Send<Input, Answer> = (input: Input) => Promise<Answer>;

/**
 * A mutation's `mutate` that ignores a second call before React has rendered the button again. `sameAs`: which actions belong to one
 * button, because after the first click the button may stand for the opposite action.
 */
export function useOnce<Input, Answer>(
  { mutateAsync }: { mutateAsync: Send<Input, Answer> },
  sameAs: (input: Input) => unknown = (input) => input,
): (input: Input) => void {
  const [once] = useState(() => onceAtATime<unknown>(() => performance.now()));
  return (input) => once(() => mutateAsync(input), sameAs(input));
}

/**
 * Allows one call at a time, and none that repeats the previous one within a double click. After an error, the same call may be repeated
 * immediately.
 */
export function onceAtATime<Input>(now: () => number): (send: () => Promise<unknown>, input: Input) => void {
  let isPending = false;
  let last: { asked: string; at: number } | null = null;
  return (send, input) => {
    const asked = JSON.stringify(input);
    if (isPending || (last !== null && last.asked === asked && now() - last.at < DOUBLE_CLICK_MS)) return;
    isPending = true;
    last = { asked, at: now() };
    send().then(
      () => {
        isPending = false;
      },
      () => {
        isPending = false;
        last = null;
      },
    );
  };
}
