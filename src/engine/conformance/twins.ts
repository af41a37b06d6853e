/**
 * Two worlds that differ only in one seat's private data, played with the same moves. Until the rules reveal the difference, no other seat
 * may see one. This includes the time after the end, because others may still play the same world; only the viewer `all` sees everything.
 */
import type { GameEvent, SeatId, Viewer } from '~/contract/game';
import { type AskedGame, viewerText } from './asked';
import { difference } from './plain';
import { type Doing, type Played, type Table, viewersOf } from './table';

interface World {
  state: unknown;
  events: GameEvent[];
}

export function twinLaw({ asked, pack, draws, place }: Table, { config, seats, doings }: Played): void {
  const seat = draws.choice(seats);
  const rest = seats.filter((one) => one !== seat);
  const others = viewersOf(rest.length > 0 ? [draws.choice(rest)] : []).filter(({ kind }) => kind !== 'all');
  const opening = asked.open(config);
  let one = begun(asked, opening);
  let twin = begun(asked, pack.trial.twin(structuredClone(opening), seat, draws));
  const [own, other] = [one, twin].map(({ state }) => JSON.stringify(asked.observe(state, seat)));
  asked.bench.hold(
    'privacy',
    own !== other,
    () => `the twin of ${seat} is no other to itself: the game's trial has to change what it keeps to itself`,
  );
  place.turn = asked.rules.clock(one.state).turn;
  if (pack.trial.parted?.(one.state, twin.state, seat)) return;
  compare(asked, { seat, others, next: doings[0] }, [one, twin]);
  for (const [at, doing] of doings.entries()) {
    place.turn = asked.rules.clock(one.state).turn;
    one = done(asked, one.state, doing);
    twin = done(asked, twin.state, doing);
    if (typesOf(one) !== typesOf(twin) || pack.trial.parted?.(one.state, twin.state, seat)) return;
    compare(asked, { seat, others, next: doings[at + 1] }, [one, twin]);
  }
}

function begun(asked: AskedGame, events: GameEvent[]): World {
  let state: unknown = null;
  for (const event of events) state = asked.evolve(state, structuredClone(event));
  return { state, events };
}

function done(asked: AskedGame, before: unknown, { moves, lapsed }: Doing): World {
  const events: GameEvent[] = [];
  let state = before;
  const take = (made: readonly GameEvent[]): void => {
    events.push(...made);
    state = asked.after(state, made);
  };
  for (const { seat, move } of moves) take(asked.decide(state, seat, move));
  if (lapsed) take(asked.lapse(state));
  return { state, events };
}

function typesOf({ events }: World): string {
  return events.map(({ type }) => type).join();
}

interface Comparison {
  seat: SeatId;
  others: readonly Viewer[];
  /** The next moves. The receipts of other seats are compared too. */
  next: Doing | undefined;
}

function compare(asked: AskedGame, { seat, others, next }: Comparison, worlds: readonly [World, World]): void {
  const [one, twin] = worlds.map(({ state, events }): World => ({ state: asked.held(state), events })) as [World, World];
  const same = (what: string, show: (world: World) => unknown): void => {
    const found = difference(JSON.stringify(show(one)), JSON.stringify(show(twin)));
    asked.bench.hold('privacy', found === null, () => `${what} differs with what ${seat} keeps to itself: ${found}`);
  };
  for (const viewer of others) {
    const who = viewer.kind === 'seat' ? viewer.seat : 'the public';
    same(`the view of ${who}`, ({ state }) => asked.view(state, viewer));
    if (viewer.kind === 'seat') {
      const move = next?.moves.find((made) => made.seat === viewer.seat)?.move ?? null;
      same(`what ${who} observes`, ({ state }) => asked.observe(state, viewer.seat));
      same(`what ${who} is told on receipt of ${JSON.stringify(move)}`, ({ state }) => asked.receive(state, viewer.seat, move));
    }
    for (const [i, { type }] of one.events.entries())
      same(`${type}, published to ${viewerText(viewer)},`, ({ events, state }) => asked.publish(events[i] ?? { type }, viewer, state));
  }
}
