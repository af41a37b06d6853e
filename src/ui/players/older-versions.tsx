import type { OlderVersions } from './use-players';

/** A switch to also offer earlier versions; renders nothing if there are none. */
export function OlderSwitch({ older: { count, shown, show } }: { older: OlderVersions }) {
  if (count === 0) return null;
  return (
    <label className="flex items-center gap-2 text-small">
      <input type="checkbox" className="size-4 accent-accent" checked={shown} onChange={(event) => show(event.target.checked)} />
      Offer older versions of agents too
    </label>
  );
}
