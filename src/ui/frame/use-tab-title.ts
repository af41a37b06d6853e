import { useEffect } from 'react';

/** Names the tab after the thing on the page once it is known; null: the page's own title stays. */
export function useTabTitle(name: string | null): void {
  useEffect(() => {
    if (name !== null) document.title = `${name} · Mandi`;
  }, [name]);
}
