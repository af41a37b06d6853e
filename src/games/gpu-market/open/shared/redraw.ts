/**
 * A copy of a running market to play on from, made from one seat's knowledge: what the seat knows is kept, and everything else is drawn
 * again. Two markets that look the same to the seat give the same copy, so that it tells no secrets.
 */
import { round } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import type { Band } from '../../types';
import { bandsOf } from './bands';
import { copyState } from './copy';
import { knownTo } from './known';
import { applyGuess, guessLab, hoursPerRaw } from './redraw-jobs';
import { escrowCents, type OpenState } from './state';
import type { OpenBlock, OpenCoalition, PlannedShock } from './types';
import { drawGrants, drawShock, openDraws, STREAMS, shockKinds } from './world';

/** How often a lab's jobs, and all labs' together, are drawn until they agree with the public bands. Then the last draw is used. */
const TRIES_A_LAB = 40;
const TRIES = 8;
const LONGEST_PLEDGE = 3;
/** The range of each public band of money, in cents. The upper end of `high` is a choice: the band has none. */
const BUDGETS: Record<Band, [number, number]> = { low: [0, 6000], medium: [6000, 11_500], high: [11_500, 24_000] };

/** `state` must be at the point where a round begins to wait for turns. */
export function redraw(state: OpenState, seat: string, freshSeed: number): OpenState {
  const known = knownTo(state, seat);
  const bands = bandsOf(state);
  const { seed_hex: _secret, ...config } = state.config;
  known.config = { ...config, seed: freshSeed };
  let drawn = known;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    drawn = copyState(known);
    drawOthers(drawn, { seat, attempt, bands });
    if (bandsOf(drawn).market_pressure === bands.market_pressure) break;
  }
  drawn.shocks = [...drawn.shocks, ...shocksToCome(drawn)];
  drawn.grants = [...drawn.grants, ...drawGrants(drawn.config).filter((grant) => grant.pitch_round > drawn.round_index)];
  numberAllocations(drawn);
  balance(drawn);
  return drawn;
}

interface Setting {
  seat: string;
  attempt: number;
  bands: ReturnType<typeof bandsOf>;
}

function drawOthers(drawn: OpenState, { seat, attempt, bands }: Setting): void {
  const scale = hoursPerRaw(drawn);
  for (const [number, labId] of Object.keys(drawn.labs).entries()) {
    const draws = openDraws(drawn.config, [STREAMS.redraw, attempt * 64 + number]);
    drawJobs(drawn, labId, { seat, scale, draws, demand: bands.labs[labId]?.demand ?? 'medium' });
    if (labId === seat) continue;
    drawMoney(drawn, labId, { draws, band: bands.labs[labId]?.budget ?? 'medium' });
    drawPledge(drawn, labId, { seat, draws });
  }
  const draws = openDraws(drawn.config, [STREAMS.redraw, attempt * 64 + 10_000]);
  for (const coalition of Object.values(drawn.coalitions)) drawInvitations(drawn, coalition, { seat, draws });
  inOrder(drawn);
}

/** Draws until the lab's open hours agree with its public demand band. */
function drawJobs(drawn: OpenState, labId: string, how: { seat: string; scale: number; draws: Draws; demand: Band }): void {
  const { seat, scale, draws, demand } = how;
  for (let tries = 1; ; tries++) {
    const trial = copyState(drawn);
    const guess = guessLab(trial, labId, { seat, scale, draws });
    applyGuess(trial, guess);
    if (tries < TRIES_A_LAB && labId !== seat && bandsOf(trial).labs[labId]?.demand !== demand) continue;
    applyGuess(drawn, guess);
    return;
  }
}

function drawMoney(drawn: OpenState, labId: string, { draws, band }: { draws: Draws; band: Band }): void {
  const [least, most] = BUDGETS[band];
  const lab = drawn.labs[labId];
  if (lab === undefined) return;
  lab.start_cents = Math.round(round(draws.uniform(100, 200), 2) * 100);
  lab.budget_cents = Math.min(most - 1, Math.floor(draws.uniform(least, most)));
}

/** Pledges to coalitions of which the seat is not a member: it does not know their terms, nor which of the owner's coalitions has them. */
function drawPledge(drawn: OpenState, labId: string, { seat, draws }: { seat: string; draws: Draws }): void {
  const blocks = Object.values(drawn.blocks).filter(
    (block) => block.owner_lab_id === labId && block.status === 'committed' && block.pledged_to === null,
  );
  const ventures = Object.values(drawn.coalitions).filter(
    (one) => one.status === 'active' && one.members.includes(labId) && !one.members.includes(seat),
  );
  if (blocks.length === 0) return;
  if (ventures.length === 0) {
    drawPromise(drawn, labId, { seat, draws, blocks });
    return;
  }
  const venture = draws.choice(ventures);
  for (const block of blocks) block.pledged_to = venture.coalition_id;
  const last = Math.min(drawn.config.rounds - 1, drawn.round_index + LONGEST_PLEDGE);
  venture.pledges[labId] = {
    block_ids: blocks.map((block) => block.block_id),
    job_ids: [],
    reserve_cents: Math.round(round(draws.uniform(0, 40), 2) * 100),
    until_round: draws.randint(drawn.round_index, last),
  };
}

