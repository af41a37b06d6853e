/**
 * The ledger of a match of `open`, from its events. The fair price of a deal is a range: at least what the cheapest house lab asks for
 * such a block, at most what it added to the receiver's own best plan when the receiver decided. A price in the range is a trade; only
 * the amount outside it is given away. In a joint plan, a lab gave away what its pledge was worth to it alone minus its share.
 */
import type { Ledger, Transfer } from '~/contract/ledger';
import { Account } from '../books/conservation';
import { copyState } from '../copy';
import type { CoalitionLeft, MatchBranched, MatchOpened, OfferAccepted, OpenEvent, PlanExecuted } from '../events';
import { evolve } from '../evolve';
import { factsFor } from '../observe';
import { Appraiser } from '../plans/appraise';
import { blockOf, hoursLeft, jobOf, type OpenState, toCents } from '../state';
import { OPERATOR, type OpenBlock } from '../types';

/** Credits per hour that the cheapest house lab asks, long before the start; a quarter of it when the block starts. */
const USUAL_PER_HOUR = 7;

/** The lowest and highest fair price, in cents. */
interface Range {
  low: number;
  high: number;
}

export function openLedger(events: readonly OpenEvent[]): Ledger {
  const book = new Book(events);
  for (const [i, event] of events.entries()) book.note(event, i + 1);
  return book.ledger();
}

class Book {
  private state: OpenState | null = null;
  /** What came in and went out: the account that conservation is checked with. */
  private readonly account = new Account();
  private profits: Ledger['profits'] = {};
  private stake = 0;
  private readonly transfers: Transfer[] = [];
  /** By round and lab: all blocks it takes over in that round. Blocks that have value only together are appraised together. */
  private readonly taken: ReadonlyMap<string, string[]>;
  /** The state when a round began, on which every lab decided. */
  private readonly rounds = new Map<number, OpenState>();

  constructor(events: readonly OpenEvent[]) {
    this.taken = takenByRound(events);
  }

  ledger(): Ledger {
    const { settled_cents, energy_cents, operator_cents } = this.account;
    const { profits, transfers, stake } = this;
    return { profits, entered: settled_cents, left: energy_cents + operator_cents, transfers, stake };
  }

  /** Takes each event with the state before it. */
  note(event: OpenEvent, seq: number): void {
    if (event.type === 'match_opened' || event.type === 'match_branched') this.open(event);
    else if (this.state !== null) this.notePlay(this.state, event, seq);
    this.account.hear(event);
    if (event.type === 'match_ended') this.profits = event.profits_cents;
    this.state = evolve(this.state, event);
    if (event.type === 'match_opened' || event.type === 'match_branched' || event.type === 'round_started')
      this.rounds.set(this.state.round_index, copyState(this.state));
  }

  private open(event: MatchOpened | MatchBranched): void {
    const state = evolve(null, event);
    const labs = Object.values(state.labs);
    const blocks = Object.values(state.blocks).filter((block) => block.origin === 'first');
    const money = labs.reduce((sum, lab) => sum + lab.start_cents, 0);
    this.stake = (money + usualPrice(state, blocks)) / Math.max(1, labs.length);
  }

  private notePlay(state: OpenState, event: OpenEvent, seq: number): void {
    if (event.type === 'offer_accepted') this.deal(state, event, seq);
    else if (event.type === 'plan_executed') this.joinUp(state, event, seq);
    else if (event.type === 'coalition_left') this.forfeit(event, seq);
    else if (event.type === 'promise_ended' && event.forfeit_cents > 0)
      this.add(seq, { from: event.from_lab_id, to: event.to_lab_id, worth: event.forfeit_cents, paid: 0 });
    else if (event.type === 'deposit_settled' && event.to_lab_id !== event.from_lab_id && !event.kept_word)
      this.add(seq, { from: event.from_lab_id, to: event.to_lab_id, worth: event.amount_cents, paid: 0 });
  }

  private deal(state: OpenState, deal: OfferAccepted, seq: number): void {
    const { from_lab_id: from, to_lab_id: to } = deal;
    const price = deal.requested_payment_cents - deal.payment_cents;
    if (from === OPERATOR || to === OPERATOR) return;
    const made = state.offers[deal.offer_id]?.round_created ?? state.round_index;
    const given = this.rangeOf(state, { receiver: to, ids: idsTo(deal, to), decided: state.round_index, price });
    const back = this.rangeOf(state, { receiver: from, ids: idsTo(deal, from), decided: made, price: -price });
    this.trade(seq, { from, to }, { given, back, price });
  }

  /** `from` hands over blocks worth the range `given` for `back` and a price; a negative price means that `from` also pays. */
  private trade(
    seq: number,
    { from, to }: Pick<Transfer, 'from' | 'to'>,
    { given, back, price }: { given: Range; back: Range; price: number },
  ): void {
    const [paysMore, getsMore] = [Math.max(0, -price), Math.max(0, price)];
    if (given.low + paysMore > back.high + getsMore) this.add(seq, { from, to, worth: given.low + paysMore, paid: back.high + getsMore });
    else if (back.low + getsMore > given.high + paysMore)
      this.add(seq, { from: to, to: from, worth: back.low + getsMore, paid: given.high + paysMore });
    else this.add(seq, { from, to, worth: back.low + getsMore, paid: back.low + getsMore });
  }

