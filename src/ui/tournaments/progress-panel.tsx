import type { TournamentSheet } from '~/api/tournament-words';
import { formatCount, formatNumber } from '../kit/format';
import { ProgressLine } from './progress-line';
import { dollarWords, durationWords, percentWords, spentWords } from './tournament-words';

/** How far it is, at what pace, and what is still to come in time and money. */
export function ProgressPanel({ sheet: { card, plan, progress, standings, missing } }: { sheet: TournamentSheet }) {
  const { counts, rate, secondsLeft, cost, costLeft, tokens, tokensLeft } = progress;
  const { efficiency } = standings;
  return (
    <section aria-label="Progress" className="rounded-lg border bg-panel p-4">
      <ProgressLine counts={counts} />
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3 text-small">
        <Fact name="Playing now" value={formatCount(counts.playing)} />
        <Fact name="Pace" value={paceWords(rate)} />
        <Fact name="Time left" value={timeLeft(card.status, secondsLeft)} />
        {tokens > 0 || cost > 0 ? (
          <>
            <Fact name="Tokens" value={spentWords({ spent: tokens, left: tokensLeft, most: plan.limits.tokens }, formatCount)} />
            <Fact name="Cost" value={spentWords({ spent: cost, left: costLeft, most: plan.limits.dollars }, dollarWords)} />
          </>
        ) : null}
        {efficiency ? (
          <Fact name="Market efficiency" value={`${percentWords(efficiency)} of the optimum, n = ${formatCount(efficiency.n)}`} />
        ) : null}
      </dl>
      {(card.fault ?? missing) ? (
        <p role="alert" className="mt-3 text-red text-small">
          {card.fault ?? missing}
        </p>
      ) : null}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-2">{name}</dt>
      <dd className="num font-medium">{value}</dd>
    </div>
  );
}

function timeLeft(status: string, seconds: number | null): string {
  if (status === 'paused') return 'paused';
  if (status !== 'running') return 'over';
  if (seconds === null) return 'not known yet';
  return seconds < 1 ? durationWords(seconds) : `about ${durationWords(seconds)}`;
}

/** Two digits: a pace is never surer. */
function paceWords(rate: number | null): string {
  if (rate === null) return '–';
  const [pace, span] = rate >= 0.1 ? [rate, 'second'] : [rate * 60, 'minute'];
  return `${formatNumber(Number(pace.toPrecision(2)))} a ${span}`;
}
