/** How a match ended, in words. Plain functions, because pictures need them on the server too. */
import { playerWords } from '~/contract/player';
import type { Decided } from '~/contract/screens';
import type { ShownCard } from '~/contract/shown';
import { formatPercent } from '~/kit/format';
import type { BazaarExplained, Instead } from '../explain/explain-match';
import type { BazaarView } from '../view';
import { front } from './front';
import { money } from './talk';

/** Smaller score differences are not mentioned. */
export const WORTH_TELLING = 0.005;
const MOMENTS = 3;

/** For the result card: one seat's score and what it was worth or, if hidden, what was public. */
export function headline({ mode, agreed, outcome, holder, scores, deals }: BazaarView, card: ShownCard): string | null {
  const seat = mode === 'arena' ? holder : Object.keys(scores)[0];
  const share = seat == null ? null : (scores[seat] ?? null);
  const who = seat == null ? '' : calledIn(card, seat);
  if (deals.length > 1 && share === null)
    return `${deals.filter(({ agreed_price }) => agreed_price !== null).length} of ${deals.length} deals made`;
  if (deals.length > 1) return `${who} got ${percentOf(share)} of the surplus in ${deals.length} deals`;
  if (agreed !== null && share === null) return `Sold at ${money(agreed)}`;
  if (agreed === null) return outcome === 'walk' ? 'No deal: one side walked away' : 'No deal: time ran out';
  return `Sold at ${money(agreed)}: ${who} got ${percentOf(share)} of the surplus`;
}

export function decided(explanation: unknown): Decided {
  const { seats } = explanation as BazaarExplained;
  const costly = seats.flatMap(({ turns }) => turns).filter(({ cost }) => cost >= WORTH_TELLING);
  const [worst] = [...costly].sort((a, b) => b.cost - a.cost);
  const most = [...costly].sort((a, b) => b.cost - a.cost).slice(0, MOMENTS);
  return {
    reached: null,
    moments: most
      .sort((a, b) => a.seq - b.seq)
      .map(({ seq, cost }) => ({ seq, text: null, note: `It cost ${percentOf(cost)} of the surplus.` })),
    missed: worst?.best
      ? { seq: worst.seq, text: `${worst.best.title} would have reached ${dealsText(worst.best)}.`, note: shareNote(worst.best) }
      : null,
  };
}

function shareNote({ score }: Instead): string {
  return `Score ${percentOf(score)}`;
}

/** One price, or the results of several deals. */
export function dealsText({ deals, score }: Instead): string {
  const made = deals.filter(({ price }) => price !== null);
  const [only] = deals;
  if (deals.length > 1) return `${made.length} of ${deals.length} deals and a score of ${percentOf(score)}`;
  if (only?.outcome === 'outbid') return 'no deal: outbid';
  return only?.price == null ? `no deal${only === undefined ? '' : ` (${only.outcome})`}` : `a deal at ${money(only.price)}`;
}

export function calledIn(card: ShownCard, seat: string): string {
  const own = card.seats.find((one) => one.seat === seat);
  return own === undefined || own.kind === 'open' ? front.names.nameOf(seat) : playerWords(own);
}

export function percentOf(share: number | null): string {
  return share === null ? 'none' : formatPercent(share);
}