  /** A lab that gets less from the plan than its pledge is worth alone gives the difference to those who get more, in proportion. */
  private joinUp(state: OpenState, { plan, participants, shares, total_cents }: PlanExecuted, seq: number): void {
    const surplus = participants.map((lab) => {
      const share = shares.find(({ lab_id }) => lab_id === lab)?.share ?? 0;
      return { lab, cents: Math.round(share * total_cents) - aloneCents(state, lab, plan) };
    });
    const gains = surplus.filter(({ cents }) => cents > 0);
    const all = gains.reduce((sum, { cents }) => sum + cents, 0);
    for (const { lab: from, cents } of surplus) {
      if (cents >= 0) continue;
      for (const { lab: to, cents: gain } of gains) {
        const worth = Math.round((Math.min(-cents, all) * gain) / all);
        if (worth > 0) this.add(seq, { from, to, worth, paid: 0 });
      }
    }
  }

  private forfeit({ lab_id, forfeits }: CoalitionLeft, seq: number): void {
    for (const { lab_id: to, amount_cents } of forfeits)
      if (to !== lab_id) this.add(seq, { from: lab_id, to, worth: amount_cents, paid: 0 });
  }

  /** Tries each way to value the blocks until one justifies the price. */
  private rangeOf(state: OpenState, { receiver, ids, decided, price }: Bought): Range {
    const low = usualPrice(
      state,
      ids.map((id) => blockOf(state, id)),
    );
    let high = low;
    if (high >= price || ids.length === 0) return { low, high };
    const taken = this.taken.get(`${state.round_index} ${receiver}`) ?? ids;
    const sold = this.soldSince(receiver, { from: decided, to: state.round_index });
    for (const when of [this.rounds.get(decided) ?? state, state]) {
      const plan = new Appraiser(factsFor(when, receiver));
      const known = taken.filter((id) => when.blocks[id] !== undefined);
      for (const gives of [[], sold]) {
        for (const beside of [[], known.filter((id) => !ids.includes(id)), known.slice(0, known.indexOf(ids[0] ?? ''))]) {
          const added =
            plan.deal({ gets: [...beside, ...ids], gives, money: 0 }).value - plan.deal({ gets: beside, gives, money: 0 }).value;
          high = Math.max(high, toCents(added));
          if (high >= price) return { low, high };
        }
      }
    }
    return { low, high };
  }

  /** What it expected to sell when it decided. */
  private soldSince(labId: string, span: { from: number; to: number }): string[] {
    return [...this.taken].flatMap(([key, ids]) => {
      const [round, receiver] = key.split(' ');
      const isThen = Number(round) >= span.from && Number(round) <= span.to && receiver !== labId;
      return isThen ? ids.filter((id) => this.rounds.get(span.from)?.blocks[id]?.owner_lab_id === labId) : [];
    });
  }

  private add(seq: number, transfer: Omit<Transfer, 'seq'>): void {
    this.transfers.push({ seq, ...transfer });
  }
}

/** What a receiver gets in a deal. */
interface Bought {
  receiver: string;
  ids: readonly string[];
  /** The round in which it accepted or made its offer. */
  decided: number;
  /** What it pays. */
  price: number;
}

/** What a lab's blocks and jobs in a joint plan would earn it alone. */
function aloneCents(state: OpenState, lab: string, plan: PlanExecuted['plan']): number {
  const blocks = plan.flatMap(({ block_ids }) => block_ids).filter((id) => blockOf(state, id).owner_lab_id === lab);
  const jobs = plan.map(({ job_id }) => job_id).filter((id) => jobOf(state, id).lab_id === lab);
  const own = new Appraiser(factsFor(state, lab));
  return Math.max(0, toCents(own.deal({ gets: blocks, gives: [], money: 0 }).value + own.pledge([], jobs)));
}

/** What the cheapest house lab asks for these: by the hours left, less the nearer the start. Zero for blocks that can no longer deliver. */
function usualPrice(state: OpenState, blocks: readonly OpenBlock[]): number {
  return blocks.reduce(
    (sum, block) => sum + toCents(USUAL_PER_HOUR * patience(block.start_round - state.round_index) * hoursLeft(state, block)),
    0,
  );
}

function patience(ahead: number): number {
  return Math.min(1, Math.max(0.25, 0.25 + 0.15 * ahead));
}

function idsTo({ transfers }: OfferAccepted, labId: string): string[] {
  return transfers.filter(({ to_lab_id }) => to_lab_id === labId).map(({ block_id }) => block_id);
}

function takenByRound(events: readonly OpenEvent[]): Map<string, string[]> {
  const taken = new Map<string, string[]>();
  let round = 0;
  for (const event of events) {
    if (event.type === 'round_started') round = event.round_index;
    if (event.type === 'match_branched') round = event.round_index;
    if (event.type !== 'offer_accepted') continue;
    for (const { block_id, to_lab_id } of event.transfers) {
      const key = `${round} ${to_lab_id}`;
      taken.set(key, [...(taken.get(key) ?? []), block_id]);
    }
  }
  return taken;
}
