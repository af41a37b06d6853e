/** What decided a match of the open market, from its explanation. */
import type { Decided, Moment } from '~/contract/screens';
import { formatDelta, formatMoney } from '~/kit/format';
import type { Explanation, ProfitEntry } from '../explain/explanation';

const MOST_MOMENTS = 3;

export function decided(explanation: unknown): Decided | null {
  const { efficiency, seats, deals = [] } = explanation as Explanation; // created by this game's pack
  const { efficiency: share, optimum_cents } = efficiency;
  return {
    reached: share === null ? null : { share, text: `of the best possible ${formatMoney(optimum_cents / 100)}, made by all labs together` },
    moments: biggest(seats, deals),
    missed: bestMissed(seats),
    gains: Object.fromEntries(seats.map(({ seat, gain }) => [seat, gain])),
  };
}

type Seats = Explanation['seats'];
type Deals = NonNullable<Explanation['deals']>;

/**
 * The events that were worth most to a lab, in chronological order. A job is worth its pay minus what its lab paid others from it, a deal
 * its price and what the blocks change in the lab's own plan, because what was paid for a block says nothing of what it is worth. Bonds and
 * deposits are worth nothing while they can come back.
 */
function biggest(seats: Seats, deals: Deals): Moment[] {
  const dealt = new Set(deals.map(({ seq }) => seq));
  const bySeq = new Map<number, { seq: number; name: string; cents: number; isDeal: boolean }>();
  for (const { seat, name, entries } of seats) {
    const worth = new Map([...netOf(entries), ...deals.flatMap((deal) => worthTo(deal, seat))]);
    for (const [seq, cents] of worth) {
      if (Math.abs(cents) > Math.abs(bySeq.get(seq)?.cents ?? 0)) bySeq.set(seq, { seq, name, cents, isDeal: dealt.has(seq) });
    }
  }
  const most = [...bySeq.values()].sort((a, b) => Math.abs(b.cents) - Math.abs(a.cents)).slice(0, MOST_MOMENTS);
  return most
    .sort((a, b) => a.seq - b.seq)
    .map(({ seq, name, cents, isDeal }) => ({
      seq,
      text: null,
      note: isDeal ? `Worth ${formatDelta(cents / 100)} cr to ${name}, by its own plan` : `${name} ${formatDelta(cents / 100)} cr`,
    }));
}

function worthTo({ seq, worth_cents }: Deals[number], seat: string): [seq: number, cents: number][] {
  const cents = worth_cents[seat];
  return cents === undefined ? [] : [[seq, cents]];
}

function netOf(entries: readonly ProfitEntry[]): Map<number, number> {
  const net = new Map<number, number>();
  for (const { seq, cents, held } of entries) if (!held) net.set(seq, (net.get(seq) ?? 0) + cents);
  return net;
}

function bestMissed(seats: Seats): Moment | null {
  const all = seats.flatMap(({ name, rounds }) => rounds.flatMap(({ seq, missed }) => (missed === null ? [] : [{ name, seq, missed }])));
  const [best] = all.sort((a, b) => b.missed.worth_cents - a.missed.worth_cents);
  if (best === undefined) return null;
  const { name, seq, missed } = best;
  return {
    seq,
    text: `${name} could have gained by ${withoutId(missed.text)}.`,
    note: `About ${formatMoney(missed.worth_cents / 100)}, by the planner's estimate`,
  };
}

/** `taking o_74: b_0_1 from Lab A for 15 cr`: removes the offer's id, because screens replace it with the terms, which follow anyway. */
function withoutId(text: string): string {
  return text.replace(/^taking o_\d+: /, 'taking ');
}
