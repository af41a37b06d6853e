'use client';
import { memo, useMemo } from 'react';
import { formatMoney, formatPercent } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { Tooltip } from '~/kit/tooltip';
import type { RowPlace } from '../../../screens/floor-plan';
import { labColor, OPEN_LABS } from '../../../screens/lab-names';
import type { WireCoalition } from '../../shared/observation';
import type { ToldOpenEvent } from '../../shared/told/told';
import { list } from './offer-words';
import { layPayouts, layRails, type Payout, type Rail, recentPlans, type Stop } from './rails-plan';

interface Props {
  rows: readonly RowPlace[];
  coalitions: readonly WireCoalition[];
  recent: readonly ToldOpenEvent[];
  width: number;
  height: number;
}

/** Coalitions as rails with one stop per lab. A payout runs from the job's row to the row of each lab with a share. */
export const CoalitionRails = memo(function CoalitionRails({ rows, coalitions, recent, width, height }: Props) {
  const rails = layRails(rows, coalitions, width);
  const payouts = layPayouts(rows, recent, width);
  const plans = useMemo(() => recentPlans(recent), [recent]);
  return (
    <svg width={width} height={height} className="block shrink-0 overflow-visible" aria-label={`${rails.length} coalitions`}>
      {rails.map((rail) => (
        <OneRail
          key={rail.coalition.coalition_id}
          rail={rail}
          plan={plans.get(rail.coalition.coalition_id) ?? null}
          wide={width >= FIGURED}
        />
      ))}
      {payouts.map((payout) => (
        <OnePayout key={`${payout.from} ${payout.to} ${payout.amount_cents}`} payout={payout} figured={width >= FIGURED} />
      ))}
    </svg>
  );
});

type Plan = { participants: string[]; shares: Record<string, number> } | null;

function OneRail({ rail, plan, wide }: { rail: Rail; plan: Plan; wide: boolean }) {
  const { coalition, x, top, bottom, stops, figured } = rail;
  const lights = Object.values(coalition.pledges ?? {}).flatMap((pledge) => [
    ...pledge.block_ids.map((id) => `block:${id}`),
    ...pledge.jobs.map((job) => `job:${job.job_id}`),
  ]);
  return (
    <Tooltip side="right" content={<CoalitionFacts coalition={coalition} plan={plan} />}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: focus shows what hover shows, there is nothing to press */}
      <g
        tabIndex={0}
        role="img"
        aria-label={coalitionSentence(coalition)}
        {...naming('coalition', coalition.coalition_id, lights)}
        className="arc"
        color="var(--ink-2)"
      >
        <path d={`M${x},${top - 6}V${bottom + 6}`} stroke="transparent" strokeWidth={12} />
        <path
          d={`M${x},${top}V${bottom}`}
          pathLength={coalition.status === 'active' ? 1 : undefined}
          className={coalition.status === 'active' ? 'arc-line' : 'rail-forming'}
          fill="none"
          stroke="currentColor"
          style={plan ? { strokeWidth: 4 } : undefined}
        />
        {stops.map((stop) => (
          <StopSign key={stop.labId} stop={stop} x={x} figure={figured ? figureOf(plan?.shares[stop.labId], wide) : null} />
        ))}
      </g>
    </Tooltip>
  );
}

/** A ring: invited. A dot: a member; larger: the founder. A square around it: has a pledge. */
function StopSign({ stop, x, figure }: { stop: Stop; x: number; figure: string | null }) {
  const colour = labColor(stop.labId);
  const { y } = stop;
  return (
    <>
      {stop.pledged ? <rect x={x - 6} y={y - 6} width={12} height={12} fill="var(--panel)" stroke={colour} strokeWidth={1.5} /> : null}
      {stop.kind === 'invited' ? (
        <circle cx={x} cy={y} r={3.5} fill="var(--panel)" stroke={colour} strokeWidth={1.5} />
      ) : (
        <circle cx={x} cy={y} r={stop.kind === 'founder' ? 4.5 : 3.5} fill={colour} />
      )}
      {figure === null ? null : (
        <>
          {/* the rail has a gap around the figure */}
          <rect x={x - 3} y={y + 8} width={6} height={12} fill="var(--panel)" />
          <text x={x} y={y + 17} textAnchor="middle" className="floor-figure" fill="var(--ink)">
            {figure}
          </text>
        </>
      )}
    </>
  );
}

function figureOf(share: number | undefined, wide: boolean): string | null {
  if (share === undefined) return null;
  return wide ? formatPercent(share) : `${Math.round(share * 100)}%`;
}

/** Narrower columns have no room for figures, which would overlap the labs; the feed and the tooltip have them. */
const FIGURED = 48;

function OnePayout({ payout, figured }: { payout: Payout; figured: boolean }) {
  const { path, end, amount_cents: cents, figure_cents: figure } = payout;
  const text = `${OPEN_LABS.nameOf(payout.from)} paid ${OPEN_LABS.nameOf(payout.to)} ${formatMoney(cents / 100)} under the split`;
  return (
    <g color="var(--green)">
      <title>{text}</title>
      <path d={path} pathLength={1} className="arc-line" fill="none" stroke="currentColor" />
      <circle r={3.5} fill="currentColor" className="runs" style={{ offsetPath: `path('${path}')` }} />
      {figured && figure !== null ? (
        <text x={end.x} y={end.y - 7} textAnchor="end" className="floor-figure" fill="currentColor">
          +{formatMoney(figure / 100)}
        </text>
      ) : null}
    </g>
  );
}

function CoalitionFacts({ coalition, plan }: { coalition: WireCoalition; plan: Plan }) {
  const pledges = Object.entries(coalition.pledges ?? {});
  return (
    <div>
      <p className="code font-medium">{coalition.coalition_id}</p>
      <p>{coalitionSentence(coalition)}.</p>
      {coalition.message ? <p className="mt-1 text-ink-2">“{coalition.message}”</p> : null}
      {pledges.map(([lab, pledge]) => (
        <p key={lab} className="mt-1">
          {OPEN_LABS.nameOf(lab)} pledges {list([...pledge.block_ids, ...pledge.jobs.map((job) => job.job_id)])} until round{' '}
          {pledge.until_round}
          {pledge.reserve > 0 ? `, for at least ${formatMoney(pledge.reserve)}` : ''}.
        </p>
      ))}
      {plan ? <p className="mt-1">A joint plan of {list(plan.participants.map((id) => OPEN_LABS.nameOf(id)))} was carried out.</p> : null}
    </div>
  );
}

function coalitionSentence(coalition: WireCoalition): string {
  const members = coalition.members.map((id) => OPEN_LABS.nameOf(id));
  const asked = (coalition.invited ?? []).filter((id) => !coalition.members.includes(id)).map((id) => OPEN_LABS.nameOf(id));
  const share = coalition.split === 'contribution' ? `, ${formatPercent(coalition.owner_share)} to job owners` : '';
  const waiting = asked.length === 0 ? '' : `; invited: ${list(asked)}`;
  return `Coalition ${coalition.coalition_id} of ${list(members)} is ${coalition.status}: split ${coalition.split}${share}, bond ${formatMoney(coalition.bond)}${waiting}`;
}
