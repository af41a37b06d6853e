/** The pack of every version of every game, for servers and commands. Add a line here for a new one. */
import type { GameRef } from '~/contract/game-ref';
import { isSameRef, refText } from '~/contract/game-ref';
import type { Job } from '~/contract/means';
import type { GamePack } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import { pack as classicBazaar } from './bazaar/classic/pack';
import { pack as openBazaar } from './bazaar/open/pack';
import { pack as classic } from './gpu-market/classic/pack';
import { pack as open } from './gpu-market/open/v1/pack';
import { pack2 as open2 } from './gpu-market/open/v2/pack';
import { pack as offers } from './test/offers/pack';

const PACKS = [classic, open, classicBazaar, openBazaar, open2, offers] as readonly GamePack[];

/** Expects a game that the registry has: each of them has a pack. */
export function packOf(ref: GameRef): GamePack {
  const found = PACKS.find(({ rules }) => isSameRef(rules.ref, ref));
  if (!found) throw new Error(`no pack for ${refText(ref)}: src/games/packs.ts needs a line for it`);
  return found;
}

/** The jobs that games run on threads. */
export function jobsOfGames(): Job[] {
  return [...new Set(PACKS.flatMap(({ jobs = [] }) => jobs))];
}

/** The scripted players of all games, in the order of the packs. */
export function playersOfGames(): readonly Policy[] {
  return [...new Set(PACKS.flatMap(({ players }) => players))];
}
