import { clsx } from 'clsx';
import { roundWords } from '~/kit/format';
import { roundStep } from '~/kit/round-step';

/** The round clock the size of a word: a stroke a round, those begun filled; of very many rounds one bar. */
export function RoundTicks({ round, rounds }: { round: number; rounds: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      {roundStep(rounds) > 1 ? (
        <span aria-hidden className="block h-1.5 w-24 bg-line">
          <span className="block h-full bg-ink" style={{ width: `${(Math.min(round, rounds) / rounds) * 100}%` }} />
        </span>
      ) : (
        <span aria-hidden className="inline-flex gap-[3px]">
          {Array.from({ length: rounds }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place
            <span key={index} className={clsx('h-3 w-[3px]', index < round ? 'bg-ink' : 'bg-line')} />
          ))}
        </span>
      )}
      <span className="num text-small text-ink-2">{roundWords(round, rounds)}</span>
    </span>
  );
}
