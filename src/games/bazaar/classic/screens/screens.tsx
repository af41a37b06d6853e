import type { GameScreens, MarkKind, SeatCardProps } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import { SeatChip } from '~/kit/seat-chip';
import type { BazaarEvent } from '../events';
import { narrate } from '../narrate';
import type { BazaarObservation } from '../types';
import type { BazaarView } from '../view';
import { Chat } from './chat';
import type { HaggleDraft } from './draft';
import { Picture, STAKES } from './drawings';
import { front } from './front';
import { ArenaPage, CareerPage, HagglePage } from './pages';
import { bazaarPlay } from './play';
import { decided, headline } from './result';
import { Reveal } from './reveal';
import { money, type SeenEvent, talkAt } from './talk';

/** The conversation is in the center: bubbles with prices, and two converging lines. */
export const screens: GameScreens<BazaarView, BazaarEvent, BazaarObservation, HaggleDraft> = {
  names: front.names,
  glossary: [
    { word: 'ask', meaning: 'The price at which the seller would sell now.' },
    { word: 'reserve', meaning: 'The lowest price that the seller accepts by itself: a little more than its cost.' },
    { word: 'tells', meaning: 'Signs of the seller’s mood. Mostly noise.' },
    { word: 'surplus', meaning: 'What there is to share: the worth to the buyer minus the cost to the seller.' },
  ],
  feed: {
    topics: [
      { topic: 'price', name: 'prices', story: true },
      { topic: 'end', name: 'deals', story: true, tone: 'amber' },
      { topic: 'refusal', name: 'refusals', tone: 'red' },
    ],
    marks: [
      { kind: 'trade', word: 'deal' },
      { kind: 'refusal', word: 'refusal' },
    ],
    topicOf,
    codeOf: ({ type }) => type,
    markOf,
    tell: (event, names) => narrate(event, names)?.text ?? '',
    bubbleOf: (event) => {
      const [line] = talkAt([{ seq: 1, event }], 1).said.filter(({ side }) => side !== 'note');
      return line ? { seat: line.seat, text: line.text, ...(line.price !== null && { chip: String(line.price) }) } : null;
    },
    dwellOf: (event) => (event === null ? 0 : event.type === 'turn_closed' && event.record === null ? 60 : 900),
  },
  match: {
    layout: 'chat',
    boardTitle: 'Conversation',
    seatsTitle: 'Sides',
    stage: (view) => ({
      round: view.round_index,
      rounds: view.max_rounds,
      finished: view.finished,
      standing: view.finished ? (view.agreed === null ? 'no deal' : 'sold') : `asks ${Math.round(view.ask * 100) / 100}`,
      facts: [view.mode],
    }),
    thingsOf: (view) => new Map(seatsIn(view).map((seat): [string, Thing] => [front.names.nameOf(seat), { kind: 'seat', id: seat }])),
    score: { title: 'share of the surplus', unit: '', decimals: 4, of: (view, seat) => view.scores[seat] ?? null },
    measure: {
      title: 'Share of the surplus at the asked price',
      decimals: 4,
      columns: ['round', 'ask', 'share'],
      points: (views) =>
        byTurn(views).map((view) => ({ x: view.turn + 1, y: shareNow(view), row: [view.turn + 1, view.ask, shareNow(view)] })),
      xOf: (round) => round + 1,
      at: shareNow,
    },
    Board: Chat,
    SeatCard: SeatFacts,
    Inspector: () => null,
  },
  play: bazaarPlay,
  end: { Reveal, decided, headline },
  stakes: STAKES,
  Picture,
  pages: { haggle: HagglePage, arena: ArenaPage, career: CareerPage },
};

function seatsIn({ budgets, mode }: BazaarView): string[] {
  return mode === 'sell' ? ['seller'] : Object.keys(budgets);
}

/** The last view of each turn. */
function byTurn(views: readonly BazaarView[]): BazaarView[] {
  return [...new Map(views.map((view) => [view.turn, view])).values()];
}

/** The scored side's share at the current ask or at the end; 0 while private. */
function shareNow({ mode, ask, budgets, cost, scores, finished }: BazaarView): number {
  if (finished) return Math.max(0, ...Object.values(scores).map((score) => score ?? 0));
  const budget = Object.values(budgets)[0] ?? null;
  if (budget === null || cost === null || budget <= cost) return 0;
  return (mode === 'sell' ? ask - cost : budget - ask) / (budget - cost);
}

function topicOf(event: BazaarEvent): string | null {
  const told = event as SeenEvent;
  switch (told.type) {
    case 'turn_closed':
      return told.record || told.stopped ? 'end' : null;
    case 'move_refused':
    case 'turn_lapsed':
      return 'refusal';
    case 'bazaar_opened':
      return null;
    default:
      return 'price';
  }
}

function markOf(event: BazaarEvent): MarkKind | null {
  const told = event as SeenEvent;
  if (told.type === 'move_refused') return 'refusal';
  const isDeal =
    (told.type === 'turn_closed' && told.record?.outcome === 'deal') ||
    (told.type === 'arena_closed' && told.outcome === 'deal') ||
    (told.type === 'buyer_answered' && told.outcome === 'deal');
  return isDeal ? 'trade' : null;
}

/** What a side can spend or has spent, as far as this viewer may know. */
function SeatFacts({ seat, view: { budgets, cost, mode, deals, bids } }: SeatCardProps<BazaarView>) {
  const limit = mode === 'sell' ? cost : budgets[seat];
  const bid = bids[seat];
  return (
    <div className="flex flex-col gap-1">
      <SeatChip seat={seat} named size="normal" />
      <p className="text-ink-2 text-small">
        {limit == null ? 'Its limit is private.' : mode === 'sell' ? `It costs ${money(limit)}.` : `Its budget is ${money(limit)}.`}
        {bid == null ? '' : ` Its last bid was ${money(bid)}.`}
        {deals.length === 0
          ? ''
          : ` Deals so far: ${deals.map(({ agreed_price: price }) => (price === null ? 'none' : money(price))).join(', ')}.`}
      </p>
    </div>
  );
}
