import type { GameScreens } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import type { BazaarEvent } from '../events';
import { narrate, nth } from '../narrate';
import type { BazaarObservation } from '../observation';
import type { BazaarView } from '../view';
import { Board, Inspector, Result, SeatCard } from './board';
import type { BazaarDraft } from './draft';
import { front, GAINS } from './front';
import { DuelPage, HagglePage, HallPage } from './pages';
import { Picture, STAKES } from './picture';
import { bazaarPlay } from './play';
import { decided, Reveal } from './reveal';
import { bubbleOf, dwellOf, headline, markOf, topicOf } from './told';

export const screens: GameScreens<BazaarView, BazaarEvent, BazaarObservation, BazaarDraft> = {
  names: front.names,
  glossary: [
    { word: 'limit', meaning: 'The price at which a deal is worth nothing to a seat. Beyond it a deal is a loss. Private until the end.' },
    { word: 'deadline', meaning: 'The last round in which a seat can act. Private until the end.' },
    { word: 'cue', meaning: 'A noisy sign of a seat’s deadline and limit, shown to the other side in each of its turns.' },
    { word: 'pool', meaning: 'Buyers who order together, so that the seller delivers once.' },
    { word: 'reserve', meaning: 'The most that a member of a pool pays for its unit.' },
    { word: 'gain', meaning: 'Profit, measured against what the whole market could make: 1 is an equal share.' },
  ],
  feed: {
    topics: [
      { topic: 'match', name: 'match', story: true },
      { topic: 'price', name: 'prices', story: true, talk: true },
      { topic: 'talk', name: 'messages', story: true, talk: true },
      { topic: 'deal', name: 'deals', story: true },
      { topic: 'pool', name: 'pools', story: true },
      { topic: 'shock', name: 'shocks', story: true, tone: 'amber' },
      { topic: 'cue', name: 'cues' },
      { topic: 'refusal', name: 'refusals', tone: 'red' },
    ],
    marks: [
      { kind: 'trade', word: 'deal' },
      { kind: 'coalition', word: 'pool' },
      { kind: 'pitch', word: 'pitch' },
      { kind: 'shock', word: 'shock' },
      { kind: 'refusal', word: 'refusal' },
    ],
    topicOf,
    codeOf: ({ type }) => type,
    markOf,
    tell: (event, names) => narrate(event, names)?.text ?? '',
    bubbleOf,
    dwellOf,
  },
  match: {
    layout: 'chat',
    boardTitle: 'Market',
    seatsTitle: 'Seats',
    stage: (view) => ({
      round: view.round_index,
      rounds: view.max_rounds,
      finished: view.finished,
      standing: standing(view),
      shocks: view.shocks,
    }),
    thingsOf: ({ seats }) =>
      new Map(
        seats.flatMap(({ seat }): [string, Thing][] => [
          [seat, { kind: 'seat', id: seat }],
          [front.names.nameOf(seat), { kind: 'seat', id: seat }],
        ]),
      ),
    score: {
      title: 'profit',
      unit: '',
      decimals: 2,
      goal: 'Your score is your gain: your profit divided by an equal share of the most that everyone together could have made.',
      of: (view, seat) => view.seats.find((one) => one.seat === seat)?.profit ?? null,
    },
    groupsOf: ({ pools }) =>
      pools
        .filter(({ ended }) => ended === null)
        .map(({ coalition_id, members }) => ({ id: coalition_id, title: 'Pool', members: members.map((seat) => ({ seat, share: null })) })),
    measure: {
      title: 'Deals made',
      decimals: 0,
      columns: ['round', 'deals'],
      points: (views) =>
        views.map(({ round_index, deals }) => ({ x: nth(round_index), y: deals.length, row: [nth(round_index), deals.length] })),
      xOf: nth,
      at: (view) => view.deals.length,
    },
    Board: ({ view }) => <Board view={view} />,
    SeatCard,
    Inspector,
  },
  play: bazaarPlay,
  end: { Result, Reveal, decided, headline, gains: GAINS },
  pages: { haggle: HagglePage, duel: DuelPage, hall: HallPage },
  stakes: STAKES,
  Picture,
};

function standing({ deals, finished, offers }: BazaarView): string {
  const [only] = deals;
  if (only !== undefined && deals.length === 1) return `1 deal in round ${nth(only.round)}`;
  if (deals.length > 0 || finished) return deals.length === 0 ? 'no deal' : `${deals.length} deals`;
  const asks = offers.filter(({ side, status, quantity }) => side === 'seller' && status === 'standing' && quantity === 1);
  return asks.length === 0 ? 'no price yet' : `lowest ask ${Math.min(...asks.map(({ price }) => price))}`;
}
