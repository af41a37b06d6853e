/** Checks a game against all laws in random matches. Each match is reproducible from one number. */
import type { AnyGame } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import { imbalanceOf, type Ledger, type Transfer } from '~/contract/ledger';
import { Narrator } from '~/contract/narrator';
import type { OptionField, OptionValue } from '~/contract/options';
import { type GamePack, ledgerOf } from '~/contract/pack';
import { type Draws, drawsOf } from '~/lib/random/draws';
import { AskedGame } from './asked';
import { Bench, type Law, LawBroken, type Looks } from './laws';
import { canonical, difference, frozen } from './plain';
import { playByChance } from './play';
import { type RawConfig, randomConfig } from './random-config';
import { sealed } from './sealed';
import { type Place, type Played, type Table, viewersOf } from './table';
import { twinLaw } from './twins';

export interface Amount {
  /** Seed of the first match; later matches count up from it. */
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
  /** The first failure; null if all laws hold. */
  failure: Failure | null;
}

/** Shares of the matches in which events are narrated and deals are checked. */
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

const HOLES = /undefined|\bnull\b|NaN|\[object|[{}]/;
const SENTENCE = /^\S.*[.!?:”"’')]$/s;

function narrationLaw({ asked, place }: Table, { seats, events }: Played): void {
  const tellers = viewersOf(seats).map((viewer) => ({ viewer, narrator: new Narrator(asked.rules) }));
  let state: unknown = null;
  for (const event of events) {
    state = asked.evolve(state, structuredClone(event));
    const held = asked.held(state);
    place.turn = asked.rules.clock(state).turn;
    for (const { viewer, narrator } of tellers) {
      const shown = asked.publish(structuredClone(event), viewer, held);
      if (shown === null) continue;
      const line = asked.run('purity', `narrate(${event.type})`, () => asked.rules.narrate(shown, narrator.names));
      narrator.tell(shown);
      const isSentence = line === null ? viewer.kind !== 'all' : SENTENCE.test(line.text) && !HOLES.test(line.text);
      asked.bench.hold(
        'narration',
        isSentence,
        () => `${event.type} is told to ${viewer.kind} as ${line === null ? 'nothing' : `"${line.text}"`}`,
      );
    }
  }
}

/** The ledger agrees with the books, and each deal is between two participants at an event of this match. */
function ledgerLaw({ asked, pack }: Table, { seats, events }: Played): void {
  const { bench } = asked;
  const log = frozen(structuredClone(events));
  const ledger = asked.run('purity', 'ledger', () => ledgerOf(pack, log));
  const books = asked.run('purity', 'books', () => pack.books(log));
  bench.hold('books', imbalanceOf(ledger) === 0, () => `by the ledger: ${booksText(ledger)}`);
  bench.clear('books', difference(booksText(ledger), booksText(books)));
  bench.hold('books', Number.isFinite(ledger.stake) && ledger.stake >= 0, () => `the stake is ${ledger.stake}`);
  const known = new Set([...seats, ...Object.keys(ledger.profits)]);
  for (const deal of ledger.transfers) {
    const isDeal = deal.from !== deal.to && known.has(deal.from) && known.has(deal.to) && log[deal.seq - 1] !== undefined;
    bench.hold('books', isDeal && hasWorth(deal), () => `the ledger has a deal that cannot be: ${JSON.stringify(deal)}`);
  }
}

function hasWorth({ worth, paid }: Transfer): boolean {
  return [worth, paid].every((amount) => Number.isFinite(amount) && amount >= 0);
}

function booksText({ profits, entered, left }: Pick<Ledger, 'profits' | 'entered' | 'left'>): string {
  return canonical({ profits, entered, left });
}

/** Options may exclude each other, so other combinations are tried with the option at its limit. */
const ATTEMPTS = 300;

function optionLaws(rules: AnyGame, bench: Bench, draws: Draws): void {
  for (const { id: task_type } of rules.tasks) {
    bench.hold('options', rules.parseConfig({ task_type }).ok, () => `task ${task_type} is refused as it is`);
    for (const field of rules.options(task_type)) {
      for (const value of [field.default, ...limitsOf(field)]) {
        const isAccepted = accepts(rules, { task_type, [field.id]: value }, draws);
        bench.hold('options', isAccepted, () => `${task_type}: ${field.id} ${JSON.stringify(value)} is refused`);
      }
      for (const value of beyond(field)) {
        const read = rules.parseConfig({ task_type, [field.id]: value });
        bench.hold('options', !read.ok && read.why.trim() !== '', () => `${task_type}: ${field.id} ${JSON.stringify(value)} is accepted`);
      }
    }
  }
  for (const raw of [{ task_type: 'no such task' }, { seed: -1 }, { seed: 0.5 }, { judge_mode: 'no such mode' }])
    bench.hold('options', !rules.parseConfig(raw).ok, () => `${JSON.stringify(raw)} is accepted`);
}

/** Tests the option alone or, if the game says that options exclude each other, together with others at their limits. */
function accepts(rules: AnyGame, raw: { task_type: string; [option: string]: OptionValue }, draws: Draws): boolean {
  if (rules.parseConfig(raw).ok) return true;
  if (rules.together === undefined || rules.together.length === 0) return false;
  const others = rules.options(raw.task_type).filter(({ id }) => raw[id] === undefined);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const beside = others.map((field) => [field.id, draws.choice([field.default, ...limitsOf(field)])]);
    if (rules.parseConfig({ ...Object.fromEntries(beside), ...raw }).ok) return true;
  }
  return false;
}

function limitsOf(field: OptionField): OptionValue[] {
  switch (field.kind) {
    case 'int':
    case 'number':
      return [field.min, field.max];
    case 'range':
      return [
        [field.min, field.min],
        [field.min, field.max],
        [field.max, field.max],
      ];
    case 'choice':
      return field.many === true ? field.of.map((one) => [one]) : [...field.of];
    case 'flag':
      return [true, false];
    case 'rows':
      return [[]];
  }
}

function beyond(field: OptionField): unknown[] {
  switch (field.kind) {
    case 'int':
    case 'number':
      return [...beyondEnds(field, field.kind), Number.NaN, Number.POSITIVE_INFINITY, 'many', true];
    case 'range':
      return [...beyondEnds(field, field.of).map((end) => [end, end]), [field.max, field.min], [field.min], field.min, 'many'];
    case 'choice':
      return field.many === true ? [['no such choice'], 'no such choice', 1] : ['no such choice', 1, true];
    case 'flag':
      return ['yes', 1];
    case 'rows':
      return [{}, 'rows', [7], Array.from({ length: field.most + 1 }, () => ({}))];
  }
}

function beyondEnds({ min, max }: { min: number; max: number }, kind: 'int' | 'number'): number[] {
  return kind === 'int' ? [min - 1, max + 1, min + 0.5] : [min - 0.001, max + 0.001];
}
