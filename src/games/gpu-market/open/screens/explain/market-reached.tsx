'use client';
import { Badge } from '~/kit/badge';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import type { EfficiencyExplained } from '../../explain/explanation';
import { gapWords, moneyOf } from './words';

/** How much of the best possible all labs together reached. */
export function MarketReached({ matchId, efficiency }: { matchId: string; efficiency: EfficiencyExplained }) {
  const { optimum_cents, profit_cents, autarky_cents, gap, unrated } = efficiency;
  const reached = efficiency.efficiency;
  return (
    <Section title="How much of the optimum the market reached" aside={unrated === null ? null : <Badge tone="amber">unrated</Badge>}>
      <ChartFrame
        title={reached === null ? 'There was nothing to earn' : `${formatPercent(reached)} of what was possible`}
        note={gapWords(efficiency)}
        file={`efficiency-${matchId}`}
        table={{
          columns: ['what', 'credits', 'part of the optimum'],
          rows: [
            ['all alone', autarky_cents / 100, ratio(autarky_cents, optimum_cents)],
            ['this market', profit_cents / 100, ratio(profit_cents, optimum_cents)],
            ['the optimum', optimum_cents / 100, 1],
            ['solver gap', null, gap],
          ],
        }}
      >
        <dl className="space-y-2 pt-1 text-small">
          <Reach name="All alone" cents={autarky_cents} of={optimum_cents} look="bg-ink-3" />
          <Reach name="This market" cents={profit_cents} of={optimum_cents} look="bg-accent" strong />
          <Reach name="The optimum" cents={optimum_cents} of={optimum_cents} look="border-[1.5px] border-ink-2" />
        </dl>
      </ChartFrame>
      <p className="mt-3 text-ink-2 text-small">
        The optimum is the most that one planner who knew every job, arrival and shock could have made of all blocks together. Alone means
        each lab with its own blocks and jobs and no deal at all.
      </p>
    </Section>
  );
}

function Reach({ name, cents, of, look, strong = false }: { name: string; cents: number; of: number; look: string; strong?: boolean }) {
  const part = of > 0 ? Math.max(0, Math.min(1, cents / of)) : 0;
  return (
    <div className="grid grid-cols-[6.5rem_1fr_4.5rem] items-center gap-3">
      <dt className={strong ? 'font-semibold' : ''}>{name}</dt>
      <dd className="col-span-2 grid grid-cols-subgrid items-center">
        <span aria-hidden className="block border-line-strong border-l">
          <span className={`block h-3.5 ${look}`} style={{ width: `${part * 100}%` }} />
        </span>
        <span className={`num text-right ${strong ? 'font-semibold' : ''}`}>{moneyOf(cents)}</span>
      </dd>
    </div>
  );
}

function ratio(cents: number, of: number): number | null {
  return of > 0 ? Math.round((cents / of) * 1e6) / 1e6 : null;
}
