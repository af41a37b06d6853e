import { clsx } from 'clsx';
import { formatDelta, formatExact, formatFixed, formatMoney, formatNumber } from './format';

interface Props {
  value: number;
  className?: string | undefined;
}

/** A bare quantity; the exact value on hover where digits were dropped. */
export function Num({ value, className }: Props) {
  return (
    <span className={clsx('num', className)} title={exactTitle(value)}>
      {formatNumber(value)}
    </span>
  );
}

/** The score of a whole match, to the four decimals of the published tables. */
export function Score({ value, className }: Props) {
  return (
    <span className={clsx('num', className)} title={formatExact(value)}>
      {formatFixed(value, 4)}
    </span>
  );
}

export function Money({ value, className }: Props) {
  return (
    <span className={clsx('num', className)} title={exactTitle(value)}>
      {formatMoney(value)}
    </span>
  );
}

/** A change: green is for value created, red for what a refusal or breach cost, else ink. */
export function Delta({ value, className, tone = 'plain' }: Props & { tone?: 'plain' | 'value' }) {
  const colour = tone === 'value' && value > 0 ? 'text-green' : tone === 'value' && value < 0 ? 'text-red' : undefined;
  return (
    <span className={clsx('num', colour, className)} title={exactTitle(value)}>
      {formatDelta(value)}
    </span>
  );
}

/** What is not yet known to this reader: said calmly, never a blank. */
export function Private({ what }: { what?: string }) {
  return (
    <span className="text-ink-3" title={`${what ?? 'This'} stays private until the match ends`}>
      private
    </span>
  );
}

function exactTitle(value: number): string | undefined {
  const exact = formatExact(value);
  return exact === formatNumber(value) ? undefined : exact;
}
