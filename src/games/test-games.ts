/** Whether games for platform tests are offered. Kept apart from the registry, so that setting it loads no game. */
let areOffered = false;
let registry: ((offered: boolean) => void) | null = null;

/** Called once as the process starts, or again by tests. */
export function offerTestGames(offered: boolean): void {
  areOffered = offered;
  registry?.(offered);
}

/** For the registry: calls the listener now and at every change. */
export function hearOfTestGames(listener: (offered: boolean) => void): void {
  registry = listener;
  listener(areOffered);
}
