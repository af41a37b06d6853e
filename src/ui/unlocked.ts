'use client';
import { useSyncExternalStore } from 'react';

/** That this browser was unlocked, so that others need not ask the server on every page. It is a note, no right: the session is a cookie. */
const KEY = 'mandi-unlocked';
const listeners = new Set<() => void>();

export function noteUnlocked(isUnlocked: boolean): void {
  try {
    if (isUnlocked) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // this browser keeps nothing
  }
  for (const listener of listeners) listener();
}

export function useUnlocked(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
