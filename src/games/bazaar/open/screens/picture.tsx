import type { PictureProps } from '~/contract/screens';
import type { BazaarView } from '../view';

/** A price line per seat, with deals highlighted; a dashed line is the fair price once it is public. */
export function Picture({ view, colorOf, colors, width, height }: PictureProps<BazaarView>) {
  const offers = view.offers.filter(({ quantity }) => quantity === 1);
  const prices = [...offers.map(({ price }) => price), ...(view.fair_price === null ? [] : [view.fair_price])];
  const [low, high] = prices.length === 0 ? [0, 1] : [Math.min(...prices), Math.max(...prices)];
  const x = (round: number) => EDGE + (round / Math.max(1, view.max_rounds - 1)) * (width - 2 * EDGE);
  const y = (price: number) => height - EDGE - ((price - low) / Math.max(0.01, high - low)) * (height - 2 * EDGE);
  const point = ({ round, price }: { round: number; price: number }) => `${x(round)} ${y(price)}`;
  const seats = view.seats.map(({ seat }) => seat).filter((seat) => offers.some(({ from }) => from === seat));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <rect width={width} height={height} fill={colors.paper} />
      {view.fair_price === null ? null : (
        <path d={`M${EDGE} ${y(view.fair_price)}H${width - EDGE}`} stroke={colors.line} strokeWidth={3} strokeDasharray="10 8" />
      )}
      {seats.map((seat) => {
        const own = offers.filter(({ from }) => from === seat);
        return (
          <g key={seat}>
            <path d={`M${own.map(point).join('L')}`} fill="none" stroke={colorOf(seat)} strokeWidth={4} strokeLinejoin="round" />
            {own.map((offer) => (
              <circle key={offer.offer_id} cx={x(offer.round)} cy={y(offer.price)} r={7} fill={colorOf(seat)} />
            ))}
          </g>
        );
      })}
      {offers
        .filter(({ status }) => status === 'accepted')
        .map((deal) => (
          <circle
            key={deal.offer_id}
            cx={x(deal.round)}
            cy={y(deal.price)}
            r={14}
            fill={colors.gain}
            stroke={colors.paper}
            strokeWidth={4}
          />
        ))}
    </svg>
  );
}

const EDGE = 40;

/** What is at stake in the bazaar, in three drawings: two limits, a deal that shrinks, and a common order. */
export const STAKES = [Limits, Waiting, Pool] as const;

/** A scale of prices: the seller's limit, the buyer's limit, and the prices in between that suit both. */
function Limits() {
  return (
    <>
      <rect x="30" y="18" width="38" height="12" fill="var(--green)" opacity="0.35" />
      <path d="M4 24h88" stroke="var(--line-strong)" strokeWidth="1.5" />
      <path d="M30 10v28" stroke="var(--lab-0)" strokeWidth="3" />
      <path d="M68 10v28" stroke="var(--lab-1)" strokeWidth="3" />
      <circle cx="52" cy="24" r="4" fill="var(--green)" />
    </>
  );
}

/** What is left of a deal after each round. */
function Waiting() {
  return (
    <>
      {[34, 28, 22, 16].map((height, round) => (
        <rect key={height} x={6 + round * 16} y={42 - height} width="11" height={height} rx="1.5" fill="var(--green)" />
      ))}
      <path d="M76 4v40" stroke="var(--amber)" strokeWidth="2.5" strokeDasharray="4 3" />
    </>
  );
}

/** Three buyers, one order, one delivery. */
function Pool() {
  return (
    <>
      {[9, 24, 39].map((y) => (
        <g key={y}>
          <circle cx="10" cy={y} r="6" fill="var(--lab-1)" />
          <path d={`M18 ${y}L40 24`} stroke="var(--ink-2)" strokeWidth="1.5" />
        </g>
      ))}
      <path d="M42 24h22m-4-4 4 4-4 4" fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
      <rect x="68" y="13" width="24" height="22" rx="2" fill="none" stroke="var(--lab-0)" strokeWidth="2" />
      <path d="M68 20h24M80 13v7" stroke="var(--lab-0)" strokeWidth="1.5" />
    </>
  );
}
