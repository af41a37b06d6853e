/** What a game is called wherever it is stored, filtered, compared or sent. Only this file and `games/read-game.ts` take names apart. */

/** Family and ruleset, e.g. `gpu-market/open`. */
export type GameKey = `${string}/${string}`;

/** One version of a game's rules. A match, a plan or a report keeps the version it was started with. */
export interface GameRef {
  key: GameKey;
  version: number;
}

/** A game with the version that was named, if one was. */
export interface NamedGame {
  key: GameKey;
  version?: number | undefined;
}

const KEY = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)$/;
const VERSION = /^[1-9]\d{0,8}$/;
const LONGEST = 128;

/** Of what keeps key and version side by side: a match, a plan, a report. */
export function refOf({ game, version }: { game: GameKey; version: number }): GameRef {
  return { key: game, version };
}

/** `gpu-market/open@1` */
export function refText({ key, version }: GameRef): string {
  return `${key}@${version}`;
}

/** Figures of two games, or of two versions of one, say nothing of each other: a table holds one, and refuses to hold both. */
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

/** True of what has the form of a key, whether there is such a game or not. */
export function isGameKey(text: string): text is GameKey {
  return text.length <= LONGEST && KEY.test(text);
}

export function gameKey(family: string, ruleset: string): GameKey {
  return `${family}/${ruleset}`;
}

/** The two words of a key, for exports and screens that have a column for each. */
export function keyParts(key: GameKey): { family: string; ruleset: string } {
  const [family = '', ruleset = ''] = key.split('/', 2);
  return { family, ruleset };
}

/** As reports and programs have always read it: the two words of a key, and the version. */
export function gameWords({ key, version }: GameRef): { game: string; ruleset: string; version: number } {
  const { family, ruleset } = keyParts(key);
  return { game: family, ruleset, version };
}

/** Takes `…@1` apart; null: what follows the `@` is not a version. Without `@` no version is named. */
export function splitVersion(text: string): { name: string; version?: number } | null {
  const at = text.indexOf('@');
  if (at === -1) return { name: text };
  const version = readVersion(text.slice(at + 1));
  return version === null ? null : { name: text.slice(0, at), version };
}

/** A version as programs (a number) or addresses and flags (digits) give it; null: that is no version. */
export function readVersion(raw: unknown): number | null {
  if (typeof raw === 'number') return readVersion(String(raw));
  return typeof raw === 'string' && VERSION.test(raw) ? Number(raw) : null;
}

/** Does somebody who plays these (keys for every version, or refs) play that version, or any where none is named? */
export function isPlayed(plays: readonly string[], { key, version }: { key: string; version?: number | undefined }): boolean {
  return plays.some((one) => {
    const named = splitVersion(one);
    return named?.name === key && (version === undefined || (named.version ?? version) === version);
  });
}

/** `gpu-market/open` -> open; the whole key where another of those beside it ends in the same word. */
export function rulesetLabel(key: string, among: readonly string[] = []): string {
  const word = wordOf(key);
  return among.some((other) => other !== key && wordOf(other) === word) ? key : word;
}

function wordOf(key: string): string {
  return key.split('/').at(-1) ?? key;
}
