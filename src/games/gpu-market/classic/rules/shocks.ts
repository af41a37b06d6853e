/** Shocks in the scheduled rounds. */
import { unreachable } from '~/contract/game';
import { round } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import type { ShockStruck } from '../../events';
import type { Block, Job, ShockKind } from '../../types';
import { type ClassicState, isLive } from '../state';
import { emit, type Turn } from '../turn';

const SURGE_HOURS = [2, 3, 4] as const;

export function strikeShock(turn: Turn): void {
  for (const due of turn.state.schedule) if (due.round_index === turn.state.round_index) strike(turn, due);
}

function strike(turn: Turn, due: { round_index: number; kind: ShockKind }): void {
  const effect = effectOf(turn, due.kind);
  if (effect === null) return;
  emit(turn, {
    type: 'shock_struck',
    kind: due.kind,
    round_index: due.round_index,
    history: effect.history,
    failed_block_id: effect.failed_block_id ?? null,
    block_ids: effect.block_ids ?? [],
    energy_costs: effect.energy_costs ?? [],
    reliabilities: effect.reliabilities ?? [],
    jobs_added: effect.jobs_added ?? [],
    draws: turn.draws.drawn,
  });
}

type Effect = Pick<ShockStruck, 'history'> &
  Partial<Pick<ShockStruck, 'failed_block_id' | 'block_ids' | 'energy_costs' | 'reliabilities' | 'jobs_added'>>;

/** null: there was nothing to hit. */
function effectOf(turn: Turn, kind: ShockKind): Effect | null {
  const when = `round_${turn.state.round_index}`;
  switch (kind) {
    case 'capacity_failure': {
      const live = turn.state.blocks.filter(isLive);
      if (live.length === 0) return null;
      const failed = turn.draws.choice(live).block_id;
      return { history: `${when}: block ${failed} failed`, failed_block_id: failed, block_ids: [failed] };
    }
    case 'energy_spike':
      return spikeEnergy(turn.state.blocks, `${when}: energy costs increased`);
    case 'reliability_degradation':
      return degradeReliability(turn.state.blocks, `${when}: reliability degraded across live capacity`);
    case 'demand_surge': {
      const jobs_added = turn.state.labs.map((lab, i) => ({ lab_id: lab.lab_id, job: drawSurgeJob(turn.draws, turn.state, i) }));
      return { history: `${when}: urgent demand surge added jobs`, jobs_added };
    }
    default:
      return unreachable(kind);
  }
}

function spikeEnergy(blocks: readonly Block[], history: string): Effect {
  const block_ids: string[] = [];
  const energy_costs: number[] = [];
  for (const block of blocks) {
    if (!isLive(block)) continue;
    block_ids.push(block.block_id);
    energy_costs.push(round(block.energy_cost * 1.25, 2));
  }
  return { history, block_ids, energy_costs };
}

function degradeReliability(blocks: readonly Block[], history: string): Effect {
  const block_ids: string[] = [];
  const reliabilities: number[] = [];
  for (const block of blocks) {
    if (!isLive(block)) continue;
    block_ids.push(block.block_id);
    reliabilities.push(round(Math.max(0.5, block.reliability - 0.12), 2));
  }
  return { history, block_ids, reliabilities };
}

function drawSurgeJob(draws: Draws, state: ClassicState, labNumber: number): Job {
  return {
    job_id: `j_${labNumber}_surge_${state.round_index}`,
    gpu_hours_required: draws.choice(SURGE_HOURS),
    deadline_round: Math.min(state.max_rounds, state.round_index + 2),
    base_value: round(draws.uniform(45, 85), 2),
    urgency_multiplier: round(draws.uniform(1.3, 1.9), 2),
    min_reliability: round(draws.uniform(0.7, 0.88), 2),
    partial_credit_allowed: true,
    private_notes: 'shock_demand_surge',
    completed: false,
    allocated_block_ids: [],
  };
}
