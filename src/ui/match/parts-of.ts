import type { MatchCard } from '~/live/protocol';
import { classicParts } from './classic/classic-parts';
import type { AnyMatchParts } from './match-parts';
import { openParts } from './open/open-parts';

const PARTS: Readonly<Record<string, AnyMatchParts>> = {
  'gpu-market/classic': classicParts,
  'gpu-market/open': openParts,
};

/** What draws a match; null: this version of the screens does not know its ruleset. */
export function partsOf(card: Pick<MatchCard, 'key'>): AnyMatchParts | null {
  return PARTS[card.key] ?? null;
}
