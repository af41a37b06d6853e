/** Types of planning: assigning blocks to jobs. Money in cents. */

export interface PlanJob {
  job_id: string;
  required: number;
  value: number;
  late_value: number;
  partial: boolean;
  /** Hours in time without the blocks being planned. */
  hours: number;
  /** The same, including late ones. */
  total: number;
  /** The holder's share of each cent after a joint plan's shares; 1: all. */
  share: number;
  /** Energy paid or due without the blocks being planned; deducted before shares. */
  energy: number;
}

/** A block's contribution to a job: hours in time, hours in total, and cost. */
export interface PlanPair {
  hours: number;
  total: number;
  cost: number;
}

export interface PlanProblem {
  jobs: PlanJob[];
  /** By job, by block; null: the block cannot be used for the job. */
  pairs: (PlanPair | null)[][];
  blocks: number;
}

export interface Plan {
  /** Added to what the jobs earn without these blocks. */
  value: number;
  /** By block: the index of its job, or -1. */
  job_of: number[];
}

/** What a job pays for this many hours. */
export function payFor(job: PlanJob, hours: number, total: number): number {
  if (hours >= job.required) return job.value;
  if (job.partial) return Math.floor((job.value * hours) / job.required);
  return total >= job.required ? job.late_value : 0;
}
