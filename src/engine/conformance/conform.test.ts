import { describe, expect, it } from 'vitest';
import { type GameEvent, type Receipt, replay } from '~/contract/game';
import type { Transfer } from '~/contract/ledger';
import { type GamePack, ledgerOf } from '~/contract/pack';
import { classic } from '~/games/gpu-market/classic/classic';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { packOf } from '~/games/packs';
import { pack as offersPack } from '~/games/test/offers/pack';
import { offers } from '~/games/test/offers/rules';
import type { OffersEvent, OffersState, OffersView } from '~/games/test/offers/types';
import { conform } from './conform';
import { LAWS, type Law } from './laws';
import { failureText } from './report';
import { simultaneous } from './testing/simultaneous';

const pack = offersPack as GamePack;
const MATCHES = 60;

interface Fault {
  law: Law;
  rules?: Partial<typeof offers>;
  pack?: Partial<GamePack>;
}

let opened = 0;
const strangePrice = (move: unknown): move is { type: 'name_price'; price: number } =>
  typeof move === 'object' && move !== null && 'price' in move && move.price === 101;

/** The first deal of a match, altered. */
function ledgerWith(altered: Partial<Transfer>): GamePack['ledger'] {
  return (events) => {
    const kept = ledgerOf(pack, events);
    return { ...kept, transfers: kept.transfers.map((deal) => ({ ...deal, ...altered })) };
  };
}

