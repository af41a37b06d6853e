'use client';
import type { SeedRange } from '~/api/catalog/types';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { formatCount } from '~/kit/format';
import { seedHint } from './draft';

interface Props {
  value: string;
  ranges: readonly SeedRange[];
  error: string | null;
  onValue: (seed: string) => void;
  onLeave: () => void;
}

/** The seed, its meaning, and a button to draw one from a range. */
export function SeedField({ value, ranges, error, onValue, onLeave }: Props) {
  return (
    <div>
      <TextField
        label="Seed"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        className="max-w-md [&>p]:min-h-[2lh]"
        value={value}
        hint={error ? null : seedHint(value, ranges)}
        error={error}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onLeave}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-1 text-small text-ink-2">
        <span className="mr-1">Draw one from</span>
        {ranges.map((range) => (
          <Button
            key={range.name}
            size="small"
            title={`${formatCount(range.first)} to ${formatCount(range.last)}`}
            onClick={() => onValue(String(drawn(range)))}
          >
            {range.name}
          </Button>
        ))}
      </div>
    </div>
  );
}

function drawn({ first, last }: SeedRange): number {
  return first + Math.floor(Math.random() * (last - first + 1));
}
