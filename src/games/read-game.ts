/** The only parser of game names: every request, form, file, address, filter and flag that names a game uses it. */

import type { AnyGame, Reading } from '~/contract/game';
import { type GameKey, type GameRef, gameKey, isGameKey, keyParts, type NamedGame, readVersion, splitVersion } from '~/contract/game-ref';
import { unknownName } from '~/lib/text/unknown-name';
import { findGame, GAMES } from './registry';

/** Raw input: nothing in it is trusted, not even the types. */
export interface RawGame {
  /** `gpu-market/open`, `gpu-market/open@1`, or a family such as `gpu-market`. */
  game?: unknown;
  /** `open`, or a key. */
  ruleset?: unknown;
  version?: unknown;
}

/** The family of a ruleset that is named without a family. */
const BARE_FAMILY = 'gpu-market';

/** The game meant by a family name alone, where the family has several games: its first one, so that old commands keep working. */
const FIRST_OF_FAMILY: Readonly<Record<string, GameKey>> = { bazaar: 'bazaar/classic' };

/** The default game where none is named. */
export const USUAL_GAME: GameKey = 'gpu-market/classic';

/** The default where several players compete: tournaments, rated matches, and added agents. */
export const USUAL_CONTEST: GameKey = 'gpu-market/open';

/** The named game, in its newest version unless a version is named too. Without a name: `fallback`. */
export function readGame(raw: RawGame, fallback: GameKey = USUAL_GAME): Reading<AnyGame> {
  const named = readNamed(raw, fallback);
  return named.ok ? readVersioned(raw, named.value) : named;
}

/** For filters. Without a name: every game. A game without a version: every version of it. */
export function readGameFilter(raw: RawGame): Reading<{ game?: GameKey; version?: number }> {
  const named = readNamed(raw, null);
  if (!named.ok) return named;
  if (named.value === null) return { ok: true, value: {} };
  const found = readVersioned(raw, named.value);
  const { key, version } = named.value;
  return found.ok ? { ok: true, value: { game: key, ...(version !== undefined && { version }) } } : found;
}

/** The task that a game plays when none is named. */
export function usualTaskOf({ usualTask, tasks, ref }: Pick<AnyGame, 'usualTask' | 'tasks' | 'ref'>): string {
  const task = usualTask ?? tasks[0]?.id;
  if (task === undefined) throw new Error(`${ref.key} has no task`);
  return task;
}

/** The shortest name that `readGame` accepts for the game as a ruleset. */
export function rulesetWord(key: GameKey): string {
  const { family, ruleset } = keyParts(key);
  return family === BARE_FAMILY ? ruleset : key;
}

/** The published benchmark never gets another version, and the commands in its reports must stay the same byte for byte. */
const FROZEN: readonly GameKey[] = ['gpu-market/classic'];

/** The flags that name a game on a command line; `readGame` parses them back to the same game. */
export function gameFlags({ key, version }: GameRef): string {
  const word = rulesetWord(key);
  const name = word === key ? `--game ${key}` : `--ruleset ${word}`;
  return FROZEN.includes(key) ? name : `${name} --rules ${version}`;
}

function readNamed(raw: RawGame, fallback: GameKey): Reading<NamedGame>;
function readNamed(raw: RawGame, fallback: null): Reading<NamedGame | null>;
function readNamed(raw: RawGame, fallback: GameKey | null): Reading<NamedGame | null> {
  const game = readWord('game', raw.game);
  if (!game.ok) return game;
  const ruleset = readWord('ruleset', raw.ruleset);
  if (!ruleset.ok) return ruleset;
  const given = raw.version === undefined ? undefined : readVersion(raw.version);
  if (given === null) return no('version', `version: a whole number from 1, e.g. 1; "${short(raw.version)}" is not`);
  const [version, other] = new Set([game.value?.version, ruleset.value?.version, given].filter((one) => one !== undefined));
  if (other !== undefined) return no('version', `version: ${version} and ${other} are both named; give one of them`);
  const key = readKey(game.value?.name, ruleset.value?.name, fallback);
  if (!key.ok) return key;
  if (key.value !== null) return { ok: true, value: { key: key.value, ...(version !== undefined && { version }) } };
  return version === undefined ? { ok: true, value: null } : no('version', `version: say of which game; there are ${keys().join(', ')}`);
}

