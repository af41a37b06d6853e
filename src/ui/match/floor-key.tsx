const FILLS = [
  ['available', 'available'],
  ['reserved', 'reserved'],
  ['committed', 'committed to a coalition'],
  ['used', 'used'],
  ['failed', 'failed'],
] as const;

/** What the floor's fills and signs mean, in one line under it. */
export function FloorKey() {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-panel px-4 py-1.5 text-ink-2 text-micro sm:px-6 [--lab:var(--ink-2)]">
      {FILLS.map(([status, word]) => (
        <li key={status} className="flex items-center gap-1.5">
          <span aria-hidden className={`bar bar-${status} inline-block h-3 w-6 rounded-sm`} />
          {word}
        </li>
      ))}
      <li>a bar: its height is GPUs, its length rounds, its area GPU-hours</li>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden>
          <path d="M13 0v12M13 1 4 4.5 13 8Z" fill="var(--panel)" stroke="var(--ink-2)" strokeWidth="1.2" />
        </svg>
        a job is due, filled when done
      </li>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden>
          <path d="M2 2C18 2 18 10 7 10" fill="none" stroke="var(--ink-2)" strokeWidth="1.5" />
          <path d="M2 10l6-3v6z" fill="var(--ink-2)" />
        </svg>
        an offer stands, from maker to recipient
      </li>
    </ul>
  );
}
