/** A game against all laws: any number of matches by chance, each told by one number, so that a failure comes again by it. */
import type { AnyGame } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import type { GamePack } from '~/contract/pack';
import { drawsOf } from '~/lib/random/draws';
import { AskedGame } from './asked';
import { ledgerLaw, narrationLaw } from './end-laws';
import { Bench, type Law, LawBroken, type Looks } from './laws';
import { optionLaws } from './option-laws';
import { playByChance } from './play';
import { type RawConfig, randomConfig } from './random-config';
import { sealed } from './sealed';
import type { Place, Table } from './table';
import { twinLaw } from './twins';

export interface Amount {
  /** Of the first match; each next one has the next. */
  seed: number;
  matches: number;
  /** Called after each match. */
  watch?: (played: number) => void;
}

export interface Failure {
  law: Law;
  why: string;
  game: string;
  seed: number;
  raw: RawConfig | null;
  turn: number | null;
  cause: unknown;
}

export interface Conformance {
  game: string;
  matches: number;
  events: number;
  looks: Looks;
  /** The first; null: all laws hold. */
  failure: Failure | null;
}

/** Shares of the matches whose events are narrated, and whose deals are appraised. */
const NARRATED = 0.2;
const APPRAISED = 0.2;

export function conform(pack: GamePack, { seed, matches, watch }: Amount, rules: AnyGame = pack.rules): Conformance {
  const bench = new Bench();
  const found: Conformance = { game: refText(rules.ref), matches: 0, events: 0, looks: bench.looks, failure: null };
  const asked = new AskedGame(rules, bench);
  for (let at = seed; at < seed + matches; at++) {
    const place: Place = { turn: -1 };
    let raw: RawConfig | null = null;
    try {
      if (at === seed) optionLaws(rules, bench, drawsOf(at));
      const draws = drawsOf(at);
      const drawn = randomConfig(rules, pack.trial.most, draws);
      raw = drawn.raw;
      asked.begin();
      found.events += sealed(() => playOne({ asked, pack, draws, place }, drawn));
    } catch (error) {
      const broken = error instanceof LawBroken ? error : new LawBroken('throws', String(error));
      found.failure = {
        law: broken.law,
        why: broken.message,
        game: found.game,
        seed: at,
        raw,
        turn: place.turn < 0 ? null : place.turn,
        cause: error,
      };
      return found;
    }
    found.matches += 1;
    watch?.(found.matches);
  }
  return found;
}

function playOne(table: Table, drawn: { raw: RawConfig; config: unknown }): number {
  const played = playByChance(table, drawn);
  twinLaw(table, played);
  if (table.draws.random() < NARRATED) narrationLaw(table, played);
  if (table.draws.random() < APPRAISED) ledgerLaw(table, played);
  return played.events.length;
}
