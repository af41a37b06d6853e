/**
 * Conservation of money. In a finished match, the sum of all profits equals settled value minus energy minus the operator's income. Any
 * difference, to the cent, is a fault of the rules.
 */
import type { Books as ContractBooks } from '~/contract/ledger';
import type { OpenEvent } from '../events';
import { escrowCents, fromCents, type OpenState } from '../state';
import { OPERATOR } from '../types';

/** Money in the market beyond what came in minus what went out; 0 for sound rules. */
export function imbalanceCents(state: OpenState): number {
  let there = 0;
  for (const lab of Object.values(state.labs)) there += lab.budget_cents - lab.start_cents + escrowCents(state, lab.lab_id);
  const { settled_cents, energy_cents, operator_cents } = state.ledger;
  return there - (settled_cents - energy_cents - operator_cents);
}

/** Why a match with an imbalance does not count; null: it balances. */
export function imbalanceWords(cents: number): string | null {
  if (cents === 0) return null;
  const amount = fromCents(Math.abs(cents)).toFixed(2);
  const what = cents > 0 ? `${amount} more than they earned` : `${amount} less than they earned`;
  return `Unrated: the labs ended with ${what}. The sum of all profits must equal the value settled less energy and payments to the operator. This is a fault in the rules; please report it.`;
}

export interface Books {
  profits_cents: Record<string, number>;
  /** Value of settled jobs minus energy: the value created. */
  made_cents: number;
  operator_cents: number;
  /** By lab, the profit that follows from the recorded events. */
  due_cents: Record<string, number>;
  /** By lab, profit minus `due_cents`; if not 0, money moved without an event. */
  unexplained_cents: Record<string, number>;
  /** Sum of all profits minus (made - operator). */
  difference_cents: number;
}

/** The books of a finished match, from its events only. */
export function booksOf(events: readonly OpenEvent[]): Books {
  const account = new Account();
  let profits: Record<string, number> | null = null;
  for (const event of events) {
    account.hear(event);
    if (event.type === 'match_ended') profits = event.profits_cents;
  }
  if (profits === null) throw new Error('books need a match that is over');
  const { made_cents, operator_cents, due_cents } = account;
  const unexplained = Object.entries(profits).map(([lab, profit]) => [lab, profit - (due_cents[lab] ?? 0)]);
  const sum = Object.values(profits).reduce((all, profit) => all + profit, 0);
  return {
    profits_cents: profits,
    made_cents,
    operator_cents,
    due_cents,
    unexplained_cents: Object.fromEntries(unexplained) as Record<string, number>,
    difference_cents: sum - (made_cents - operator_cents),
  };
}

/** In the common format of all games; the operator has no seat, so its income counts as leaving. */
export function openBooks(events: readonly OpenEvent[]): ContractBooks {
  const account = new Account();
  for (const event of events) account.hear(event);
  const { settled_cents: entered, energy_cents, operator_cents } = account;
  return { profits: booksOf(events).profits_cents, entered, left: energy_cents + operator_cents };
}

/** Tracks everything that moves money, event by event. */
export class Account {
  settled_cents = 0;
  energy_cents = 0;
  operator_cents = 0;
  readonly due_cents: Record<string, number> = {};
  private readonly bonds = new Map<string, number>();

  /** The value created. */
  get made_cents(): number {
    return this.settled_cents - this.energy_cents;
  }

  hear(event: OpenEvent): void {
    switch (event.type) {
      case 'match_branched':
        this.takeOver(event.state);
        break;
      case 'offer_accepted': {
        const net = event.payment_cents - event.requested_payment_cents;
        this.pay(event.from_lab_id, -net);
        this.pay(event.to_lab_id, net - (event.deposit?.amount_cents ?? 0));
        break;
      }
      case 'deposit_settled':
        this.pay(event.to_lab_id, event.amount_cents);
        break;
      case 'capacity_delivered':
        for (const { energy_cents } of event.deliveries) {
          this.energy_cents += energy_cents ?? 0;
          this.pay(event.lab_id, -(energy_cents ?? 0));
        }
        break;
      case 'job_settled':
        this.settled_cents += event.value_cents;
        this.pay(event.lab_id, event.value_cents);
        for (const { lab_id, amount_cents } of event.payouts) {
          this.pay(event.lab_id, -amount_cents);
          this.pay(lab_id, amount_cents);
        }
        break;
      default:
        this.hearCoalition(event);
    }
  }

  private hearCoalition(event: OpenEvent): void {
    switch (event.type) {
      case 'coalition_formed':
        this.bonds.set(event.coalition.coalition_id, event.coalition.bond_cents);
        this.pay(event.coalition.founder, -event.coalition.bond_cents);
        break;
      case 'promise_made':
        this.pay(event.promise.from_lab_id, -event.promise.bond_cents);
        break;
      case 'promise_ended':
        this.pay(event.from_lab_id, event.refund_cents);
        this.pay(event.to_lab_id, event.forfeit_cents);
        break;
      case 'coalition_joined':
        this.pay(event.lab_id, -(this.bonds.get(event.coalition_id) ?? 0));
        break;
      case 'coalition_left':
        this.pay(event.lab_id, event.refund_cents);
        for (const { lab_id, amount_cents } of event.forfeits) this.pay(lab_id, amount_cents);
        break;
      case 'coalition_ended':
        for (const { lab_id, amount_cents } of event.refunds) this.pay(lab_id, amount_cents);
        break;
      default:
        break;
    }
  }

  private pay(lab: string, cents: number): void {
    if (lab === OPERATOR) this.operator_cents += cents;
    else this.due_cents[lab] = (this.due_cents[lab] ?? 0) + cents;
  }

  /** A branch starts with the amounts of the original match. */
  private takeOver(state: OpenState): void {
    for (const lab of Object.values(state.labs)) this.due_cents[lab.lab_id] = lab.budget_cents - lab.start_cents;
    for (const { coalition_id, bond_cents } of Object.values(state.coalitions)) this.bonds.set(coalition_id, bond_cents);
    const { settled_cents, energy_cents, operator_cents } = state.ledger;
    Object.assign(this, { settled_cents, energy_cents, operator_cents });
  }
}
