'use client';
import { memo } from 'react';
import type { Offer } from '~/games/gpu-market/types';
import { formatMoney } from '../kit/format';
import { labColour, labName } from '../kit/lab-hue';
import { Tooltip } from '../kit/tooltip';
import { type Arc, layArcs } from './arc-plan';
import type { RowPlace } from './floor-plan';
import { naming } from './lighting';

interface Props {
  rows: readonly RowPlace[];
  offers: readonly Offer[];
  width: number;
  height: number;
}

/** Offers that stand: an arc from who makes it to whom it is made, in the maker's hue. */
export const OfferArcs = memo(function OfferArcs({ rows, offers, width, height }: Props) {
  const arcs = layArcs(rows, offers, width);
  return (
    <svg width={width} height={height} className="block shrink-0 overflow-visible" aria-label={`${arcs.length} offers stand`}>
      {arcs.map((arc) => (
        <OfferArc key={arc.offer.offer_id} arc={arc} />
      ))}
    </svg>
  );
});

function OfferArc({ arc }: { arc: Arc }) {
  const { offer } = arc;
  const lights = [...offer.offered_blocks, ...offer.requested_blocks].map((id) => `block:${id}`);
  return (
    <Tooltip side="right" content={<OfferFacts offer={offer} />}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: focus shows what hover shows, there is nothing to press */}
      <g
        tabIndex={0}
        role="img"
        aria-label={offerSentence(offer)}
        {...naming('offer', offer.offer_id, lights)}
        className="arc"
        color={labColour(offer.from_lab_id)}
      >
        <path d={arc.path} fill="none" stroke="transparent" strokeWidth={12} />
        <path d={arc.path} pathLength={1} className="arc-line" fill="none" stroke="currentColor" />
        <path d={arc.head} fill="currentColor" />
        <circle cx={arc.from.x} cy={arc.from.y} r={2.5} fill="currentColor" />
      </g>
    </Tooltip>
  );
}

function OfferFacts({ offer }: { offer: Offer }) {
  return (
    <div>
      <p>{offerSentence(offer)}</p>
      {offer.message ? <p className="mt-1 text-ink-2">“{offer.message}”</p> : null}
      <p className="code mt-1 text-ink-2">
        {offer.offer_id}, until round {offer.expires_round}
      </p>
    </div>
  );
}

export function offerSentence(offer: Offer): string {
  const gives = [...offer.offered_blocks, ...(offer.payment > 0 ? [formatMoney(offer.payment)] : [])];
  const wants = offer.requested_blocks;
  return `${labName(offer.from_lab_id)} offers ${labName(offer.to_lab_id)} ${list(gives) || 'nothing'} for ${list(wants) || 'nothing'}`;
}

function list(things: readonly string[]): string {
  if (things.length < 2) return things.join('');
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}
