/** `npm run test:game`: checks games against all laws, including the games for testing the platform. */
import { parseArgs } from 'node:util';
import type { AnyGame, Reading } from '~/contract/game';
import { isSameRef, refText } from '~/contract/game-ref';
import type { GamePack } from '~/contract/pack';
import { packOf } from '~/games/packs';
import { readGame } from '~/games/read-game';
import { GAMES, showTestGames } from '~/games/registry';
import { frontOf } from '~/games/screens';
import { conform } from './conform';
import { conformanceText, failureText } from './report';

const USAGE = 'npm run test:game -- [KEY …] [--matches N] [--seed N]     KEY: FAMILY/RULESET or FAMILY/RULESET@VERSION; none: every game';
const MATCHES = 1_000;

/** Returns the exit code: 0 if all laws hold, 1 if one fails, 2 for invalid arguments. */
export function main(args: readonly string[], print: (text: string) => void): number {
  showTestGames(true);
  const asked = readCommand(args);
  if (!asked.ok) {
    print(`test:game: ${asked.why}\n${USAGE}`);
    return 2;
  }
  const { games, ...amount } = asked.value;
  let failed = 0;
  for (const rules of games) {
    const pack = listedPack(rules);
    if (!pack.ok) {
      print(`test:game: ${pack.why}`);
      return 2;
    }
    const began = performance.now();
    const found = conform(pack.value, amount);
    print(conformanceText(found, (performance.now() - began) / 1000));
    if (found.failure === null) continue;
    print(failureText(found.failure));
    failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

/** The game's pack, after checking that its registry entries are consistent. Finds leftovers of the game that a folder was copied from. */
export function listedPack({ ref }: AnyGame): Reading<GamePack> {
  if (GAMES.filter((one) => isSameRef(one.ref, ref)).length > 1)
    return {
      ok: false,
      why: `src/games/registry.ts lists two games as ${refText(ref)}: give one of them another key (\`ref\` in its rules)`,
    };
  try {
    const pack = packOf(ref);
    const stranger = pack.players.find(({ plays }) => !plays.includes(ref.key));
    if (frontOf(ref.key) === null) return { ok: false, why: `no screens for ${ref.key}: src/games/screens.ts needs a line for it` };
    if (stranger === undefined) return { ok: true, value: pack };
    return { ok: false, why: `the player ${stranger.id} of ${refText(ref)} does not say that it plays ${ref.key} (\`plays\`)` };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

interface Command {
  games: readonly AnyGame[];
  seed: number;
  matches: number;
}

function readCommand(args: readonly string[]): Reading<Command> {
  try {
    const options = { matches: { type: 'string', default: String(MATCHES) }, seed: { type: 'string', default: '1' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [matches, seed] = [wholeNumber(values.matches), wholeNumber(values.seed)];
    if (matches === null || matches === 0) return { ok: false, why: `--matches: a whole number from 1; "${values.matches}" is not` };
    if (seed === null) return { ok: false, why: `--seed: a whole number from 0; "${values.seed}" is not` };
    const games: AnyGame[] = [];
    for (const game of positionals) {
      const read = readGame({ game });
      if (!read.ok) return { ok: false, why: `${read.why}. A new game needs a line in src/games/registry.ts` };
      games.push(read.value);
    }
    return { ok: true, value: { games: games.length > 0 ? games : [...GAMES].sort(byName), seed, matches } };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function byName(one: AnyGame, other: AnyGame): number {
  return refText(one.ref) < refText(other.ref) ? -1 : 1;
}

/** Up to a billion, because seeds count up from it. */
function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
