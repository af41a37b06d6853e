/** What the browser has of each ruleset. A new one is a line here. */
import type { SeatNaming } from '~/contract/screens';
import { SEAT_IDS } from '~/kit/seat-names';
import { CLASSIC_LABS, OPEN_LABS } from './gpu-market/screens/lab-names';

interface Entry {
  names: SeatNaming;
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  'gpu-market/classic': { names: CLASSIC_LABS },
  'gpu-market/open': { names: OPEN_LABS },
};

/** How a game calls its seats, by key; a game without names of its own calls them by their ids. */
export function seatNamesOf(key: string): SeatNaming {
  return ENTRIES[key]?.names ?? SEAT_IDS;
}
