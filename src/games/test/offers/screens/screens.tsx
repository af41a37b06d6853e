import { playerWords } from '~/contract/player';
import type { BoardProps, GameScreens, InspectorProps, SeatCardProps } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import { Chat } from '~/kit/chat';
import { naming } from '~/kit/lighting';
import { SeatChip } from '~/kit/seat-chip';
import { narrate } from '../narrate';
import { type OffersEvent, type OffersObservation, type OffersSeat, type OffersView, SEATS } from '../types';
import { front } from './front';
import { Ladder } from './ladder';
import { EntryDrawing, Picture } from './picture';
import { type OffersDraft, offersPlay } from './play';
import { Prices } from './prices';
import { bubbleOf, dwellOf, markOf, topicOf, turnBubble } from './told';

/** The test game in the browser: every slot a game can fill, each as small as possible. */
export const screens: GameScreens<OffersView, OffersEvent, OffersObservation, OffersDraft> = {
  names: front.names,
  glossary: [
    { word: 'cost', meaning: 'What the good costs the seller. Only the seller knows it until the end.' },
    { word: 'value', meaning: 'What the good is worth to the buyer. Only the buyer knows it until the end.' },
  ],
  feed: {
    topics: [
      { topic: 'match', name: 'match', story: true },
      { topic: 'price', name: 'prices', story: true, talk: true },
      { topic: 'deal', name: 'deal', story: true },
      { topic: 'lost', name: 'lost turns', tone: 'red' },
    ],
    marks: [
      { kind: 'trade', word: 'deal' },
      { kind: 'breach', word: 'left the table' },
      { kind: 'refusal', word: 'illegal move' },
    ],
    topicOf,
    roundOf: (event) => narrate(event).round ?? null,
    codeOf: (event) => event.type,
    markOf,
    tell: (event) => narrate(event).text,
    bubbleOf,
    dwellOf,
  },
  match: {
    layout: 'chat',
    boardTitle: 'Talk',
    seatsTitle: 'Seats',
    stage: (view) => ({ round: view.round, rounds: view.rounds, finished: view.finished, standing: standing(view) }),
    thingsOf: () => THINGS,
    score: { title: 'gain', unit: '', decimals: 0, of: gainOf },
    measure: {
      title: 'Price named last',
      decimals: 0,
      columns: ['turn', 'price'],
      points: (views) => views.flatMap(({ turn, standing: on }) => (on === null ? [] : [{ x: turn, y: on.price, row: [turn, on.price] }])),
      xOf: (round) => (round + 1) * SEATS.length,
      at: (view) => view.standing?.price ?? 0,
    },
    Board,
    SeatCard,
    Inspector,
  },
  play: offersPlay,
  end: {
    Result: ({ view }) => <p className="text-small">{resultOf(view)}</p>,
    Reveal: ({ view }) => (
      <>
        <h2 className="font-semibold text-body">Both limits</h2>
        <p className="text-small">{revealOf(view)}</p>
      </>
    ),
  },
  EntryDrawing,
  Picture,
  pages: { prices: Prices },
};

const THINGS: ReadonlyMap<string, Thing> = new Map(
  SEATS.flatMap((seat): [string, Thing][] => [
    [seat, { kind: 'seat', id: seat }],
    [front.names.nameOf(seat), { kind: 'seat', id: seat }],
  ]),
);

function Board({ view }: BoardProps<OffersView>) {
  const bubbles = view.history.map((event) => ({ seq: event.turn, ...turnBubble(event) }));
  return (
    <section aria-label="The talk" className="grid min-h-72 border-y sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Chat bubbles={bubbles} seats={SEATS} empty="Nobody has said anything yet. The seller begins." />
      <div className="border-l p-2">
        <Ladder view={view} />
      </div>
    </section>
  );
}

function SeatCard({ seat, view, card }: SeatCardProps<OffersView>) {
  const player = card.seats.find((one) => one.seat === seat);
  return (
    <section aria-label={front.names.nameOf(seat)} className="space-y-1 text-small" {...naming('seat', seat)}>
      <SeatChip seat={seat} named />
      <p className="text-ink-2">{player ? playerWords(player) : ''}</p>
      <p>{limitWords(view, seat)}</p>
    </section>
  );
}

function Inspector({ thing, view, card }: InspectorProps<OffersView>) {
  return thing.kind === 'seat' ? <SeatCard seat={thing.id} view={view} card={card} /> : null;
}

function limitWords({ limits }: OffersView, seat: string): string {
  const limit = limits[seat as OffersSeat] ?? null;
  if (limit === null) return seat === 'seller' ? 'Its cost is private.' : 'Its value is private.';
  return seat === 'seller' ? `The good costs it ${limit}.` : `The good is worth ${limit} to it.`;
}

/** null while a limit is private. */
function gainOf({ agreed, finished, limits }: OffersView, seat: string): number | null {
  if (agreed === null) return finished ? 0 : null;
  const limit = limits[seat as OffersSeat] ?? null;
  if (limit === null) return null;
  return seat === 'seller' ? agreed - limit : limit - agreed;
}

function standing({ agreed, standing: on, finished }: OffersView): string {
  if (agreed !== null) return `agreed on ${agreed}`;
  if (finished) return 'no deal';
  return on === null ? 'no price yet' : `${on.price} on the table`;
}

function resultOf({ agreed }: OffersView): string {
  return agreed === null ? 'No deal: both end with nothing.' : `They agreed on ${agreed}.`;
}

function revealOf({ limits: { seller, buyer } }: OffersView): string {
  if (seller === null || buyer === null) return 'Cost and value are private until the match ends.';
  const room = buyer - seller;
  return `The good cost the seller ${seller} and was worth ${buyer} to the buyer: ${room > 0 ? `${room} to share.` : 'nothing to share.'}`;
}
