/** Checks moves at one point of a match: listed and unlisted moves, moves of seats that are not awaited, and the order of moves. */
import type { GameEvent, SeatId } from '~/contract/game';
import { viewerText } from './asked';
import { canonical, difference } from './plain';
import { type Table, viewersOf } from './table';

/** Values that are not a move in any game. */
const GARBAGE: readonly unknown[] = [null, 7, 'hello', true, {}, { type: 'dance' }, { action_type: 'dance' }, [{ type: '__proto__' }]];
const MOST_SEATS = 2;

interface Stand {
  /** Frozen. */
  state: unknown;
  seats: readonly SeatId[];
  awaited: readonly SeatId[];
}

export function moveLaws(table: Table, { state, seats, awaited }: Stand): void {
  const place = new MovePlace(table, state, awaited);
  const first = table.draws.below(awaited.length);
  for (const seat of [...awaited.slice(first), ...awaited.slice(0, first)].slice(0, MOST_SEATS)) {
    place.listed(seat);
    place.unlisted(seat);
  }
  for (const seat of seats) if (!awaited.includes(seat)) place.notAwaited(seat);
  place.lapses();
  if (awaited.length > 1) {
    place.anyOrder();
    place.keptUntilAllMoved();
  }
}

class MovePlace {
  readonly #table: Table;
  readonly #state: unknown;
  readonly #awaited: readonly SeatId[];

  constructor(table: Table, state: unknown, awaited: readonly SeatId[]) {
    this.#table = table;
    this.#state = state;
    this.#awaited = awaited;
  }

