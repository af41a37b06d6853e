/** The state of a match. */
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

/** One type for all modes; unused fields keep their initial values. */
export interface BazaarState extends StreamPlace {
  config: BazaarConfig;
  /** Counts the buyer's steps, an arena's rounds, or a selling person's prices. */
  turn: number;
  /** Positions in the policies' random streams, by seat. */
  reads: Readonly<Record<SeatId, number>>;
  episode: number;
  round: number;
  item: string;
  listing: string | null;
  seller: SellerStart;
  budgets: Readonly<Record<SeatId, number>>;
  cap: number;
  ask: number;
  /** The seller's earlier prices in this episode, in its history. */
  counters: number[];
  bluffs: number;
  pressure: number;
  /** The buyer's last offer, as played. */
  offered: number | null;
  /** The last price in the history under the buyer's name, and the one before. */
  named: number | null;
  namedBefore: number | null;
  repeats: number;
  /** The price of the buyer's last step, whatever its result. */
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
  /** The final observation of the episode that the last step ended. */
  closing: BuyerSeen | null;
  outcome: DealOutcome | null;
  agreed: number | null;
  finished: boolean;
  /** For arenas. */
  bids: BidMade[];
  buyers: Readonly<Record<SeatId, ArenaBuyer>>;
  signals: readonly Signal[];
  best: number;
  holder: SeatId | null;
  /** For a selling seat: the buyer's last answer. */
  answer: SellAnswer | null;
  answerPrice: number | null;
}
