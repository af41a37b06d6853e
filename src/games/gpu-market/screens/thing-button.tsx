import type { ReactNode } from 'react';

interface Props {
  kind: string;
  id: string;
  children: ReactNode;
}

/** The name of a thing inside another's facts: it opens that thing and highlights it on the board. */
export function ThingButton({ kind, id, children }: Props) {
  const name = `${kind}:${id}`;
  return (
    <button
      type="button"
      data-is={name}
      data-lights={name}
      className="text-left underline decoration-line-strong decoration-dotted underline-offset-2 hover:text-accent"
    >
      {children}
    </button>
  );
}

/** Several of them, in a row. */
export function ThingList({ kind, things }: { kind: string; things: readonly { id: string; label: string }[] }) {
  if (things.length === 0) return 'none';
  return (
    <span className="flex flex-wrap gap-x-2 [&>button]:min-h-6">
      {things.map(({ id, label }) => (
        <ThingButton key={id} kind={kind} id={id}>
          {label}
        </ThingButton>
      ))}
    </span>
  );
}
