/** Every movement of money by cause: a match's events as accounts of its seats. */

import type { CapacityDelivered, JobSettled, OfferAccepted, OpenEvent } from '../shared/events';
import { evolve } from '../shared/evolve';
import { blockOf, energyAt, jobOf, type OpenState } from '../shared/state';
import { LATE_WORDS } from '../shared/types';
import type { ProfitEntry, ProfitPart } from './explanation';
import { PROFIT_PARTS } from './explanation';
import { listed, nameOf } from './words';

/** By seat, in event order. */
export function entriesOf(events: readonly OpenEvent[]): Record<string, ProfitEntry[]> {
  const book = new AccountBook();
  for (const [place, event] of events.entries()) book.hear(event, place + 1);
  return book.entries;
}

export function sumByPart(entries: readonly ProfitEntry[]): Record<ProfitPart, number> {
  const sums = Object.fromEntries(PROFIT_PARTS.map((part) => [part, 0])) as Record<ProfitPart, number>;
  for (const { part, cents } of entries) sums[part] += cents;
  return sums;
}

interface Movement {
  part: ProfitPart;
  cents: number;
  text: string;
  held?: true;
}

class AccountBook {
  readonly entries: Record<string, ProfitEntry[]> = {};
  private state: OpenState | null = null;
  private seq = 0;
  /** Jobs from a demand surge. */
  private readonly surged = new Set<string>();
  /** Blocks won by pitches, with their winners. */
  private readonly winners = new Map<string, string>();

  hear(event: OpenEvent, seq: number): void {
    this.seq = seq;
    this.state = evolve(this.state, event);
    switch (event.type) {
      case 'match_opened':
        for (const lab of event.labs) this.entries[lab.lab_id] = [];
        break;
      case 'shock_struck':
        for (const { job } of event.shock.jobs) this.surged.add(job.job_id);
        break;
      case 'grant_given':
        if (event.lab_id !== null) this.winners.set(event.block_id, event.lab_id);
        break;
      case 'offer_accepted':
        this.trade(event);
        break;
      case 'capacity_delivered':
        this.energy(event);
        break;
      case 'job_settled':
        this.settle(event);
        break;
      case 'deposit_settled':
        if (event.kept_word) this.held(event.to_lab_id, event.amount_cents, depositWords(event));
        else this.penalty(event.to_lab_id, event.amount_cents, depositWords(event));
        break;
      case 'promise_made':
        this.held(event.promise.from_lab_id, -event.promise.bond_cents, `the bond of a promise to ${nameOf(event.promise.to_lab_id)}`);
        break;
      case 'promise_ended':
        this.held(event.from_lab_id, event.refund_cents, `the bond of a promise to ${nameOf(event.to_lab_id)} came back`);
        this.penalty(event.to_lab_id, event.forfeit_cents, `the bond of a promise that ${nameOf(event.from_lab_id)} broke`);
        break;
      case 'coalition_formed':
        this.bond(event.coalition.founder, event.coalition.bond_cents, event.coalition.coalition_id);
        break;
      case 'coalition_joined':
        this.bond(event.lab_id, this.bondOf(event.coalition_id), event.coalition_id);
        break;
      case 'coalition_left':
        this.held(event.lab_id, event.refund_cents, `the bond of coalition ${event.coalition_id} came back`);
        for (const { lab_id, amount_cents } of event.forfeits) {
          this.penalty(lab_id, amount_cents, `part of the bond that ${nameOf(event.lab_id)} forfeited in coalition ${event.coalition_id}`);
        }
        break;
      case 'coalition_ended':
        for (const { lab_id, amount_cents } of event.refunds) {
          this.held(lab_id, amount_cents, `the bond of coalition ${event.coalition_id} came back`);
        }
        break;
      default:
        break;
    }
  }

  private trade(deal: OfferAccepted): void {
    const { from_lab_id, to_lab_id } = deal;
    const net = deal.payment_cents - deal.requested_payment_cents;
    const given = deal.transfers.filter((transfer) => transfer.from_lab_id === from_lab_id).map((transfer) => transfer.block_id);
    const taken = deal.transfers.filter((transfer) => transfer.from_lab_id === to_lab_id).map((transfer) => transfer.block_id);
    this.move(from_lab_id, { part: 'trades', cents: -net, text: dealWords(to_lab_id, given, taken) });
    this.move(to_lab_id, { part: 'trades', cents: net, text: dealWords(from_lab_id, taken, given) });
    if (deal.deposit === null) return;
    this.held(to_lab_id, -deal.deposit.amount_cents, `deposit on ${listed(deal.deposit.block_ids)}, returned if used in time`);
  }

