/** Calls a game strictly: each question twice, on frozen state, without access to a clock or randomness. */
import type { AnyGame, GameEvent, Receipt, SeatId, Viewer } from '~/contract/game';
import { type Bench, LawBroken } from './laws';
import { difference, frozen, whyNotPlain } from './plain';
import { OutsideAsked } from './sealed';

/** Every how many questions one is asked again. */
const AGAIN = 4;

export class AskedGame {
  readonly rules: AnyGame;
  readonly bench: Bench;
  #questions = 0;

  constructor(rules: AnyGame, bench: Bench) {
    this.rules = rules;
    this.bench = bench;
  }

  /** Restarts the sequence, so that the same questions are repeated in the same way. */
  begin(): void {
    this.#questions = 0;
  }

  /** A frozen copy, for several questions about one state. */
  held(state: unknown): unknown {
    return Object.isFrozen(state) ? state : this.run('copy', 'copy', () => frozen(this.rules.copy(state)));
  }

  open(config: unknown): GameEvent[] {
    return this.#plain('open', () => this.rules.open(config));
  }

  decide(state: unknown, seat: SeatId, move: unknown): GameEvent[] {
    const held = this.held(state);
    return this.#plain(`decide(${seat})`, () => this.rules.decide(held, seat, move));
  }

  lapse(state: unknown): GameEvent[] {
    const held = this.held(state);
    return this.#plain('lapse', () => this.rules.lapse(held));
  }

  observe(state: unknown, seat: SeatId): unknown {
    const held = this.held(state);
    return this.#plain(`observe(${seat})`, () => this.rules.observe(held, seat));
  }

  view(state: unknown, viewer: Viewer): unknown {
    const held = this.held(state);
    return this.#plain(`view(${viewerText(viewer)})`, () => this.rules.view(held, viewer));
  }

  /** null if the game has no `receive`. */
  receive(state: unknown, seat: SeatId, move: unknown): Receipt | null {
    const held = this.held(state);
    return this.#plain(`receive(${seat})`, () => this.rules.receive?.(held, seat, move) ?? null);
  }

  publish(event: GameEvent, viewer: Viewer, state: unknown): GameEvent | null {
    const held = this.held(state);
    return this.#plain(`publish(${event.type}, ${viewerText(viewer)})`, () => this.rules.publish(frozen(event), viewer, held));
  }

  /** Awaited seats, clock and outcome. */
  stand(state: unknown) {
    const held = this.held(state);
    return this.#plain('toAct, clock, outcome', () => ({
      awaited: this.rules.toAct(held),
      clock: this.rules.clock(held),
      outcome: this.rules.outcome(held),
    }));
  }

  /** Applies the events, one after the other, to a copy. */
  after(state: unknown, events: readonly GameEvent[]): unknown {
    let now = this.rules.copy(state);
    for (const event of events) now = this.evolve(now, structuredClone(event));
    return now;
  }

  evolve(state: unknown, event: GameEvent): unknown {
    return this.run('copy', `evolve(${event.type})`, () => this.rules.evolve(state, event));
  }

  run<T>(law: 'purity' | 'copy', what: string, ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      const words = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      if (error instanceof OutsideAsked) throw new LawBroken('outside', words);
      const isWrite =
        error instanceof TypeError && /read only|not extensible|Cannot delete|Cannot define|object is frozen/.test(error.message);
      throw new LawBroken(isWrite ? law : 'throws', words);
    }
  }

  #plain<T>(what: string, ask: () => T): T {
    const answer = this.run('purity', what, ask);
    this.bench.hold('purity', true, () => '');
    this.bench.hold('outside', true, () => '');
    const strange = whyNotPlain(answer);
    this.bench.hold('plain', strange === null, () => `${what}: ${strange}`);
    this.#questions += 1;
    if (this.#questions % AGAIN !== 1) return answer;
    const again = difference(JSON.stringify(answer), JSON.stringify(this.run('purity', what, ask)));
    this.bench.hold('same', again === null, () => `${what}: first and second answer are ${again}`);
    return answer;
  }
}

export function viewerText(viewer: Viewer): string {
  return viewer.kind === 'seat' ? viewer.seat : viewer.kind;
}