/** Blocks promised to a lab other than the seat, on terms that the seat does not know. */
function drawPromise(drawn: OpenState, labId: string, how: { seat: string; draws: Draws; blocks: readonly OpenBlock[] }): void {
  const { seat, draws, blocks } = how;
  const others = Object.keys(drawn.labs).filter((lab) => lab !== labId && lab !== seat);
  const lab = drawn.labs[labId];
  if (others.length === 0 || lab === undefined) return;
  const promise_id = `h_${Object.keys(drawn.promises ?? {}).length + 1}_${labId}`;
  const last = drawn.config.rounds - 1;
  drawn.promises = {
    ...drawn.promises,
    [promise_id]: {
      promise_id,
      from_lab_id: labId,
      to_lab_id: draws.choice(others),
      block_ids: blocks.map((block) => block.block_id),
      price_cents: Math.round(round(draws.uniform(0, 40), 2) * 100),
      bond_cents: 0,
      round_created: Math.max(0, drawn.round_index - 1),
      until_round: draws.randint(drawn.round_index, Math.min(last, drawn.round_index + LONGEST_PLEDGE)),
      message: '',
      status: 'standing',
    },
  };
  for (const block of blocks) block.pledged_to = promise_id;
}

/** Only members and invited labs know who is still invited. */
function drawInvitations(drawn: OpenState, coalition: OpenCoalition, { seat, draws }: { seat: string; draws: Draws }): void {
  const { members, invited, status } = coalition;
  const told = members.includes(seat) || invited.includes(seat);
  if (told || status === 'ended' || coalition.invited_through < drawn.round_index) return;
  const others = Object.keys(drawn.labs).filter((lab) => lab !== seat && !members.includes(lab));
  const asked = others.filter(() => draws.random() < 0.5);
  if (asked.length === 0 && status === 'forming' && others.length > 0) asked.push(draws.choice(others));
  coalition.invited = [...members, ...asked];
}

/** The kinds of past shocks reveal the seed's parity, which decides the kinds of the rest. */
function shocksToCome(drawn: OpenState): PlannedShock[] {
  const { config, round_index } = drawn;
  const draws = openDraws(config, [STREAMS.shocks, 0]);
  const struck = drawn.shocks.filter((shock) => !shock.live);
  const third = struck.find((shock) => ['demand_surge', 'reliability_degradation'].includes(shock.kind))?.kind;
  const parity = third === undefined ? config.seed : third === 'demand_surge' ? 1 : 0;
  const first = Object.values(drawn.blocks).filter((block) => block.origin === 'first');
  let spots = Object.values(drawn.blocks).filter((block) => block.origin === 'spot').length;
  const shocks: PlannedShock[] = [];
  for (const [k, kind] of shockKinds({ shocks: config.shocks, seed: parity }, draws).entries()) {
    const at = Math.floor(((k + 1) * config.rounds) / (config.shocks + 1));
    if (at <= round_index) continue;
    const { rounds, labs } = config;
    const shock = drawShock(draws, { kind, round_index: at, rounds, labs, first, spots, suffix: '', live: false });
    spots += shock.blocks.length;
    shocks.push(shock);
  }
  return shocks;
}

/** Records keep the order of creation, so that the order of the guesses shows nowhere. */
function inOrder(drawn: OpenState): void {
  const labs = Object.keys(drawn.labs);
  const jobs = Object.values(drawn.jobs).sort((a, b) => labs.indexOf(a.lab_id) - labs.indexOf(b.lab_id) || (a.job_id < b.job_id ? -1 : 1));
  drawn.jobs = Object.fromEntries(jobs.map((job) => [job.job_id, job]));
}

/** Known allocations keep their order; the others follow in the order of their blocks. */
function numberAllocations(drawn: OpenState): void {
  const used = Object.values(drawn.blocks).filter((block) => block.allocated_to_job_id !== null);
  const order = (number: number | null) => number ?? Number.POSITIVE_INFINITY;
  const sorted = used
    .map((block, place) => ({ block, place }))
    .sort((a, b) => {
      const [left, right] = [order(a.block.allocation_number), order(b.block.allocation_number)];
      return left === right ? a.place - b.place : left - right;
    });
  for (const [number, { block }] of sorted.entries()) block.allocation_number = number;
  drawn.allocations = sorted.length;
}

/** Money was partly drawn, so the amount settled so far is set to what makes the books balance. */
function balance(drawn: OpenState): void {
  const labs = Object.values(drawn.labs);
  const there = labs.reduce((sum, lab) => sum + lab.budget_cents - lab.start_cents + escrowCents(drawn, lab.lab_id), 0);
  const energy_cents = Object.values(drawn.blocks).reduce((sum, block) => sum + (block.energy_paid_cents ?? 0), 0);
  const { operator_cents } = drawn.ledger;
  drawn.ledger = { operator_cents, energy_cents, settled_cents: there + energy_cents + operator_cents };
}
