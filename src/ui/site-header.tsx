'use client';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { OperatorSignOut } from './operator-sign-out';
import { ThemeToggle } from './theme-toggle';

interface Place {
  href: string;
  name: string;
  /** Screens that are reached from there, and have no place of their own. */
  also?: readonly string[];
  /** Stands in the row on every screen; the others stand under "More" until there is room. */
  first?: boolean;
}

const PLACES: readonly Place[] = [
  { href: '/matches', name: 'Matches', also: ['/table', '/sit', '/join', '/duels'], first: true },
  { href: '/new', name: 'New match', first: true },
  { href: '/tournaments', name: 'Tournaments', first: true },
  { href: '/agents', name: 'Agents', also: ['/inference', '/owners'], first: true },
  { href: '/leaderboard', name: 'Leaderboard' },
  { href: '/data', name: 'Data' },
  { href: '/benchmark', name: 'Benchmark', also: ['/reports'] },
  { href: '/compare', name: 'Compare' },
  { href: '/doors', name: 'Doors' },
];
const LATER = PLACES.filter(({ first }) => !first);

export function SiteHeader() {
  const path = usePathname();
  return (
    <header className="no-print border-b bg-panel">
      <div className="flex flex-wrap items-center justify-between gap-x-6 px-4 sm:h-12 sm:flex-nowrap sm:px-6">
        <Link href="/" className="flex h-11 items-center gap-2 font-semibold text-body tracking-tight" aria-label="Mandi, home">
          <Mark />
          <span>Mandi</span>
        </Link>
        <nav
          aria-label="Site"
          className="-mx-1.5 flex h-9 min-w-0 justify-between gap-x-1 max-sm:order-last max-sm:basis-[calc(100%+0.75rem)] sm:mx-0 sm:h-full sm:flex-1 sm:justify-start"
        >
          {PLACES.map((place) => (
            <Link
              key={place.href}
              href={place.href}
              aria-current={isAt(path, place) ? 'page' : undefined}
              className={clsx(PLACE, isAt(path, place) ? HERE : ELSEWHERE, !place.first && 'max-lg:hidden')}
            >
              <PlaceName name={place.name} />
            </Link>
          ))}
          <More path={path} />
        </nav>
        <div className="flex items-center gap-1">
          <OperatorSignOut />
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}

const PLACE = 'flex h-9 items-center border-b-2 px-1 text-small sm:h-full sm:px-2 whitespace-nowrap outline-offset-[-2px]';
const HERE = 'border-ink font-medium text-ink';
const ELSEWHERE = 'border-transparent text-ink-2 hover:text-ink';

/** The places that a narrow screen has no room for. */
function More({ path }: { path: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={clsx(PLACE, 'gap-0.5 lg:hidden', LATER.some((place) => isAt(path, place)) ? HERE : ELSEWHERE)}>
        More
        <ChevronDown size={14} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="More places"
          align="end"
          sideOffset={2}
          collisionPadding={8}
          className="no-print z-50 min-w-44 rounded-md border border-line-strong bg-panel py-1 shadow-[0_4px_16px_var(--shade)] outline-none lg:hidden"
        >
          {LATER.map((place) => (
            <Link
              key={place.href}
              href={place.href}
              aria-current={isAt(path, place) ? 'page' : undefined}
              onClick={() => setOpen(false)}
              className="flex h-10 items-center px-4 text-small outline-offset-[-2px] hover:bg-sunk aria-[current]:font-medium"
            >
              {place.name}
            </Link>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function isAt(path: string, { href, also = [] }: Place): boolean {
  return [href, ...also].some((place) => path.startsWith(place));
}

/** At 390 px the second word is only read aloud. */
function PlaceName({ name }: { name: string }) {
  const [first, ...rest] = name.split(' ');
  return (
    <span>
      {first}
      {rest.length === 0 ? null : <span className="max-sm:sr-only"> {rest.join(' ')}</span>}
    </span>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden>
      <rect x="1" y="2" width="10" height="4" rx="1" fill="var(--lab-0)" />
      <rect x="6" y="8" width="13" height="4" rx="1" fill="var(--lab-1)" />
      <rect x="3" y="14" width="7" height="4" rx="1" fill="var(--lab-3)" />
      <rect x="12" y="14" width="6" height="4" rx="1" fill="var(--lab-2)" />
    </svg>
  );
}