  listed(seat: SeatId): void {
    const { asked, draws, pack } = this.#table;
    const moves = pack.trial.listed(asked.observe(this.#state, seat), draws);
    asked.bench.hold('listed', moves.length > 0, () => `nothing is listed for ${seat}, who is awaited`);
    for (const move of moves) {
      const read = asked.rules.readMove(move);
      asked.bench.hold('listed', read.ok, () => `${seat}: ${JSON.stringify(move)} is no move: ${read.ok ? '' : read.why}`);
      const { refused } = this.#try(seat, move);
      const isSound = refused === null || pack.trial.unseen.includes(refused);
      asked.bench.hold('listed', isSound, () => `${seat}: ${JSON.stringify(move)} is refused: ${refused}`);
    }
  }

  unlisted(seat: SeatId): void {
    const { asked, draws, pack } = this.#table;
    const { idle } = pack.trial;
    const before = this.#held(this.#untilOver(idle === undefined ? asked.lapse(this.#state) : asked.decide(this.#state, seat, idle)));
    for (const move of [...pack.trial.unlisted(asked.observe(this.#state, seat), draws), ...GARBAGE]) {
      const { refused, held } = this.#try(seat, move);
      asked.bench.hold('unlisted', refused !== null && refused !== '', () => `${seat}: ${JSON.stringify(move)} is not refused`);
      const left = difference(held, before);
      asked.bench.hold(
        'unlisted',
        left === null,
        () => `${seat}: ${JSON.stringify(move)} is refused (${refused}) and has an effect: ${left}`,
      );
    }
  }

  notAwaited(seat: SeatId): void {
    const { asked, draws, pack } = this.#table;
    const [awaited = ''] = this.#awaited;
    for (const move of pack.trial.listed(asked.observe(this.#state, awaited), draws).slice(0, 3)) {
      const events = asked.decide(this.#state, seat, move);
      asked.bench.hold('unlisted', events.length === 0, () => `${seat}, who is not awaited, plays ${JSON.stringify(move)}`);
    }
  }

  /** After a lapse, nobody is awaited in this turn. Required if people can play. */
  lapses(): void {
    const { asked } = this.#table;
    const { bench, rules } = asked;
    const events = asked.lapse(this.#state);
    bench.hold('lapse', events.length > 0 || rules.receive === undefined, () => 'people can sit here, and a lapse leads to nothing');
    if (events.length === 0) return;
    const { turn } = rules.clock(this.#state);
    const { awaited, clock } = asked.stand(asked.after(this.#state, events));
    bench.hold('clock', clock.turn <= turn + 1, () => `after a lapse, turn ${clock.turn} comes after turn ${turn}`);
    bench.hold('lapse', awaited.length === 0 || clock.turn > turn, () => `after it, turn ${turn} still waits for ${awaited.join(', ')}`);
  }

  anyOrder(): void {
    const { asked, draws, pack } = this.#table;
    const moves = this.#awaited.map((seat) => ({ seat, move: pack.trial.play(asked.observe(this.#state, seat), draws) }));
    const ways = [moves, moves.toReversed()].map((ordered) => {
      let state = asked.rules.copy(this.#state);
      const texts: string[] = [];
      for (const { seat, move } of ordered) {
        const events = asked.decide(state, seat, move);
        texts.push(...events.map((event) => canonical(event)));
        state = asked.after(state, events);
      }
      return { events: texts.sort().join('\n'), state: canonical(state) };
    });
    asked.bench.clear(
      'order',
      difference(ways[0]?.events ?? '', ways[1]?.events ?? '') ?? difference(ways[0]?.state ?? '', ways[1]?.state ?? ''),
    );
  }

  /** Seats that move at the same time: until the turn is over, nobody else may see which of two moves a seat has made. */
  keptUntilAllMoved(): void {
    const { asked, draws, pack } = this.#table;
    const mover = draws.choice(this.#awaited);
    const other = draws.choice(this.#awaited.filter((seat) => seat !== mover));
    const seen = asked.observe(this.#state, mover);
    const [one, another] = [pack.trial.play(seen, draws), pack.trial.play(seen, draws)];
    if (canonical(one) === canonical(another)) return;
    const { turn } = asked.rules.clock(this.#state);
    const worlds = [one, another].map((move) => {
      const events = asked.decide(this.#state, mover, move);
      return { events, state: asked.held(asked.after(this.#state, events)) };
    });
    if (worlds.some(({ state }) => asked.rules.clock(state).turn !== turn || asked.rules.toAct(state).length === 0)) return;
    for (const viewer of viewersOf([other]).filter(({ kind }) => kind !== 'all')) {
      const [shown, twin] = worlds.map(({ events, state }) =>
        JSON.stringify({
          published: events.map((event) => asked.publish(event, viewer, state)),
          view: asked.view(state, viewer),
          observed: viewer.kind === 'seat' ? asked.observe(state, viewer.seat) : null,
        }),
      );
      const told = difference(shown ?? '', twin ?? '');
      asked.bench.hold('privacy', told === null, () => `${viewerText(viewer)} sees ${mover}'s move before the turn is over: ${told}`);
    }
  }

  /** Tries a move. `refused`: the reason from the endpoint, on receipt, or from the rules; null if accepted. */
  #try(seat: SeatId, move: unknown): { refused: string | null; held: string } {
    const { asked } = this.#table;
    const { bench, rules } = asked;
    const read = asked.run('purity', 'readMove', () => rules.readMove(move));
    const receipt = asked.receive(this.#state, seat, move);
    const events = asked.decide(this.#state, seat, move);
    const all = this.#untilOver(events);
    const answer = this.#answer(seat, all);
    const held = this.#held(all);
    if (receipt === null) return { refused: answer ?? (read.ok ? null : read.why), held };
    const words = () => `${seat}: ${JSON.stringify(move)}`;
    bench.hold('receipts', receipt.ok === (receipt.code === 'turn_accepted') && receipt.message !== '', () => JSON.stringify(receipt));
    bench.hold('receipts', !receipt.ok || events.length > 0, () => `${words()} is received and leads to nothing`);
    const isTaken = events.length > 0 && answer === null;
    bench.hold('receipts', receipt.ok || !isTaken, () => `${words()} is not received (${receipt.code}), and yet played`);
    return { refused: receipt.ok ? (answer ?? (read.ok ? null : read.why)) : receipt.code, held };
  }

  /** The refusal by the rules. */
  #answer(seat: SeatId, events: readonly GameEvent[]): string | null {
    for (const event of events) {
      const result = this.#table.asked.rules.told(event)?.result;
      if (result?.seat === seat && !result.ok) return result.code;
    }
    return null;
  }

  /** The events of a move, followed by a lapse if nobody else acts in this turn. */
  #untilOver(events: GameEvent[]): GameEvent[] {
    const { asked } = this.#table;
    const { rules } = asked;
    if (this.#awaited.length === 1) return events;
    const state = asked.after(this.#state, events);
    const isOver = rules.clock(state).turn !== rules.clock(this.#state).turn || rules.toAct(state).length === 0;
    return isOver ? events : [...events, ...asked.lapse(state)];
  }

  #held(events: readonly GameEvent[]): string {
    const { asked, pack } = this.#table;
    return canonical(pack.trial.held(asked.after(this.#state, events)));
  }
}
