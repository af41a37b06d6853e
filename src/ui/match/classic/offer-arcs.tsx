'use client';
import { memo } from 'react';
import { CLASSIC_LABS } from '~/games/gpu-market/screens/lab-names';
import type { Offer } from '~/games/gpu-market/types';
import { formatMoney } from '~/kit/format';
import type { RowPlace } from '../floor-plan';
import { StandingOffers } from '../standing-offers';

interface Props {
  rows: readonly RowPlace[];
  offers: readonly Offer[];
  width: number;
  height: number;
}

/** Offers that stand; each is made to one lab. */
export const OfferArcs = memo(function OfferArcs(props: Props) {
  return <StandingOffers {...props} sentenceOf={offerSentence} />;
});

function offerSentence(offer: Offer): string {
  const gives = [...offer.offered_blocks, ...(offer.payment > 0 ? [formatMoney(offer.payment)] : [])];
  const wants = offer.requested_blocks;
  return `${CLASSIC_LABS.nameOf(offer.from_lab_id)} offers ${CLASSIC_LABS.nameOf(offer.to_lab_id)} ${list(gives) || 'nothing'} for ${list(wants) || 'nothing'}`;
}

function list(things: readonly string[]): string {
  if (things.length < 2) return things.join('');
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}
