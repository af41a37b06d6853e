import { clsx } from 'clsx';

/** The round clock the size of a word: a stroke a round, those begun filled. */
export function RoundTicks({ round, rounds }: { round: number; rounds: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="inline-flex gap-[3px]">
        {Array.from({ length: rounds }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place
          <span key={index} className={clsx('h-3 w-[3px]', index < round ? 'bg-ink' : 'bg-line')} />
        ))}
      </span>
      <span className="num text-small text-ink-2">
        round {round} of {rounds}
      </span>
    </span>
  );
}
