'use client';
import { memo } from 'react';
import type { WireOffer } from '~/games/gpu-market/open/observation';
import type { RowPlace } from '../floor-plan';
import { StandingOffers } from '../standing-offers';
import { offerSentence } from './offer-words';

interface Props {
  rows: readonly RowPlace[];
  offers: readonly WireOffer[];
  width: number;
  height: number;
}

const MANY = 24;

/** Offers that stand, to one lab or to everybody; many are drawn fainter. */
export const OpenOffers = memo(function OpenOffers(props: Props) {
  return <StandingOffers {...props} sentenceOf={offerSentence} many={MANY} />;
});
