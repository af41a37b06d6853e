/** Promises that were kept and who relied on them, wants that were filled, counter-plans that were carried out. */
import type { OpenPromise, OpenWant, Proposal } from '../shared/bargain';
import type { OpenEvent } from '../shared/events';
import type { SpokenExplained } from './explanation';
import { listed, nameOf } from './words';

/** In the order it was decided. */
export function spokenOf(events: readonly OpenEvent[]): SpokenExplained[] {
  const ear = new Ear();
  for (const [place, event] of events.entries()) ear.hear(event, place + 1);
  return ear.told();
}

interface Reliance {
  promise: OpenPromise;
  seq: number;
  round: number;
}

class Ear {
  private readonly promises = new Map<string, OpenPromise>();
  private readonly wants = new Map<string, OpenWant>();
  private readonly proposals = new Map<string, Proposal>();
  private readonly spoken: SpokenExplained[] = [];
  /** Accepted promises, and the jobs their blocks then served. */
  private readonly taken: Reliance[] = [];
  private readonly uses = new Map<string, string>();
  private readonly pay = new Map<string, number>();
  private filled: { want: OpenWant; seq: number } | null = null;
  private round = 0;

  hear(event: OpenEvent, seq: number): void {
    switch (event.type) {
      case 'round_started':
        this.round = event.round_index;
        break;
      case 'promise_made':
        this.promises.set(event.promise.promise_id, event.promise);
        break;
      case 'promise_ended': {
        const promise = this.promises.get(event.promise_id);
        if (promise === undefined) break;
        if (event.why === 'taken') this.taken.push({ promise, seq, round: this.round });
        else this.say(seq, `${madeWords(promise)} ${endWords(promise, event)}`);
        break;
      }
      case 'want_posted':
        this.wants.set(event.want.want_id, event.want);
        break;
      case 'want_closed': {
        const want = this.wants.get(event.want_id);
        this.filled = event.status === 'filled' && want !== undefined ? { want, seq } : null;
        break;
      }
      case 'offer_accepted':
        this.fill(event);
        break;
      case 'job_allocated':
        for (const id of event.block_ids) this.uses.set(id, event.job_id);
        break;
      case 'job_settled':
        this.pay.set(event.job_id, event.value_cents);
        break;
      case 'plan_proposed':
        this.proposals.set(event.proposal.plan_id, event.proposal);
        break;
      case 'plan_executed': {
        for (const { job_id, block_ids } of event.plan) for (const id of block_ids) this.uses.set(id, job_id);
        const proposal = this.proposals.get(event.plan_id ?? '');
        if (proposal?.counters === true) this.say(seq, counterWords(proposal, event.coalition_id));
        break;
      }
      default:
        break;
    }
  }

  told(): SpokenExplained[] {
    const relied = this.taken.map(({ promise, seq, round }) => ({
      seq,
      round_index: round,
      text: `${madeWords(promise)} ${this.relianceWords(promise, round)}`,
    }));
    return [...this.spoken, ...relied].sort((a, b) => a.seq - b.seq);
  }

  /** The deal right after the closing of a want is what filled it. */
  private fill({ from_lab_id, transfers }: Extract<OpenEvent, { type: 'offer_accepted' }>): void {
    if (this.filled === null) return;
    const { want, seq } = this.filled;
    this.filled = null;
    const blocks = listed(transfers.map((one) => one.block_id));
    this.say(
      seq,
      `${nameOf(want.lab_id)} asked all labs for ${want.hours} GPU-hours for ${money(want.payment_cents)}; ${nameOf(from_lab_id)} filled it with ${blocks}.`,
    );
  }

  private relianceWords({ to_lab_id, block_ids }: OpenPromise, round: number): string {
    const who = nameOf(to_lab_id);
    const jobs = [...new Set(block_ids.flatMap((id) => this.uses.get(id) ?? []))];
    if (jobs.length === 0) return `${who} bought them in round ${round}, but did not put them to work.`;
    const paid = jobs.reduce((sum, job) => sum + (this.pay.get(job) ?? 0), 0);
    return `${who} bought them in round ${round} for ${listed(jobs)}, which paid ${money(paid)}.`;
  }

  private say(seq: number, text: string): void {
    this.spoken.push({ seq, round_index: this.round, text });
  }
}

function madeWords({ from_lab_id, to_lab_id, block_ids, until_round, price_cents }: OpenPromise): string {
  return `${nameOf(from_lab_id)} promised ${nameOf(to_lab_id)} to hold ${listed(block_ids)} until round ${until_round}, at ${money(price_cents)}.`;
}

function endWords({ from_lab_id, to_lab_id }: OpenPromise, { why, forfeit_cents }: Extract<OpenEvent, { type: 'promise_ended' }>): string {
  if (why === 'broken') return `${nameOf(from_lab_id)} broke the promise; ${nameOf(to_lab_id)} got the bond of ${money(forfeit_cents)}.`;
  if (why === 'declined') return `${nameOf(to_lab_id)} declined.`;
  return why === 'lapsed'
    ? `The promise was kept, but ${nameOf(to_lab_id)} did not buy them.`
    : 'A block was lost, so the promise ended without penalty.';
}

function counterWords({ lab_id, surplus_cents }: Proposal, coalition: string): string {
  const worth = surplus_cents === null ? '' : `, which made ${money(surplus_cents)} more than it cost,`;
  return `${nameOf(lab_id)}’s counter-plan${worth} was carried out in coalition ${coalition}.`;
}

function money(cents: number): string {
  return `${cents / 100} cr`;
}
