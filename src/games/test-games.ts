/** Whether games for tests of the platform itself are offered. Apart from the registry: saying so loads no game. */
let areOffered = false;
let registry: ((offered: boolean) => void) | null = null;

/** Said once, as the process starts, or again by tests. */
export function offerTestGames(offered: boolean): void {
  areOffered = offered;
  registry?.(offered);
}

/** For the registry: it is told now, and whenever that changes. */
export function hearOfTestGames(listener: (offered: boolean) => void): void {
  registry = listener;
  listener(areOffered);
}
