/** Public data on every lab: bands that reveal only a range, public offers, coalitions. */
import type { Band } from '../../types';
import { hoursLeft, type OpenState, scheduledHours } from './state';

const BUDGET_CENTS = [6000, 11500] as const;
const DEMAND = [0.7, 1.4] as const;
const PRESSURE = [0.8, 1.5] as const;

export interface LabBands {
  budget: Band;
  demand: Band;
  /** Its public open offers. */
  open_offers: number;
  coalition_ids: string[];
}

export interface Bands {
  labs: Record<string, LabBands>;
  market_pressure: Band;
}

/** Open hours (required minus scheduled, only arrived jobs) relative to unallocated hours. */
export function bandsOf(state: OpenState): Bands {
  const open: Record<string, number> = {};
  const free: Record<string, number> = {};
  for (const job of Object.values(state.jobs)) {
    if (job.settled || job.arrival_round > state.round_index) continue;
    const missing = job.gpu_hours_required - job.hours_delivered - scheduledHours(state, job, state.config.rounds);
    open[job.lab_id] = (open[job.lab_id] ?? 0) + Math.max(0, missing);
  }
  for (const block of Object.values(state.blocks)) {
    if (block.allocated_to_job_id === null && block.status !== 'spent') {
      free[block.owner_lab_id] = (free[block.owner_lab_id] ?? 0) + hoursLeft(state, block);
    }
  }
  const total = (hours: Record<string, number>) => Object.values(hours).reduce((sum, hour) => sum + hour, 0);
  const labs: Record<string, LabBands> = {};
  for (const lab of Object.values(state.labs)) {
    const demand = (open[lab.lab_id] ?? 0) / Math.max(1, free[lab.lab_id] ?? 0);
    labs[lab.lab_id] = { budget: band(lab.budget_cents, BUDGET_CENTS), demand: band(demand, DEMAND), open_offers: 0, coalition_ids: [] };
  }
  countDealings(state, labs);
  return { labs, market_pressure: band(total(open) / Math.max(1, total(free)), PRESSURE) };
}

function countDealings(state: OpenState, labs: Record<string, LabBands>): void {
  for (const offer of Object.values(state.offers)) {
    const lab = labs[offer.from_lab_id];
    if (lab !== undefined && offer.status === 'active' && offer.to_lab_id === null) lab.open_offers += 1;
  }
  for (const { coalition_id, members } of Object.values(state.coalitions))
    for (const lab of members) labs[lab]?.coalition_ids.push(coalition_id);
}

function band(value: number, [medium, high]: readonly [number, number]): Band {
  return value < medium ? 'low' : value < high ? 'medium' : 'high';
}
