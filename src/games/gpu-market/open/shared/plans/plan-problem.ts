/** The words of planning: blocks against jobs, and the best that can be made of them. Money in cents. */

export interface PlanJob {
  job_id: string;
  required: number;
  value: number;
  late_value: number;
  partial: boolean;
  /** Hours in time that it has or will have without the blocks that are planned here. */
  hours: number;
  /** The same, late ones included. */
  total: number;
  /** What is left of each cent when a joint plan's shares are paid; 1: all. */
  share: number;
  /** Energy that is paid on it or due without the blocks planned here: it counts before shares. */
  energy: number;
}

/** What a block brings to a job: hours in time, hours at all, and its cost there. */
export interface PlanPair {
  hours: number;
  total: number;
  cost: number;
}

export interface PlanProblem {
  jobs: PlanJob[];
  /** By job, by block; null: the block cannot work for the job. */
  pairs: (PlanPair | null)[][];
  blocks: number;
}

export interface Plan {
  /** What is added to what the jobs earn without these blocks. */
  value: number;
  /** By block: the place of its job, or -1. */
  job_of: number[];
}

/** What a job pays for so many hours. */
export function payFor(job: PlanJob, hours: number, total: number): number {
  if (hours >= job.required) return job.value;
  if (job.partial) return Math.floor((job.value * hours) / job.required);
  return total >= job.required ? job.late_value : 0;
}
