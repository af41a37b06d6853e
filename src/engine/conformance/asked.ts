/** A game that is asked with care: each question twice, of a state that nobody can write to, with no clock and no chance in reach. */
import type { AnyGame, GameEvent, Receipt, SeatId, Viewer } from '~/contract/game';
import { type Bench, LawBroken } from './laws';
import { difference, frozen, whyNotPlain } from './plain';
import { OutsideAsked } from './sealed';

/** Every so manieth question is asked again. */
const AGAIN = 4;

export class AskedGame {
  readonly rules: AnyGame;
  readonly bench: Bench;
  #questions = 0;

  constructor(rules: AnyGame, bench: Bench) {
    this.rules = rules;
    this.bench = bench;
  }

  /** From here on all comes again if the same is asked again. */
  begin(): void {
    this.#questions = 0;
  }

  /** A copy that nobody can write to: for several questions about one state. */
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

  /** null: the game says nothing on receipt. */
  receive(state: unknown, seat: SeatId, move: unknown): Receipt | null {
    const held = this.held(state);
    return this.#plain(`receive(${seat})`, () => this.rules.receive?.(held, seat, move) ?? null);
  }

  publish(event: GameEvent, viewer: Viewer, state: unknown): GameEvent | null {
    const held = this.held(state);
    return this.#plain(`publish(${event.type}, ${viewerText(viewer)})`, () => this.rules.publish(frozen(event), viewer, held));
  }

  /** Whom it waits for, how far it is, how it stands. */
  stand(state: unknown) {
    const held = this.held(state);
    return this.#plain('toAct, clock, outcome', () => ({
      awaited: this.rules.toAct(held),
      clock: this.rules.clock(held),
      outcome: this.rules.outcome(held),
    }));
  }

  /** Events of a copy, applied one after the other. */
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
