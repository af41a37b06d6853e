'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { useMemo } from 'react';
import type { ExplainProps } from '~/contract/screens';
import { Badge } from '~/kit/badge';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { formatFixed, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import { labColor, OPEN_LABS } from '../../../screens/lab-names';
import type { EfficiencyExplained, Explanation, SeatExplained, SpokenExplained } from '../../explain/explanation';
import { MissedMoves } from './missed-moves';
import { PlansExplained } from './plans-explained';
import { SeatAccount } from './seat-account';
import { gapWords, moneyOf, sayer } from './words';

/** Where each lab's money came from, and what it missed. */
export function Explain({ matchId, explanation, seat, onSeat }: ExplainProps) {
  const { efficiency, seats, plans, spoken, things } = explanation as Explanation; // created by this ruleset's pack
  const say = useMemo(() => sayer(things), [things]);
  const shown = seats.find((one) => one.seat === seat) ?? seats[0];
  return (
    <SeatNames naming={OPEN_LABS}>
      <div className="space-y-10">
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
          <MarketReached matchId={matchId} efficiency={efficiency} />
          <GainScale matchId={matchId} seats={seats} shown={shown?.seat ?? ''} onSeat={onSeat} />
        </div>
        {shown ? (
          <>
            <SeatAccount matchId={matchId} account={shown} say={say} />
            <MissedMoves matchId={matchId} account={shown} say={say} />
          </>
        ) : null}
        <PlansExplained matchId={matchId} plans={plans} say={say} />
        <Spoken matchId={matchId} spoken={spoken} say={say} />
      </div>
    </SeatNames>
  );
}

/** Promises, wants and counter-plans with a result. */
function Spoken({ matchId, spoken, say }: { matchId: string; spoken: readonly SpokenExplained[]; say: (text: string) => string }) {
  if (spoken.length === 0) return null;
  return (
    <Section title="What was said, and what happened">
      <ul className="space-y-1.5 text-small">
        {spoken.map(({ seq, round_index, text }) => (
          <li key={seq}>
            <Link href={`/matches/${matchId}?at=${seq}`} className="text-accent hover:underline">
              Round {round_index}
            </Link>
            : {say(text)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface Props {
  matchId: string;
  seats: readonly SeatExplained[];
  shown: string;
  onSeat: (seat: string) => void;
}

/** All gains on one scale: 0 is as good as alone, 1 an equal share. Each row has a button to select it. */
function GainScale({ matchId, seats, shown, onSeat }: Props) {
  const gains = seats.map((one) => one.gain);
  const [low, high] = [Math.min(-0.1, ...gains), Math.max(1.1, ...gains)];
  const place = (gain: number) => `${((gain - low) / (high - low)) * 100}%`;
  return (
    <Section title="What each seat gained from trading">
      <ChartFrame
        title="Gain"
        note="0: no better than playing alone. 1: an equal share of the gains from trade. Choose a lab to see its account."
        file={`gains-${matchId}`}
        table={{
          columns: ['seat', 'gain', 'profit', 'alone', 'equal share'],
          rows: seats.map((one) => [
            one.name,
            one.gain,
            one.profit_cents / 100,
            one.autarky_cents / 100,
            (one.autarky_cents + one.scale_cents) / 100,
          ]),
        }}
      >
        <ul className="relative">
          {seats.map((one) => (
            <li key={one.seat}>
              <button
                type="button"
                aria-pressed={one.seat === shown}
                onClick={() => onSeat(one.seat)}
                className={clsx(
                  'grid h-7 w-full grid-cols-[5.5rem_1fr_3.5rem] items-center gap-3 rounded-sm px-1 text-left text-small hover:bg-sunk',
                  one.seat === shown && 'bg-sunk font-semibold',
                )}
              >
                <SeatChip seat={one.seat} named />
                <span aria-hidden className="relative block h-full">
                  <Upright at={place(0)} strong />
                  <Upright at={place(1)} />
                  <span
                    className="absolute top-1/2 h-px -translate-y-1/2 bg-ink-3"
                    style={{ left: place(Math.min(0, one.gain)), right: `calc(100% - ${place(Math.max(0, one.gain))})` }}
                  />
                  <span
                    className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full"
                    style={{ left: place(one.gain), background: labColor(one.seat) }}
                  />
                </span>
                <span className="num text-right">{formatFixed(one.gain, 2)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div aria-hidden className="grid grid-cols-[5.5rem_1fr_3.5rem] gap-3 px-1 text-ink-2 text-micro">
          <span />
          <span className="relative block h-4">
            <span className="num absolute -translate-x-1/2" style={{ left: place(0) }}>
              0 alone
            </span>
            <span className="num absolute -translate-x-1/2" style={{ left: place(1) }}>
              1 share
            </span>
          </span>
        </div>
      </ChartFrame>
    </Section>
  );
}

function Upright({ at, strong = false }: { at: string; strong?: boolean }) {
  return <span className={clsx('absolute inset-y-0 w-px', strong ? 'bg-line-strong' : 'bg-line')} style={{ left: at }} />;
}

/** The share of the best possible total that all labs reached. */
function MarketReached({ matchId, efficiency }: { matchId: string; efficiency: EfficiencyExplained }) {
  const { optimum_cents, profit_cents, autarky_cents, gap, unrated } = efficiency;
  const reached = efficiency.efficiency;
  return (
    <Section title="Share of the optimum that the market reached" aside={unrated === null ? null : <Badge tone="amber">unrated</Badge>}>
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
        The optimum is the most that a single planner could have made with all blocks, knowing every job, arrival and shock. “All alone”
        means that every lab uses only its own blocks for its own jobs, without deals.
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
