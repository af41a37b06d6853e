import { useState } from 'react';

/** Within this time the same again is a double click, even where the server has answered by then. */
const DOUBLE_CLICK_MS = 500;

type Send<Input, Answer> = (input: Input) => Promise<Answer>;

/**
 * A mutation's `mutate` that drops a second call in the same instant as the first, before React has redrawn the button. `sameAs` says
 * which wishes are one and the same button: after the first click it may stand for the opposite.
 */
export function useOnce<Input, Answer>(
  { mutateAsync }: { mutateAsync: Send<Input, Answer> },
  sameAs: (input: Input) => unknown = (input) => input,
): (input: Input) => void {
  const [once] = useState(() => onceAtATime<unknown>(() => performance.now()));
  return (input) => once(() => mutateAsync(input), sameAs(input));
}

/** Lets one call through at a time, and none that repeats the last one within a double click; after a fault the same may be tried at once. */
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
