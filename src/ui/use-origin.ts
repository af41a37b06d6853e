import { useSyncExternalStore } from 'react';

/** Where this browser reached the server, e.g. http://127.0.0.1:3000; `before` until the browser knows. */
export function useOrigin(before = ''): string {
  return useSyncExternalStore(never, here, () => before);
}

function never() {
  return () => {};
}

function here(): string {
  return window.location.origin;
}