  /** The drawn energy cost of a block counts as energy, and increases by spikes as shocks. */
  private energy({ lab_id, deliveries }: CapacityDelivered): void {
    for (const { block_id, job_id, energy_cents } of deliveries) {
      if (energy_cents === null) continue;
      const drawn = energyAt(blockOf(this.now(), block_id).energy_cost, 1);
      this.move(lab_id, { part: 'energy', cents: -drawn, text: `energy for ${block_id}, used by ${job_id}` });
      this.move(lab_id, {
        part: 'shocks',
        cents: drawn - energy_cents,
        text: `extra energy cost of ${block_id} for ${job_id}, from a price spike`,
      });
    }
  }

  private settle(event: JobSettled): void {
    const { lab_id, job_id, value_cents, payouts } = event;
    const won = Math.floor(value_cents * this.partOfGrants(lab_id, job_id));
    const how = settledWords(event);
    this.move(lab_id, { part: 'grants', cents: won, text: `${job_id}: the share of its pay earned by blocks won with a pitch` });
    this.move(lab_id, {
      part: this.surged.has(job_id) ? 'shocks' : 'jobs',
      cents: value_cents - won,
      text: this.surged.has(job_id) ? `${job_id}, brought by a demand surge, ${how}` : `${job_id} ${how}`,
    });
    for (const payout of payouts) {
      const cents = payout.amount_cents;
      this.move(lab_id, { part: 'coalition_shares', cents: -cents, text: `${nameOf(payout.lab_id)}'s share of ${job_id}` });
      this.move(payout.lab_id, { part: 'coalition_shares', cents, text: `its share of ${nameOf(lab_id)}'s ${job_id}` });
    }
  }

  /** The share of a job's hours from blocks that its owner won by a pitch. */
  private partOfGrants(labId: string, jobId: string): number {
    const job = jobOf(this.now(), jobId);
    const won = job.allocated_block_ids.filter((id) => this.winners.get(id) === labId);
    const hours = won.reduce((sum, id) => sum + blockOf(this.now(), id).hours_delivered, 0);
    return job.hours_delivered > 0 ? hours / job.hours_delivered : 0;
  }

  private bondOf(coalitionId: string): number {
    return this.now().coalitions[coalitionId]?.bond_cents ?? 0;
  }

  private bond(labId: string, cents: number, coalitionId: string): void {
    this.held(labId, -cents, `the bond of coalition ${coalitionId}`);
  }

  private penalty(labId: string, cents: number, text: string): void {
    this.move(labId, { part: 'penalties', cents, text });
  }

  private held(labId: string, cents: number, text: string): void {
    this.move(labId, { part: 'penalties', cents, text, held: true });
  }

  /** Skips the operator, which has no account, and movements of zero. */
  private move(labId: string, movement: Movement): void {
    if (movement.cents !== 0) this.entries[labId]?.push({ ...movement, round_index: this.now().round_index, seq: this.seq });
  }

  private now(): OpenState {
    if (this.state === null) throw new Error('entriesOf: an event before the opening');
    return this.state;
  }
}

function dealWords(partner: string, given: readonly string[], taken: readonly string[]): string {
  const who = nameOf(partner);
  if (given.length > 0 && taken.length > 0) return `gave ${listed(given)} to ${who} for ${listed(taken)}`;
  if (given.length > 0) return `sold ${listed(given)} to ${who}`;
  return taken.length > 0 ? `bought ${listed(taken)} from ${who}` : `payments with ${who}`;
}

function settledWords({ completed, late }: JobSettled): string {
  if (!completed) return 'paid in part, for the hours it got';
  return late ? `complete after its deadline, paid ${LATE_WORDS}` : 'complete in time, paid in full';
}

function depositWords({ kept_word, from_lab_id }: { kept_word: boolean; from_lab_id: string }): string {
  return kept_word ? 'the deposit came back: the blocks were used' : `the deposit of ${nameOf(from_lab_id)}: the blocks were not used`;
}
