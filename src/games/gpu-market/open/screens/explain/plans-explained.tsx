'use client';
import Link from 'next/link';
import type { CSSProperties } from 'react';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import { labColor } from '../../../screens/lab-names';
import type { PlanExplained } from '../../explain/explanation';
import { moneyOf } from './words';

type Member = PlanExplained['members'][number];

type Say = (text: string) => string;

/** Joint plans: each member's contribution, and what the agreed split promised and paid. */
export function PlansExplained({ matchId, plans, say }: { matchId: string; plans: readonly PlanExplained[]; say: Say }) {
  return (
    <Section
      title="Joint plans: what each member added, and what it was paid"
      note="“Added” is a member’s Shapley value: its reserve plus what the plan gains when it joins, averaged over every order of joining."
    >
      {plans.length === 0 ? (
        <p className="text-small">No coalition carried out a joint plan in this match.</p>
      ) : (
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
          {plans.map((plan) => (
            <Plan key={plan.seq} matchId={matchId} plan={plan} say={say} />
          ))}
        </div>
      )}
    </Section>
  );
}

function Plan({ matchId, plan, say }: { matchId: string; plan: PlanExplained; say: Say }) {
  const { nameOf } = useSeatNames();
  const most = Math.max(1, ...plan.members.flatMap((member) => [member.shapley_cents, member.signed_cents, member.received_cents]));
  const jobs = say(plan.plan.map(({ job_id, block_ids }) => `${block_ids.join(', ')} for ${job_id}`).join('; '));
  return (
    <ChartFrame
      title={
        <Link href={`/matches/${matchId}?at=${plan.seq}`} className="hover:underline">
          {say(plan.coalition_id)}, round {plan.round_index}: {moneyOf(plan.total_cents)}, split {wordOf(plan.split)}
        </Link>
      }
      note={`${jobs}. Reserves ${moneyOf(plan.reserves_cents)}; the jobs paid ${moneyOf(plan.paid_cents)} after energy.${plan.sampled ? ' These values are estimated from random orders, because there are too many members to try all of them.' : ''}`}
      file={`plan-${matchId}-${plan.seq}`}
      table={{
        columns: ['seat', 'reserve', 'added (Shapley)', 'signed', 'received'],
        rows: plan.members.map((member) => [
          nameOf(member.seat),
          member.reserve_cents / 100,
          cents(member.shapley_cents),
          cents(member.signed_cents),
          member.received_cents / 100,
        ]),
      }}
    >
      <ul className="space-y-2 pt-1">
        {plan.members.map((member) => (
          <MemberBars key={member.seat} member={member} most={most} />
        ))}
      </ul>
    </ChartFrame>
  );
}

function MemberBars({ member, most }: { member: Member; most: number }) {
  const colour = labColor(member.seat);
  return (
    <li className="grid grid-cols-[5.5rem_1fr] gap-3 text-small">
      <SeatChip seat={member.seat} named className="self-start" />
      <dl className="min-w-0 space-y-px">
        <Bar name="added" value={member.shapley_cents} most={most} style={{ border: `1.5px solid ${colour}` }} />
        <Bar name="signed" value={member.signed_cents} most={most} style={{ background: colour, opacity: 0.55 }} />
        <Bar name="received" value={member.received_cents} most={most} style={{ background: colour }} />
      </dl>
    </li>
  );
}

function Bar({ name, value, most, style }: { name: string; value: number; most: number; style: CSSProperties }) {
  return (
    <div className="grid grid-cols-[3.5rem_1fr_4.5rem] items-center gap-2">
      <dt className="text-ink-2 text-micro">{name}</dt>
      <dd className="col-span-2 grid grid-cols-subgrid items-center">
        <span aria-hidden className="block border-line-strong border-l">
          <span className="block h-2.5" style={{ ...style, width: `${Math.max(0, value / most) * 100}%` }} />
        </span>
        <span className="num text-right">{moneyOf(cents(value) * 100)}</span>
      </dd>
    </div>
  );
}

function cents(value: number): number {
  return Math.round(value) / 100;
}

function wordOf(split: string): string {
  if (split === 'equal') return 'equally';
  return split === 'shapley' ? 'by Shapley value' : 'by contribution';
}