const FAULTS: Record<string, Fault> = {
  'shows a seat’s limit to the other': {
    law: 'privacy',
    rules: { view: (state, viewer) => ({ ...offers.view(state, viewer), limits: state.limits }) },
  },
  'lets a seat observe the other’s limit': {
    law: 'privacy',
    rules: { observe: (state, seat) => Object.assign(offers.observe(state, seat), { limits: state.limits }) },
  },
  'tells the other’s limit on receipt': {
    law: 'privacy',
    rules: {
      receive(state, seat, move) {
        const receipt = offers.receive?.(state, seat, move) as Receipt;
        return { ...receipt, message: `${receipt.message} The buyer pays up to ${state.limits.buyer}.` };
      },
    },
  },
  'shows the public both limits once it is over': {
    law: 'privacy',
    rules: {
      view(state, viewer) {
        const seen = offers.view(state, viewer);
        return state.finished ? { ...seen, limits: state.limits } : seen;
      },
    },
  },
  'publishes what a seat has gained with the last event': {
    law: 'privacy',
    rules: {
      publish: (event, viewer, state) =>
        event.type === 'price_taken'
          ? Object.assign({}, event, { gains: offers.outcome(state).scores })
          : offers.publish(event, viewer, state),
    },
  },
  'publishes the opening as it is': { law: 'privacy', rules: { publish: (event) => event } },
  'writes to the state as it decides': {
    law: 'purity',
    rules: {
      decide(state, seat, move) {
        state.turn += 0;
        return offers.decide(state, seat, move);
      },
    },
  },
  'accepts a price above the highest': {
    law: 'unlisted',
    rules: {
      readMove: (move) => (strangePrice(move) ? { ok: true, value: move } : offers.readMove(move)),
      receive: (state, seat, move) => offers.receive?.(state, seat, strangePrice(move) ? { ...move, price: 100 } : move) as never,
      decide(state, seat, move) {
        const events = offers.decide(state, seat, strangePrice(move) ? { ...move, price: 100 } : move);
        return events.map((event) => (strangePrice(move) && event.type === 'price_named' ? { ...event, price: 101 } : event));
      },
    },
  },
  'takes a price from a seat that is not awaited': {
    law: 'unlisted',
    rules: {
      decide: (state, seat, move) => (offers.decide(state, seat, move).length > 0 ? offers.decide(state, seat, move) : offers.lapse(state)),
    },
  },
  'puts a price that it refuses on the table': {
    law: 'unlisted',
    rules: {
      evolve(state, event) {
        const after = offers.evolve(state, event);
        return event.type === 'move_refused' ? { ...after, standing: { seat: event.seat, price: 50 } } : after;
      },
    },
  },
  'refuses a price that is listed': {
    law: 'listed',
    rules: {
      decide: (state, seat, move) => offers.decide(state, seat, (move as { price?: unknown } | null)?.price === 100 ? 'nothing' : move),
    },
  },
  'has no words for an event': {
    law: 'narration',
    rules: { narrate: (event, names) => (event.type === 'price_taken' ? null : offers.narrate(event, names)) },
  },
  'has words with a hole for an event': {
    law: 'narration',
    rules: { narrate: (event) => ({ text: `The price is ${String((event as { price?: number }).price)}.` }) },
  },
  'puts undefined into an event': {
    law: 'plain',
    rules: { lapse: (state) => offers.lapse(state).map((event) => ({ ...event, why: undefined }) as unknown as OffersEvent) },
  },
  'keeps a map in its state': {
    law: 'plain',
    rules: { evolve: (state, event) => ({ ...offers.evolve(state, event), seen: new Map() }) as OffersState },
  },
  'makes money from nothing': {
    law: 'books',
    pack: { books: (events: readonly GameEvent[]) => ({ ...pack.books(events), left: 0, profits: { seller: 1 } }) },
  },
  'has a deal with nobody in its ledger': {
    law: 'books',
    pack: { ledger: ledgerWith({ to: 'nobody' }) },
  },
  'has a deal after the last event in its ledger': {
    law: 'books',
    pack: { ledger: ledgerWith({ seq: 1_000 }) },
  },
  'has other profits in its ledger than in its books': {
    law: 'books',
    pack: {
      ledger: (events: readonly GameEvent[]) => ({
        ...ledgerOf(pack, events),
        profits: { seller: 1, buyer: -1 },
        entered: 0,
        left: 0,
      }),
    },
  },
  'never ends': {
    law: 'ends',
    rules: {
      evolve: (state, event) => ({ ...offers.evolve(state, event), finished: false }),
      clock: (state) => ({ ...offers.clock(state), round: 0 }),
    },
  },
  'opens otherwise each time': {
    law: 'same',
    rules: { open: (config) => offers.open({ ...config, seed: config.seed + opened++ }) },
  },
  'asks for chance from outside': { law: 'outside', rules: { open: (config) => offers.open({ ...config, seed: Math.random() }) } },
  'asks for the time': { law: 'outside', rules: { lapse: (state) => (Date.now() > 0 ? offers.lapse(state) : []) } },
  'forgets what it was given': {
    law: 'replay',
    rules: {
      evolve: (state, event) => ({ ...offers.evolve(state, event), again: JSON.stringify(state).length + counted() }) as OffersState,
    },
  },
  'changes what is in the log': {
    law: 'log',
    rules: {
      evolve(state, event) {
        for (const past of state?.history ?? []) if (past.type === 'price_named') past.price = 1;
        return offers.evolve(state, event);
      },
    },
  },
  'throws at nonsense': {
    law: 'throws',
    rules: { readMove: (move) => (move === null ? offers.readMove(JSON.parse('{')) : offers.readMove(move)) },
  },
  'says on receipt what it does not do': {
    law: 'receipts',
    rules: { receive: (state) => ({ ok: false, code: 'closed', message: 'It is closed.', turn: state.turn }) },
  },
  'lets a turn last': { law: 'lapse', rules: { lapse: () => [] } },
  'counts turns by two': { law: 'clock', rules: { clock: (state) => ({ ...offers.clock(state), turn: state.turn * 2 }) } },
  'takes more rounds than its limit': {
    law: 'options',
    rules: {
      parseConfig: (raw) =>
        offers.parseConfig({ ...(raw as object), rounds: Math.min(50, Number((raw as { rounds?: unknown }).rounds ?? 3)) }),
    },
  },
  'refuses fewer rounds than its limit': {
    law: 'options',
    rules: {
      parseConfig: (raw) => ((raw as { rounds?: unknown }).rounds === 1 ? { ok: false, why: 'Too few.' } : offers.parseConfig(raw)),
    },
  },
  'shares its history with its copies': {
    law: 'copy',
    rules: {
      copy: (state) => ({ ...state }),
      evolve(state, event) {
        const after = offers.evolve(state, event);
        if (state === null) return after;
        state.history.push(...after.history.slice(state.history.length));
        return { ...after, history: state.history };
      },
    },
  },
  'stands still where it is played in place': {
    law: 'inPlace',
    rules: {
      inPlace: (config) => ({ state: replay(offers, offers.open(config)), play: () => undefined, leave: () => undefined }),
    },
  },
  'shows all who look together what the first of them sees': {
    law: 'together',
    rules: { observeAll: (state, seats) => seats.map(() => offers.observe(state, seats[0] ?? '')) },
  },
  'does not say where a turn begins': {
    law: 'replaced',
    rules: { told: (event) => (event.type === 'price_named' ? { move: { seat: event.seat, actions: [event] } } : offers.told(event)) },
  },
  'has an outcome for one seat only': {
    law: 'outcome',
    rules: { outcome: (state) => ({ ...offers.outcome(state), scores: { seller: 0 } }) },
  },
};

