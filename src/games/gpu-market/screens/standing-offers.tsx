'use client';
import type { Thing } from '~/contract/shown';
import { naming } from '~/kit/lighting';
import { Tooltip } from '~/kit/tooltip';
import { type Arc, layArcs, offersAbout, type Proposal } from './arc-plan';
import type { RowPlace } from './floor-plan';
import { labColor } from './lab-names';

/** What the floor shows of an offer besides its arc. */
export interface ArcOffer extends Proposal {
  offered_blocks: readonly string[];
  requested_blocks: readonly string[];
  message: string | null;
  expires_round: number;
}

interface Props<Offer extends ArcOffer> {
  rows: readonly RowPlace[];
  offers: readonly Offer[];
  width: number;
  height: number;
  /** What it offers for what, in one sentence. */
  sentenceOf: (offer: Offer) => string;
  /** The hovered or selected thing, whose offers are drawn. */
  thing: Thing | null;
}

/**
 * Standing offers: an arc to the recipient, in the sender's hue; one to all ends in an open ring. Only the newest few of the hovered thing.
 */
export function StandingOffers<Offer extends ArcOffer>({ rows, offers, width, height, sentenceOf, thing }: Props<Offer>) {
  const arcs = layArcs(rows, offersAbout(offers, thing), width);
  return (
    <svg
      width={width}
      height={height}
      className="block shrink-0 overflow-visible"
      aria-label={`${offers.filter(({ status }) => status === 'active').length} open offers, ${arcs.length} drawn`}
    >
      {arcs.map((arc) => (
        <OfferArc key={arc.offer.offer_id} arc={arc} sentence={sentenceOf(arc.offer)} />
      ))}
    </svg>
  );
}

function OfferArc({ arc, sentence }: { arc: Arc<ArcOffer>; sentence: string }) {
  const { offer } = arc;
  const lights = [...offer.offered_blocks, ...offer.requested_blocks].map((id) => `block:${id}`);
  return (
    <Tooltip side="right" content={<OfferFacts offer={offer} sentence={sentence} />}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: focus shows what hover shows, there is nothing to press */}
      <g
        tabIndex={0}
        role="img"
        aria-label={sentence}
        {...naming('offer', offer.offer_id, lights)}
        className="arc"
        color={labColor(offer.from_lab_id)}
      >
        <path d={arc.path} fill="none" stroke="transparent" strokeWidth={arc.head ? 12 : 8} />
        <path d={arc.path} pathLength={1} className="arc-line" fill="none" stroke="currentColor" />
        {arc.head ? (
          <path d={arc.head} fill="currentColor" />
        ) : (
          <circle cx={arc.to.x + 3} cy={arc.to.y} r={2.75} fill="var(--panel)" stroke="currentColor" strokeWidth={1.4} />
        )}
        <circle cx={arc.from.x} cy={arc.from.y} r={2.5} fill="currentColor" />
      </g>
    </Tooltip>
  );
}

function OfferFacts({ offer, sentence }: { offer: ArcOffer; sentence: string }) {
  return (
    <div>
      <p>{sentence}</p>
      {offer.message ? <p className="mt-1 text-ink-2">“{offer.message}”</p> : null}
      <p className="code mt-1 text-ink-2">
        {offer.offer_id}, until round {offer.expires_round}
      </p>
    </div>
  );
}
