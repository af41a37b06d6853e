/** A match of the bazaar as it stands. */
import type { SeatId } from '~/contract/game';
import type { BidMade } from './events';
import type {
  ArenaBuyer,
  BazaarConfig,
  BuyerSeen,
  Career,
  Components,
  DealOutcome,
  DealRecord,
  HistoryEntry,
  SellAnswer,
  SellerStart,
  Signal,
  StreamPlace,
  Tells,
} from './types';

/** One shape for all modes: what a mode does not use stays as it is at the start. */
export interface BazaarState extends StreamPlace {
  config: BazaarConfig;
  /** Steps of the buyer, rounds of an arena, prices of a person who sells. */
  turn: number;
  /** To where a seat's policy has read its own stream, by seat. */
  reads: Readonly<Record<SeatId, number>>;
  episode: number;
  round: number;
  item: string;
  listing: string | null;
  seller: SellerStart;
  budgets: Readonly<Record<SeatId, number>>;
  cap: number;
  ask: number;
  /** What was asked before the current ask: the seller's prices of this episode that stand in its history. */
  counters: number[];
  bluffs: number;
  pressure: number;
  /** The buyer's last offer, as it was played. */
  offered: number | null;
  /** The last price that stands in the history under the buyer's name, and the one before it. */
  named: number | null;
  namedBefore: number | null;
  repeats: number;
  /** The price of the buyer's last step, whatever came of it. */
  spoken: number | null;
  history: HistoryEntry[];
  tells: Tells | null;
  delta: number | null;
  said: readonly string[];
  components: Components;
  reward: number | null;
  total: number;
  records: readonly DealRecord[];
  career: Career | null;
  score: number;
  /** The closing observation of the episode that the last step ended. */
  closing: BuyerSeen | null;
  outcome: DealOutcome | null;
  agreed: number | null;
  finished: boolean;
  /** Of the arena. */
  bids: BidMade[];
  buyers: Readonly<Record<SeatId, ArenaBuyer>>;
  signals: readonly Signal[];
  best: number;
  holder: SeatId | null;
  /** Where the seat sells: what the buyer answered last. */
  answer: SellAnswer | null;
  answerPrice: number | null;
}
