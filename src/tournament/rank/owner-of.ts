import { nameOfAgent } from '../formats/situation';
import type { Entrant } from '../tournament';
import { HOUSE, UNCONFIRMED } from './owners';

/** Who answers for an entrant. What comes with Mandi belongs to nobody and cannot be bought: each is its own. */
export function ownerOf({ name, player, ownerRecord }: Pick<Entrant, 'name' | 'player' | 'ownerRecord'>): string {
  if (ownerRecord === HOUSE) return `house ${nameOfAgent(player ?? name)}`;
  return ownerRecord ?? UNCONFIRMED;
}
