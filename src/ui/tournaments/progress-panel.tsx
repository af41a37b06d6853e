import type { TournamentSheet } from '~/api/tournament/types';
import { formatCount } from '~/kit/format';
import { ProgressLine } from './progress-line';
import { dollarLabel, matchesLabel, paceLabel, percentLabel, spentLabel, timeLeftLabel } from './tournament-labels';

/** Progress, pace, and estimates of the remaining time and cost. */
export function ProgressPanel({ sheet: { card, plan, progress, standings, missing } }: { sheet: TournamentSheet }) {
  const { counts, withPeople, cost, costLeft, tokens, tokensLeft } = progress;
  const { efficiency } = standings;
  return (
    <section aria-label="Progress" className="rounded-lg border bg-panel p-4">
      <ProgressLine counts={counts} />
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3 text-small">
        <Fact name="Playing now" value={formatCount(counts.playing - withPeople)} />
        {counts.scoring > 0 ? <Fact name="Being scored" value={matchesLabel(counts.scoring)} /> : null}
        {withPeople > 0 ? <Fact name="Waiting for people" value={matchesLabel(withPeople)} /> : null}
        <Fact name="Pace" value={paceLabel(progress)} />
        <Fact name="Time left" value={timeLeftLabel(card.status, progress)} />
        {tokens > 0 || cost > 0 ? (
          <>
            <Fact name="Tokens" value={spentLabel({ spent: tokens, left: tokensLeft, most: plan.limits.tokens }, formatCount)} />
            <Fact name="Cost" value={spentLabel({ spent: cost, left: costLeft, most: plan.limits.dollars }, dollarLabel)} />
          </>
        ) : null}
        {efficiency ? (
          <Fact name="Market efficiency" value={`${percentLabel(efficiency)} of the optimum, n = ${formatCount(efficiency.n)}`} />
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
