/**
 * The test game with simultaneous turns: both seats name a price, and neither accepts. The usual variant is sound; `sound: false` logs moves
 * in order of arrival, `sealed: false` shows a seat's price before the other has named its own.
 */
import type { Viewer } from '~/contract/game';
import type { GamePack } from '~/contract/pack';
import { pack } from '~/games/test/offers/pack';
import { offers } from '~/games/test/offers/rules';
import { type OffersEvent, type OffersSeat, type OffersState, SEATS, type TurnEvent } from '~/games/test/offers/types';

interface Both extends OffersState {
  /** Events of this turn, until both seats have moved. */
  waiting: TurnEvent[];
}

export function simultaneous({ sound = true, sealed = true }: { sound?: boolean; sealed?: boolean } = {}): GamePack {
  const awaited = ({ finished, waiting }: Both): OffersSeat[] =>
    finished ? [] : SEATS.filter((seat) => !waiting.some((event) => event.seat === seat));
  const rules = {
    ...offers,
    receive: undefined,
    inPlace: undefined,
    toAct: awaited,
    evolve(before: Both | null, event: OffersEvent): Both {
      if (before === null || event.type === 'haggle_opened') return { ...offers.evolve(null, event), waiting: [] };
      const waiting = [...before.waiting, event];
      if (waiting.length < SEATS.length) return { ...before, waiting };
      const all = sound ? waiting.toSorted((a, b) => (a.seat < b.seat ? -1 : 1)) : waiting;
      const turn = before.turn + 1;
      return { ...before, waiting: [], history: [...before.history, ...all], turn, finished: turn >= before.config.rounds * SEATS.length };
    },
    decide(state: Both, seat: string, move: unknown): OffersEvent[] {
      const own = awaited(state).find((one) => one === seat);
      if (own === undefined) return [];
      const read = offers.readMove(move);
      const isPrice = read.ok && (read.value as { type: string }).type === 'name_price';
      const place = { seat: own, turn: state.turn };
      if (!isPrice) return [{ type: 'move_refused', ...place, why: 'A price is named here.' }];
      return [{ type: 'price_named', ...place, price: (read.value as { price: number }).price }];
    },
    publish(event: OffersEvent, viewer: Viewer, state: Both) {
      const isPending = event.type === 'price_named' && state.waiting.some((one) => one.seat === event.seat);
      if (!sealed || !isPending || viewer.kind === 'all' || (viewer.kind === 'seat' && viewer.seat === event.seat))
        return offers.publish(event, viewer, state);
      return { type: 'turn_lapsed', seat: event.seat, turn: event.turn };
    },
    lapse: (state: Both): OffersEvent[] => awaited(state).map((seat) => ({ type: 'turn_lapsed', seat, turn: state.turn })),
  } as unknown as GamePack['rules'];
  const trial: GamePack['trial'] = {
    ...pack.trial,
    listed: (_, draws) => [{ type: 'name_price', price: draws.randint(0, 100) }],
    play: (_, draws) => ({ type: 'name_price', price: draws.randint(0, 100) }),
  };
  return { ...(pack as GamePack), rules, trial };
}
