'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { Monitor, Moon, Sun } from '~/kit/icons';
import { OperatorSignOut } from '../operator-sign-out';
import { applyTheme, readTheme, THEMES, type Theme } from '../theme';
import { claimedPlace, onClaim, PLACES, type Place, placeOf, tabOf } from './places';

/** One row with the five places at any width, and the tabs of the current place below. */
export function SiteHeader() {
  const path = usePathname();
  const claimed = useSyncExternalStore(onClaim, claimedPlace, () => null);
  const here = claimed ?? placeOf(path);
  return (
    <header className="no-print border-b bg-panel">
      <div className="flex h-12 items-center gap-x-1 px-2 sm:gap-x-6 sm:px-6">
        <Link
          href="/"
          className="flex h-11 items-center gap-2 px-1.5 font-semibold text-body tracking-tight sm:px-0"
          aria-label="Mandi, home"
          aria-current={path === '/' ? 'page' : undefined}
        >
          <Mark />
          <span className="max-sm:sr-only">Mandi</span>
        </Link>
        <nav aria-label="Site" className="flex h-full min-w-0 flex-1 justify-between sm:justify-start sm:gap-x-2">
          {PLACES.map((place) => (
            <Link
              key={place.href}
              href={place.href}
              aria-current={place === here ? 'page' : undefined}
              className={clsx(ITEM, 'px-1.5 sm:px-2.5', place === here ? HERE : ELSEWHERE)}
            >
              <span>
                {place.name}
                {place.rest ? <span className="max-sm:sr-only"> {place.rest}</span> : null}
              </span>
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1">
          <OperatorSignOut />
          <ThemeToggle />
        </div>
      </div>
      {here?.tabs && claimed === null ? <PlaceTabs place={here} path={path} /> : null}
    </header>
  );
}

const ITEM = 'flex h-full items-center border-b-2 text-small whitespace-nowrap outline-offset-[-2px]';
const HERE = 'border-ink font-medium text-ink';
const ELSEWHERE = 'border-transparent text-ink-2 hover:text-ink';

function PlaceTabs({ place, path }: { place: Place; path: string }) {
  const open = tabOf(path, place);
  return (
    <nav aria-label={place.name} className="flex h-10 gap-x-1 overflow-x-auto border-t px-2 sm:px-6">
      {place.tabs?.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab === open ? 'page' : undefined}
          className={clsx(ITEM, 'shrink-0 px-2 sm:px-2.5', tab === open ? 'border-accent font-medium text-ink' : ELSEWHERE)}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
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

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NAMES = { system: 'system', light: 'light', dark: 'dark' };
const listeners = new Set<() => void>();

/** One button that cycles through system, light and dark. */
function ThemeToggle() {
  const theme = useSyncExternalStore(subscribe, readTheme, (): Theme => 'system');
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      aria-label={`Theme: ${NAMES[theme]}. Change it`}
      title={`Theme: ${NAMES[theme]}`}
      className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunk hover:text-ink"
      onClick={() => {
        applyTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system');
        for (const listener of listeners) listener();
      }}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
