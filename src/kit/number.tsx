import { clsx } from 'clsx';
import { formatDelta, formatExact, formatFixed, formatMoney, formatNumber } from './format';

interface Props {
  value: number;
  className?: string | undefined;
}

/** A number; the exact value is shown on hover if digits were dropped. */
export function Num({ value, className }: Props) {
  return (
    <span className={clsx('num', className)} title={exactTitle(value)}>
      {formatNumber(value)}
    </span>
  );
}

/** The score of a match, with the four decimals of the published tables. */
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

/** A change: green for value created, red for the cost of a refusal or breach, otherwise the text color. */
export function Delta({ value, className, tone = 'plain' }: Props & { tone?: 'plain' | 'value' }) {
  const colour = tone === 'value' && value > 0 ? 'text-green' : tone === 'value' && value < 0 ? 'text-red' : undefined;
  return (
    <span className={clsx('num', colour, className)} title={exactTitle(value)}>
      {formatDelta(value)}
    </span>
  );
}

/** A placeholder for a value that is still hidden from this reader; never blank. */
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
