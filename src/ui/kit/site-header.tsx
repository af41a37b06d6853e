'use client';
import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { ThemeToggle } from '~/ui/theme-toggle';

const PLACES = [
  { href: '/matches', name: 'Matches' },
  { href: '/new', name: 'New match' },
  { href: '/agents', name: 'Agents' },
  { href: '/benchmark', name: 'Benchmark' },
  { href: '/compare', name: 'Compare' },
  { href: '/doors', name: 'Doors' },
] as const;

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
          className="-mx-1.5 flex h-9 min-w-0 flex-wrap justify-between gap-x-1 max-sm:order-last max-sm:h-auto max-sm:basis-[calc(100%+0.75rem)] sm:mx-0 sm:h-full sm:flex-1 sm:flex-nowrap sm:justify-start"
        >
          {PLACES.map((place) => (
            <Link
              key={place.href}
              href={place.href}
              aria-current={path.startsWith(place.href) ? 'page' : undefined}
              className={clsx(
                'flex h-9 items-center border-b-2 px-1 text-small sm:h-full sm:px-2 whitespace-nowrap outline-offset-[-2px]',
                path.startsWith(place.href) ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              <PlaceName name={place.name} />
            </Link>
          ))}
        </nav>
        <ThemeToggle />
      </div>
    </header>
  );
}

/** Six places stand in one row at 390 px: there the second word is only read aloud. */
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
