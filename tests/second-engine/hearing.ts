/** Pitches for the spare block, and what the rule judge makes of them. */
import { knownJob } from './coalitions';
import { type Answer, type Block, type Market, type Move, tell } from './market';
import { ownThings, worthOf } from './worth';

interface Claim {
  job_id: string;
  field: string;
  value: number;
}

/** The pitches of a round, for a block that the operator gives away. */
export class Hearing {
  winner: string | null = null;
  private readonly m: Market;
  private readonly spare: Block;
  private readonly needs: Map<string, number>;
  private readonly pitches = new Map<string, Claim[]>();

  constructor(m: Market, spare: Block) {
    this.m = m;
    this.spare = spare;
    const needOf = (lab: string) => {
      const { blocks, jobs } = ownThings(m, lab);
      return Math.max(0, Math.round(worthOf(m, [...blocks, spare], jobs) - worthOf(m, blocks, jobs)));
    };
    this.needs = new Map([...m.labs.keys()].map((lab) => [lab, needOf(lab)]));
  }

  hear({ lab, act }: Move): Answer {
    if (typeof act.message !== 'string' || act.message.trim().length < 12) return 'empty_pitch';
    this.pitches.set(lab, (act.claims ?? []) as Claim[]);
    return null;
  }

  judge(order: readonly string[]): void {
    const scores = order.filter((lab) => this.pitches.has(lab)).map((lab) => ({ lab, score: this.scoreOf(lab) }));
    const best = Math.max(0, ...scores.map(({ score }) => score));
    this.winner = best > 0 ? (scores.find(({ score }) => score === best)?.lab ?? null) : null;
    tell(this.m, 'pitches_judged', {
      verdict: { block_id: this.spare.id, winner_lab_id: this.winner, pitches: scores.map(({ lab, score }) => ({ lab_id: lab, score })) },
    });
  }

  private scoreOf(lab: string): number {
    const claims = this.pitches.get(lab) ?? [];
    const truth = claims.map((claim) => this.isTrue(lab, claim));
    const fields = (job: string) => new Set(claims.filter((claim, i) => truth[i] && claim.job_id === job).map(({ field }) => field)).size;
    if (!claims.some(({ job_id }) => fields(job_id) >= 2)) return 0;
    const need = this.needs.get(lab) ?? 0;
    return Math.max(0, need / (need + 10_000) - 0.3 * truth.filter((one) => !one).length);
  }

  private isTrue(lab: string, { job_id, field, value }: Claim): boolean {
    const job = knownJob({ m: this.m, lab }, job_id);
    if (!job || job.isSettled) return false;
    const facts: Record<string, number> = {
      hours: job.required,
      deadline: job.deadline,
      value: job.value / 100,
      reliability: job.minReliability,
    };
    return facts[field] === value;
  }
}
