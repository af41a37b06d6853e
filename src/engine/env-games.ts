/** All offered games, as one program plays them in memory. */
import { randomBytes } from 'node:crypto';
import type { EnvAdapter, EnvMeans, EnvOutside, EnvSession, EnvSettings } from '~/contract/env';
import type { AnyGame, Reading } from '~/contract/game';
import { type GameKey, type GameRef, refText } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { type RawGame, readGame } from '~/games/read-game';
import { findGame, GAMES } from '~/games/registry';
import type { Soon } from '~/lib/play/soon';
import { MemoryCourse } from './env-course';
import { plainAdapter, readOpponents } from './env-plain';
import { CourseSession } from './env-session';
import { means } from './means';

export interface EnvGame {
  readonly ref: GameRef;
  readonly rules: AnyGame;
  /** Settings of a reset in addition to task, seed and judge mode. */
  readonly settings: readonly string[];
  readonly help: NonNullable<EnvAdapter['help']>;
  readonly fields: NonNullable<EnvAdapter['fields']>;
  readonly decided: readonly string[];
  /** What an evaluation can vary. */
  readonly can: NonNullable<EnvAdapter['can']>;
  readonly weight: number;
  readonly calls: NonNullable<EnvAdapter['calls']>;
  /** What programs are told about moves before an episode. */
  readonly told: EnvAdapter['told'];
  /** The engine parses its resets from the game's option fields. */
  readonly isPlain: boolean;
  open(settings: EnvSettings, outside?: EnvOutside): Soon<Reading<EnvSession>>;
}

const made = new Map<AnyGame, EnvGame>();

export function envOf(rules: AnyGame): EnvGame {
  const known = made.get(rules) ?? envGame(rules, packOf(rules.ref).env);
  made.set(rules, known);
  return known;
}

/** In registry order. */
export function envGames(): EnvGame[] {
  return GAMES.map(envOf);
}

export function findEnvGame({ key, version }: GameRef): EnvGame | null {
  const rules = findGame(key, version);
  return rules && envOf(rules);
}

/** The game that a request names, or `fallback` if it names none. */
export function readEnvGame(raw: RawGame, fallback?: GameKey): Reading<EnvGame> {
  const game = readGame(raw, fallback);
  return game.ok ? { ok: true, value: envOf(game.value) } : game;
}

/** Games that support this variation, for refusals. */
export function envGamesThat(can: keyof EnvGame['can']): string[] {
  return envGames()
    .filter((game) => game.can[can])
    .map(({ ref }) => refText(ref));
}

/** `own`: the game's overrides. The engine supplies the rest. */
export function envGame(rules: AnyGame, own: EnvAdapter = {}): EnvGame {
  const plain = plainAdapter(rules);
  const reset = own.reset ?? plain.reset;
  const lone = meansFor(rules, {}); // for programs that play thousands of matches
  return {
    ref: rules.ref,
    rules,
    settings: own.settings ?? (own.reset ? [] : plain.settings),
    help: own.help ?? (own.reset ? {} : plain.help),
    fields: own.fields ?? {},
    decided: own.decided ?? [],
    can: own.can ?? {},
    weight: own.weight ?? 1,
    calls: own.calls ?? {},
    told: own.told,
    isPlain: own.reset === undefined,
    open: (settings, outside) => reset(settings, outside === undefined ? lone : meansFor(rules, outside)),
  };
}

function meansFor(rules: AnyGame, outside: EnvOutside): EnvMeans {
  return {
    ...outside,
    run: means.run,
    secretSeed: () => Number(randomBytes(8).readBigUInt64BE() >> 11n),
    readOpponents: (raw, of) => readOpponents(rules.ref, raw, { ...of, outside }),
    open(match) {
      const { part } = match;
      if (!part) throw new Error('a match in memory needs a part that tells its status');
      const course = MemoryCourse.begin(rules, match, outside);
      return course instanceof Promise ? course.then((begun) => new CourseSession(begun, part)) : new CourseSession(course, part);
    },
  };
}
