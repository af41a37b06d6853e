import { clsx } from 'clsx';
import { formatCount } from '~/kit/format';
import { allOf } from '~/store/tournaments/open-fixtures';
import type { FixtureCounts } from '~/store/tournaments/tournament';

/** Matches done, playing and failed, as a bar with labels. */
export function ProgressLine({ counts, className }: { counts: FixtureCounts; className?: string }) {
  const total = allOf(counts);
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  const { done, scoring, failed, cancelled } = counts;
  return (
    <div className={clsx('min-w-32', className)}>
      <div
        role="progressbar"
        aria-label="Matches played"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        className="flex h-1.5 overflow-hidden rounded-full bg-line"
      >
        <span className="bg-ink-2 transition-[width] duration-300 motion-reduce:transition-none" style={{ width: share(done) }} />
        <span className="bg-ink-2/50" style={{ width: share(scoring) }} />
        <span className="bg-red" style={{ width: share(failed) }} />
      </div>
      <p className="num mt-1 text-micro text-ink-2">
        {formatCount(done)} of {formatCount(total)}
        {scoring > 0 ? `, ${formatCount(scoring)} being scored` : null}
        {failed > 0 ? <span className="text-red">, {formatCount(failed)} failed</span> : null}
        {cancelled > 0 ? `, ${formatCount(cancelled)} cancelled` : null}
      </p>
    </div>
  );
}
