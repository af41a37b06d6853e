import { clsx } from 'clsx';
import { Skeleton } from '~/kit/states';

/** Widths of bars to come, so that a chart's place looks like one. */
const BARS = ['w-1/2', 'w-3/4', 'w-full', 'w-2/3', 'w-5/6', 'w-2/5'];

/** The page's own shape while it is reckoned: two charts, a seat's account with two more, then lists. */
export function ExplainSkeleton() {
  return (
    <div className="space-y-10">
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <ChartPlace bars={3} lines={2} />
        <ChartPlace bars={6} />
      </div>
      <div className="border-t pt-4">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-4 h-4 w-full max-w-3xl" />
        <Skeleton className="mt-2 h-4 w-2/3 max-w-2xl" />
        <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <Bars count={6} />
          <Bars count={6} />
        </div>
      </div>
    </div>
  );
}

function ChartPlace({ bars, lines = 0 }: { bars: number; lines?: number }) {
  return (
    <div className="border-t pt-4">
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="mt-4 mb-3 h-4 w-48" />
      <Bars count={bars} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Skeleton key={line} className={clsx('mt-3 h-4', line + 1 < lines ? 'w-full' : 'w-3/5')} />
      ))}
    </div>
  );
}

function Bars({ count }: { count: number }) {
  return (
    <div className="space-y-3">
      {BARS.slice(0, count).map((width) => (
        <div key={width} className="grid grid-cols-[5.5rem_1fr_3.5rem] items-center gap-3">
          <Skeleton className="h-4 w-16" />
          <Skeleton className={clsx('h-4', width)} />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
