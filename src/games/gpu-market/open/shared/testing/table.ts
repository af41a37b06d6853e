/** For tests: a market set up by hand, played round by round. */
import type { Reading } from '~/contract/game';
import { decide, lapse } from '../../v1/decide';
import { type OpenConfig, parseOpenConfig } from '../config';
import type { OpenEvent } from '../events';
import { evolve } from '../evolve';
import type { OpenObservation } from '../observation';
import { observe } from '../observe';
import type { OpenState } from '../state';
import { coalitionOf, jobOf, labOf } from '../state';
import type { BlockOpening, JobOpening, OpenResult, PlannedShock } from '../types';
import type { LabWorld } from '../world';

export interface LabGiven {
  budget?: number;
  blocks?: (Partial<BlockOpening> & { block_id: string })[];
  jobs?: (Partial<JobOpening> & { job_id: string; value?: number })[];
}

export interface TableGiven {
  rounds?: number;
  seed?: number;
  judge?: boolean | 'llm';
  labs: LabGiven[];
  shocks?: (Partial<PlannedShock> & Pick<PlannedShock, 'kind' | 'round_index'>)[];
  grants?: { pitch_round: number; block: BlockOpening }[];
}

type Turns = Record<string, unknown>;

/** The version being played. */
export interface TableRules {
  ref: { version: number };
  parseConfig: (raw: unknown) => Reading<OpenConfig>;
  decide: (state: OpenState, seat: string, move: unknown) => OpenEvent[];
  lapse: (state: OpenState) => OpenEvent[];
  observe: (state: OpenState, seat: string) => OpenObservation;
}

const VERSION_1: TableRules = { ref: { version: 1 }, parseConfig: parseOpenConfig, decide, lapse, observe };

export class Table {
  state: OpenState;
  readonly events: OpenEvent[] = [];
  private readonly rules: TableRules;

  constructor(given: TableGiven, rules: TableRules = VERSION_1) {
    this.rules = rules;
    const config = rules.parseConfig({
      task_type: 'coalition_market',
      labs: given.labs.length,
      rounds: given.rounds ?? 8,
      shocks: 0,
      seed: given.seed ?? 7,
      judge_mode: given.judge === 'llm' ? 'llm' : given.judge === true ? 'rule' : 'off',
    });
    if (!config.ok) throw new Error(config.why);
    const opening: OpenEvent = {
      type: 'match_opened',
      ruleset: 'open',
      version: rules.ref.version,
      config: config.value,
      labs: given.labs.map(laid),
      shocks: (given.shocks ?? []).map((shock) => ({ block_id: null, jobs: [], blocks: [], live: false, ...shock })),
      grants: given.grants ?? [],
    };
    this.events.push(opening);
    this.state = evolve(null, opening);
  }

  /** All seats' turns of one round, by seat; seats not named stay silent. Returns the answers to each seat's actions. */
  play(turns: Turns = {}): Record<string, OpenResult[]> {
    const round = this.state.round_index;
    for (const [seat, turn] of Object.entries(turns)) this.take(this.rules.decide(this.state, seat, turn));
    if (this.state.round_index === round && !this.state.finished) this.take(this.rules.lapse(this.state));
    return Object.fromEntries(Object.keys(turns).map((seat) => [seat, labOf(this.state, seat).results]));
  }

  /** The same as `play`, but only the codes. */
  codes(turns: Turns): Record<string, string[]> {
    return Object.fromEntries(Object.entries(this.play(turns)).map(([seat, results]) => [seat, results.map((result) => result.code)]));
  }

  /** One seat's turn while the others are silent: the codes of its actions. */
  does(seat: string, ...actions: unknown[]): string[] {
    return this.codes({ [seat]: actions })[seat] ?? [];
  }

  /** Rounds in which every seat is silent, until this one begins. */
  until(round: number): this {
    while (this.state.round_index < round && !this.state.finished) this.play();
    return this;
  }

  toEnd(): this {
    return this.until(this.state.config.rounds);
  }

  take(events: readonly OpenEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      this.state = evolve(this.state, event);
    }
  }

  /** Money in units. */
  budget(seat: string): number {
    return labOf(this.state, seat).budget_cents / 100;
  }

  owner(blockId: string): string | undefined {
    return this.state.blocks[blockId]?.owner_lab_id;
  }

  status(blockId: string): string | undefined {
    return this.state.blocks[blockId]?.status;
  }

  job(jobId: string) {
    return jobOf(this.state, jobId);
  }

  offer(offerId: string) {
    const offer = this.state.offers[offerId];
    if (offer === undefined) throw new Error(`no offer ${offerId}`);
    return offer;
  }

  coalition(coalitionId = 'c_1') {
    return coalitionOf(this.state, coalitionId);
  }

  sees(seat: string) {
    return this.rules.observe(this.state, seat);
  }
}

export function table(given: TableGiven, rules: TableRules = VERSION_1): Table {
  return new Table(given, rules);
}

function laid(lab: LabGiven, index: number): LabWorld {
  return {
    lab_id: `lab_${index}`,
    public_name: `Lab ${index}`,
    budget_cents: Math.round((lab.budget ?? 100) * 100),
    blocks: (lab.blocks ?? []).map((block) => ({ start_round: 2, duration: 2, gpu_count: 1, reliability: 0.9, energy_cost: 1, ...block })),
    jobs: (lab.jobs ?? []).map(({ value, ...job }) => ({
      arrival_round: 0,
      gpu_hours_required: 2,
      deadline_round: 6,
      base_value: value ?? 50,
      urgency_multiplier: 1,
      min_reliability: 0.7,
      partial_credit_allowed: false,
      private_notes: 'benchmark_run',
      ...job,
    })),
  };
}
