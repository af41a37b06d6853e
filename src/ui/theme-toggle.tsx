'use client';
import { useSyncExternalStore } from 'react';
import { Monitor, Moon, Sun } from '~/kit/icons';
import { applyTheme, readTheme, THEMES, type Theme } from './theme';

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NAMES = { system: 'as the system', light: 'light', dark: 'dark' };
const listeners = new Set<() => void>();

/** One button that goes round: system, light, dark. */
export function ThemeToggle() {
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
