export interface Tab {
  href: string;
  name: string;
  /** Addresses below `href` belong to other tabs. */
  alone?: boolean;
  /** A screen of this tab at another address. */
  also?: string;
}

export interface Place {
  href: string;
  name: string;
  /** Text for screen readers only, for which a phone's row has no room. */
  rest?: string;
  /** Screens of this place at other addresses. */
  also?: readonly string[];
  tabs?: readonly Tab[];
}

/** The five places of the site, in the order of the header. */
export const PLACES: readonly Place[] = [
  { href: '/watch', name: 'Watch', also: ['/matches', '/series'] },
  {
    href: '/play',
    name: 'Play',
    // Pages of a game are ways to play it.
    also: ['/join', '/sit', '/g'],
    tabs: [
      { href: '/play', name: 'Play a bot', alone: true },
      { href: '/play/people', name: 'Play with friends' },
      { href: '/play/bots', name: 'Bots only' },
    ],
  },
  {
    href: '/rankings',
    name: 'Rankings',
    tabs: [
      { href: '/rankings', name: 'Leaderboard', alone: true, also: '/rankings/why' },
      { href: '/rankings/tournaments', name: 'Tournaments' },
      { href: '/rankings/benchmark', name: 'Benchmark' },
      { href: '/rankings/reports', name: 'Reports' },
    ],
  },
  {
    href: '/agents',
    name: 'Agents',
    tabs: [
      { href: '/agents', name: 'All', alone: true },
      { href: '/agents/new', name: 'Add an agent' },
      { href: '/agents/training', name: 'Training' },
      { href: '/agents/inference', name: 'Inference' },
      { href: '/agents/owners', name: 'Owners' },
    ],
  },
  {
    href: '/data',
    name: 'Data',
    rest: 'and API',
    also: ['/docs'],
    tabs: [
      { href: '/data', name: 'Export', alone: true },
      { href: '/data/connect', name: 'Connect your code' },
      { href: '/docs', name: 'Docs' },
      { href: '/data/operations', name: 'Operations' },
    ],
  },
];

/** A page that belongs to another place than its address does: a player's own seat is at the address of its match. */
let claimed: Place | null = null;
const listeners = new Set<() => void>();

/** Returns a function that gives the claim back. */
export function claimPlace(href: string): () => void {
  setClaim(PLACES.find((place) => place.href === href) ?? null);
  return () => setClaim(null);
}

function setClaim(place: Place | null): void {
  claimed = place;
  for (const listener of listeners) listener();
}

export function claimedPlace(): Place | null {
  return claimed;
}

export function onClaim(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of an address; null for the home page. */
export function placeOf(path: string): Place | null {
  return PLACES.find(({ href, also = [] }) => [href, ...also].some((root) => isWithin(path, root))) ?? null;
}

export function tabOf(path: string, { tabs = [] }: Place): Tab | null {
  return tabs.find(({ href, alone, also }) => path === also || (alone ? path === href : isWithin(path, href))) ?? null;
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
