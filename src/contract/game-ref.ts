/** Names of games, as stored, filtered, compared and sent. Only this file and `games/read-game.ts` parse them. */

/** Family and ruleset, e.g. `gpu-market/open`. */
export type GameKey = `${string}/${string}`;

/** One version of a game's rules. Matches, plans and reports keep the version they started with. */
export interface GameRef {
  key: GameKey;
  version: number;
}

/** A game and, if one was named, its version. */
export interface NamedGame {
  key: GameKey;
  version?: number | undefined;
}

const KEY = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)$/;
const VERSION = /^[1-9]\d{0,8}$/;
const LONGEST = 128;

/** The ref of anything that stores key and version: a match, a plan, a report. */
export function refOf({ game, version }: { game: GameKey; version: number }): GameRef {
  return { key: game, version };
}

/** `gpu-market/open@1` */
export function refText({ key, version }: GameRef): string {
  return `${key}@${version}`;
}

/**
 * The only ref among these; null if there are several or none. Figures of different games or versions are not comparable, so no table mixes
 * them.
 */
export function soleRef(refs: Iterable<GameRef>): GameRef | null {
  let sole: GameRef | null = null;
  for (const ref of refs) {
    if (sole && !isSameRef(sole, ref)) throw new MixedGames(sole, ref);
    sole = ref;
  }
  return sole;
}

export class MixedGames extends Error {
  override readonly name = 'MixedGames';
  readonly code = 'mixed_games';
  constructor(one: GameRef, other: GameRef) {
    super(`A table of ${refText(one)} cannot hold results of ${refText(other)}: choose one of them.`);
  }
}

export function isSameRef(a: GameRef, b: GameRef): boolean {
  return a.key === b.key && a.version === b.version;
}

/** Checks the form of a key, not whether the game exists. */
export function isGameKey(text: string): text is GameKey {
  return text.length <= LONGEST && KEY.test(text);
}

export function gameKey(family: string, ruleset: string): GameKey {
  return `${family}/${ruleset}`;
}

/** Family and ruleset of a key, for exports and screens that have a column for each. */
export function keyParts(key: GameKey): { family: string; ruleset: string } {
  const [family = '', ruleset = ''] = key.split('/', 2);
  return { family, ruleset };
}

/** The family, ruleset and version under the field names of reports and of the published API. */
export function gameWords({ key, version }: GameRef): { game: string; ruleset: string; version: number } {
  const { family, ruleset } = keyParts(key);
  return { game: family, ruleset, version };
}

/** Splits `…@1`. null if the text after `@` is not a version. Without `@`, no version is named. */
export function splitVersion(text: string): { name: string; version?: number } | null {
  const at = text.indexOf('@');
  if (at === -1) return { name: text };
  const version = readVersion(text.slice(at + 1));
  return version === null ? null : { name: text.slice(0, at), version };
}

/** Parses a version given as a number (API) or as digits (addresses, flags). null if it is neither. */
export function readVersion(raw: unknown): number | null {
  if (typeof raw === 'number') return readVersion(String(raw));
  return typeof raw === 'string' && VERSION.test(raw) ? Number(raw) : null;
}

/**
 * Whether a list of supported games (a key means every version, a ref means one) includes this version, or any version if none is named.
 */
export function isPlayed(plays: readonly string[], { key, version }: { key: string; version?: number | undefined }): boolean {
  return plays.some((one) => {
    const named = splitVersion(one);
    return named?.name === key && (version === undefined || (named.version ?? version) === version);
  });
}

/** `gpu-market/open` becomes `open`. Returns the whole key if another key in `among` has the same ruleset name. */
export function rulesetLabel(key: string, among: readonly string[] = []): string {
  const word = wordOf(key);
  return among.some((other) => other !== key && wordOf(other) === word) ? key : word;
}

function wordOf(key: string): string {
  return key.split('/').at(-1) ?? key;
}