function readWord(field: 'game' | 'ruleset', raw: unknown): Reading<NamedWord | undefined> {
  if (raw === undefined) return { ok: true, value: undefined };
  if (typeof raw !== 'string') return unknown(field, raw, keys());
  const named = splitVersion(raw);
  if (named) return { ok: true, value: named };
  return no(field, `${field}: after @ comes a version, as in ${USUAL_GAME}@1; "${short(raw)}" has none`);
}

type NamedWord = NonNullable<ReturnType<typeof splitVersion>>;

function readKey(game: string | undefined, ruleset: string | undefined, fallback: GameKey | null): Reading<GameKey | null> {
  if (ruleset === undefined) return game === undefined ? { ok: true, value: fallback } : readGameAlone(game, fallback);
  if (game !== undefined && !keys().some((key) => key === game || keyParts(key).family === game)) return unknown('game', game, allNames());
  const family = game === undefined ? BARE_FAMILY : isGameKey(game) ? keyParts(game).family : game;
  const key = isGameKey(ruleset) ? ruleset : gameKey(family, ruleset);
  if (game !== undefined && key !== game && keyParts(key).family !== game) return contradiction(game, ruleset);
  if (findGame(key)) return { ok: true, value: key };
  return unknown('ruleset', ruleset, isGameKey(ruleset) ? keys() : rulesetsOf(family));
}

/** A key, or a family that has only one game or a default one. */
function readGameAlone(game: string, fallback: GameKey | null): Reading<GameKey> {
  const own = keys().filter((key) => key === game || keyParts(key).family === game);
  const meant = own.length === 1 ? own[0] : (own.find((key) => key === fallback) ?? own.find((key) => key === FIRST_OF_FAMILY[game]));
  if (meant !== undefined) return { ok: true, value: meant };
  return own.length === 0 ? unknown('game', game, allNames()) : no('ruleset', `ruleset: say which of ${own.join(', ')}`);
}

function contradiction(game: string, ruleset: string): Reading<never> {
  const why = `game "${short(game)}" and ruleset "${short(ruleset)}" are different games; give one of them. There are ${keys().join(', ')}`;
  return no('ruleset', why);
}

function readVersioned(raw: RawGame, { key, version }: NamedGame): Reading<AnyGame> {
  const game = findGame(key, version);
  if (game) return { ok: true, value: game };
  const versions = GAMES.flatMap(({ ref }) => (ref.key === key ? [ref.version] : []));
  const why = `there is no version ${version} of ${key}; there is ${versions.join(', ')}`;
  return no(raw.version !== undefined ? 'version' : raw.game !== undefined ? 'game' : 'ruleset', why);
}

function keys(): GameKey[] {
  return [...new Set(GAMES.map(({ ref }) => ref.key))];
}

function allNames(): string[] {
  return [...new Set(keys().map((key) => keyParts(key).family)), ...keys()];
}

function rulesetsOf(family: string): string[] {
  return keys().flatMap((key) => (keyParts(key).family === family ? [keyParts(key).ruleset] : []));
}

function unknown(field: 'game' | 'ruleset', name: unknown, allowed: readonly string[]): Reading<never> {
  return no(field, unknownName(field, short(name), allowed));
}

function no(path: 'game' | 'ruleset' | 'version', why: string): Reading<never> {
  return { ok: false, path, why };
}

/** Any value as text, at most sixty characters. */
function short(value: unknown): string {
  return (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 60);
}