let calls = 0;
function counted(): number {
  calls += 1;
  return calls;
}

function tried({ rules = {}, pack: other = {} }: Omit<Fault, 'law'>) {
  const altered = { ...offers, ...rules } as GamePack['rules'];
  return conform({ ...pack, ...other, rules: altered }, { seed: 1, matches: MATCHES });
}

it('a match is the same whether it is the first or a later one', () => {
  const market = packOf(openMarket.ref);
  const lone = conform(market, { seed: 3, matches: 1 });
  const [two = 0, three = 0] = [2, 3].map((matches) => conform(market, { seed: 1, matches }).events);
  expect(lone.events).toBe(three - two);
});

it('a market in which everybody has finished passes over the rounds that are left', () => {
  expect(conform(packOf(openMarket.ref), { seed: 1672, matches: 1 }).failure).toBeNull();
});

it('a twin that the rules tell apart from the start is not compared', () => {
  expect(conform(packOf(classic.ref), { seed: 7232, matches: 1 }).failure).toBeNull();
});

describe('a game', () => {
  it('that is sound passes', () => {
    const found = tried({});
    expect(found.failure).toBeNull();
    expect(found.matches).toBe(MATCHES);
  });

  it.each(Object.entries(FAULTS))('that %s is found by its law', (_, { law, ...fault }) => {
    const { failure } = tried(fault);
    expect([failure?.law, failure?.why]).toEqual([law, failure?.why]);
    expect(failure?.why).not.toBe('');
  });

  it('has a planted fault for every law', () => {
    const planted = [...Object.values(FAULTS).map(({ law }) => law), 'order']; // the order has its own below
    expect(new Set(planted)).toEqual(new Set(Object.keys(LAWS)));
  });

  it('whose seats move at the same time passes', () => {
    const found = conform(simultaneous(), { seed: 1, matches: MATCHES });
    expect(found.failure).toBeNull();
    expect(found.looks.order).toBeGreaterThan(MATCHES);
  });

  it('in which it matters who hands in first is found by its law', () => {
    const { failure } = conform(simultaneous({ sound: false }), { seed: 1, matches: MATCHES });
    expect(failure?.law).toBe('order');
  });

  it('that shows a move to a seat that has yet to make its own is found by its law', () => {
    const { failure } = conform(simultaneous({ sealed: false }), { seed: 1, matches: MATCHES });
    expect([failure?.law, failure?.why]).toEqual(['privacy', expect.stringContaining("'s move before the turn is over")]);
  });
});

it('a failure comes again by the command that it names', () => {
  const fault: Partial<typeof offers> = {
    view: (state, viewer): OffersView => ({ ...offers.view(state, viewer), agreed: state.turn === 3 ? state.limits.seller : null }),
  };
  const { failure } = tried({ rules: fault });
  if (failure === null) throw new Error('it was not found');
  const text = failureText(failure);
  expect(text).toContain('nothing that a seat keeps to itself reaches anybody else');
  expect(text).toMatch(/task (long_)?haggle, seed \d+, \{.*\}, turn \d/);
  expect(text).toContain(`npm run test:game -- test/offers@1 --seed ${failure.seed} --matches 1`);
  const again = conform({ ...pack, rules: { ...offers, ...fault } }, { seed: failure.seed, matches: 1 });
  expect(again.failure).toMatchObject({ law: failure.law, why: failure.why, turn: failure.turn });
});
