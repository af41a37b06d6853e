/** One random match, checked against the laws. */
import type { Clock, GameEvent, SeatId, Viewer } from '~/contract/game';
import { imbalanceOf } from '~/contract/ledger';
import { replaceMove } from '../replace-move';
import { moveLaws } from './move-laws';
import { canonical, difference, whyNotPlain } from './plain';
import type { RawConfig } from './random-config';
import { type Played, type Table, viewersOf } from './table';

const CLOSE_LOOKS = 0.15;
const LAPSES = 0.08;
const STRANGE_MOVES = 0.08;
/** Limit of turns per round for each seat, to detect matches that do not end. */
const TURNS_PER_SEAT = 4;

export function playByChance(table: Table, { raw, config }: { raw: RawConfig; config: unknown }): Played {
  return new Match(table, raw, config).played();
}

class Match {
  readonly #table: Table;
  readonly #played: Played;
  /** The JSON of each event at the time it was logged. */
  readonly #texts: string[] = [];

  constructor(table: Table, raw: RawConfig, config: unknown) {
    this.#table = table;
    const seats = table.asked.rules.seats(config).map(({ id }) => id);
    this.#played = { raw, config, seats, events: [], doings: [], state: null };
  }

  played(): Played {
    const { asked, place } = this.#table;
    this.#log(asked.open(this.#played.config));
    for (let stand = this.#stand(); stand.awaited.length > 0; stand = this.#next(stand.clock)) {
      place.turn = stand.clock.turn;
      const held = asked.held(this.#played.state);
      this.#look(held);
      const { draws } = this.#table;
      if (this.#played.doings.length === 0 || draws.random() < CLOSE_LOOKS)
        moveLaws(this.#table, { state: held, seats: this.#played.seats, awaited: stand.awaited });
      this.#turn(stand.awaited, held);
    }
    this.#look(asked.held(this.#played.state));
    this.#atTheEnd();
    return this.#played;
  }

  /** All seats choose from what they saw before anyone moved. */
  #turn(awaited: readonly SeatId[], held: unknown): void {
    const { asked, draws } = this.#table;
    const { doings } = this.#played;
    const all = awaited.map((seat) => ({ seat, move: this.#choose(seat, held) }));
    const canLapse = asked.lapse(held).length > 0;
    const lapsed = canLapse && draws.random() < LAPSES;
    const moves = lapsed ? all.slice(0, draws.below(all.length)) : all;
    doings.push({ moves, lapsed });
    for (const { seat, move } of moves) this.#log(asked.decide(this.#played.state, seat, move));
    if (lapsed) this.#log(asked.lapse(this.#played.state));
  }

  #choose(seat: SeatId, held: unknown): unknown {
    const { asked, draws, pack } = this.#table;
    const seen = asked.observe(held, seat);
    const strange = draws.random() < STRANGE_MOVES ? pack.trial.unlisted(seen, draws) : [];
    return strange.length > 0 ? draws.choice(strange) : pack.trial.play(seen, draws);
  }

  #log(events: readonly GameEvent[]): void {
    const { asked } = this.#table;
    for (const event of events) {
      this.#texts.push(JSON.stringify(event));
      const own = structuredClone(event);
      this.#played.events.push(own);
      this.#played.state = asked.evolve(this.#played.state, own);
    }
  }

  #stand() {
    const { asked } = this.#table;
    const { bench } = asked;
    const { seats, doings } = this.#played;
    const { awaited, clock, outcome } = asked.stand(this.#played.state);
    bench.hold(
      'clock',
      awaited.every((seat, i) => seats.includes(seat) && awaited.indexOf(seat) === i),
      () => `toAct: ${awaited.join(', ')}`,
    );
    bench.hold('clock', outcome.finished === (awaited.length === 0), () => `finished: ${outcome.finished}; toAct: ${awaited.join(', ')}`);
    bench.hold('clock', clock.round <= clock.rounds, () => `round ${clock.round} of ${clock.rounds}`);
    const most = clock.rounds * seats.length * TURNS_PER_SEAT;
    bench.hold('ends', awaited.length === 0 || doings.length <= most, () => `it goes on after ${most} turns`);
    const scored = Object.keys(outcome.scores).sort().join();
    bench.hold('outcome', scored === [...seats].sort().join(), () => `scores of ${scored}; seats are ${seats.join()}`);
    bench.hold('outcome', outcome.fault === undefined, () => outcome.fault ?? '');
    return { awaited, clock, outcome };
  }

  /** Compares the clock before and after a whole turn. */
  #next(before: Clock) {
    const { bench } = this.#table.asked;
    const stand = this.#stand();
    const { turn, round } = stand.clock;
    const lapsed = this.#played.doings.at(-1)?.lapsed === true;
    // At the end, rounds without awaited seats may pass.
    const isNext = stand.outcome.finished ? turn >= before.turn : turn === before.turn + 1;
    bench.hold(lapsed ? 'lapse' : 'clock', isNext, () => `turn ${turn} came after turn ${before.turn}`);
    bench.hold('clock', round >= before.round, () => `round ${round} came after round ${before.round}`);
    return stand;
  }

  /** Checks views: public, one seat's, and all seats together. */
  #look(state: unknown): void {
    const { asked, pack, draws } = this.#table;
    const { seats } = this.#played;
    const strange = whyNotPlain(state);
    asked.bench.hold('plain', strange === null, () => `the state: ${strange}`);
    const seat = draws.choice(seats);
    for (const viewer of viewersOf([seat])) this.#seedStays(viewer, asked.view(state, viewer));
    const seen = asked.observe(state, seat);
    if (pack.trial.showsSeed !== true) this.#seedStays({ kind: 'seat', seat }, seen);
    const together = asked.rules.observeAll?.(state, seats);
    if (!together) return;
    const alone = seats.map((one) => asked.observe(state, one));
    asked.bench.clear('together', difference(JSON.stringify(together), JSON.stringify(alone)));
  }

  #seedStays(viewer: Viewer, shown: unknown): void {
    if (viewer.kind === 'all') return;
    const seed = String(this.#played.raw.seed);
    this.#table.asked.bench.hold('privacy', !JSON.stringify(shown).includes(seed), () => `the seed is shown to ${viewer.kind}`);
  }

  #atTheEnd(): void {
    const { asked, pack } = this.#table;
    const { bench, rules } = asked;
    const { events, state, doings, config } = this.#played;
    for (const [i, text] of this.#texts.entries()) bench.clear('log', difference(text, JSON.stringify(events[i])));
    let again: unknown = null;
    for (const text of this.#texts) again = asked.evolve(again, JSON.parse(text) as GameEvent);
    bench.clear('replay', difference(canonical(again), canonical(state)));
    bench.hold('books', imbalanceOf(pack.books(events)) === 0, () => JSON.stringify(pack.books(events)));
    if (rules.replaceable) this.#replaceOne();
    const place = doings.some(({ lapsed }) => lapsed) ? undefined : rules.inPlace?.(config);
    if (!place) return;
    for (const { seat, move } of doings.flatMap(({ moves }) => moves)) place.play(seat, move);
    bench.clear('inPlace', difference(canonical(place.state), canonical(state)));
    place.leave();
  }

  /** Replaces one move of the match. */
  #replaceOne(): void {
    const { bench, rules } = this.#table.asked;
    const { events, doings } = this.#played;
    const made = doings.flatMap(({ moves }, turn) => moves.map((one) => ({ turn, ...one })));
    const one = made[events.length % made.length];
    if (one === undefined) return;
    const again = replaceMove(rules, events, one);
    if (!again.ok && again.path === 'move') return; // a refused move cannot replace another
    bench.clear('replaced', again.ok ? difference(JSON.stringify(again.value.events), sameOf(events, again.value.events)) : again.why);
  }
}

function sameOf(events: readonly GameEvent[], { length }: readonly GameEvent[]): string {
  return JSON.stringify(events.slice(0, length));
}
