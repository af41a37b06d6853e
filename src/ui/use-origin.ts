import { useSyncExternalStore } from 'react';

/** The server's address in this browser, e.g. http://127.0.0.1:3000; `before` until the page has loaded. */
export function useOrigin(before = ''): string {
  return useSyncExternalStore(never, here, () => before);
}

function never() {
  return () => {};
}

function here(): string {
  return window.location.origin;
}
