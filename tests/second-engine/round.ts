/** A round: what begins it, its turns by phase, and what ends it. */
import * as coalitions from './coalitions';
import { Hearing } from './hearing';
import {
  type Act,
  type Answer,
  type Block,
  blockOf,
  blocksOf,
  type Deposit,
  energyToday,
  given,
  hoursLeft,
  isHeld,
  isLive,
  type Job,
  jobOf,
  labOf,
  type Market,
  type Move,
  NO_CONDITIONS,
  names,
  receive,
  roundCents,
  sum,
  tell,
  unique,
} from './market';
import * as plans from './plans';
import * as trade from './trade';

export interface Shock {
  kind: string;
  block: string | null;
  jobs: Job[];
  spot: { block: Block; price: number }[];
}

/** What chance brings at the beginning of a round. */
export interface Dawn {
  shock: Shock | null;
  /** The block that is shown to be pitched for. */
  spare: Block | null;
  /** What was pitched for in the round before, and who has won it. */
  grant: { block: Block; winner: string | null } | null;
}

type Handler = (move: Move) => Answer;

const PHASES: Record<string, Handler>[] = [
  {
    reject_offer: trade.rejectOffer,
    release_capacity: release,
    decline_coalition: coalitions.declineCoalition,
    leave_coalition: coalitions.leaveCoalition,
    veto_plan: plans.vetoPlan,
    withdraw_pledge: coalitions.withdrawPledge,
    withdraw_want: trade.withdrawWant,
    decline_promise: trade.declinePromise,
    wait: () => null,
    finish: () => null,
  },
  {
    accept_offer: trade.acceptOffer,
    join_coalition: coalitions.joinCoalition,
    fill_want: trade.fillWant,
    take_promise: trade.takePromise,
  },
  {
    send_offer: trade.sendOffer,
    counter_offer: trade.counterOffer,
    form_coalition: coalitions.formCoalition,
    post_want: trade.postWant,
    make_promise: trade.makePromise,
  },
  { reserve_capacity: reserve, commit_to_coalition: coalitions.commitToCoalition },
  { propose_plan: plans.proposePlan },
  { allocate_to_job: allocate },
];

function reserve({ m, lab, act }: Move): Answer {
  const ids = unique(names(act.block_ids));
  for (const id of ids) {
    const block = m.blocks.get(id);
    if (!block) return 'unknown_block';
    if (block.owner !== lab) return 'unowned_block';
    if (isHeld(block)) return 'pledged_block';
    if (!isLive(m, block)) return 'unavailable_block';
  }
  for (const block of blocksOf(m, ids)) block.mark = 'reserved';
  tell(m, 'blocks_marked', { lab_id: lab, block_ids: ids, status: 'reserved' });
  return null;
}

function release({ m, lab, act }: Move): Answer {
  const ids = unique(names(act.block_ids));
  for (const id of ids) {
    const block = m.blocks.get(id);
    if (!block) return 'unknown_block';
    if (block.owner !== lab) return 'unowned_block';
  }
  const reserved = blocksOf(m, ids).filter(({ mark }) => mark === 'reserved');
  for (const block of reserved) block.mark = 'available';
  if (reserved.length > 0) tell(m, 'blocks_marked', { lab_id: lab, block_ids: reserved.map(({ id }) => id), status: 'available' });
  for (const id of ids) {
    for (const promise of m.promises.values()) if (promise.isOpen && promise.blocks.includes(id)) trade.endPromise(m, promise, 'broken');
    if (blockOf(m, id).mark === 'pledged') releasePledged(m, lab, ids);
  }
  return null;
}

function releasePledged(m: Market, lab: string, ids: readonly string[]): void {
  const held = m.pledges.get(lab);
  const coalition = m.coalitions.get(held?.coalition ?? '');
  if (!held || !coalition) return;
  const pledged = { blocks: ids.filter((id) => held.blocks.includes(id)), jobs: [] };
  if (coalitions.isInOpenPlan(m, lab, pledged)) coalitions.goOut(m, coalition, { lab, isBreach: true });
  else coalitions.takeBack(m, held, pledged);
}

const isJoint = ({ act }: Move): boolean => given(act.coalition_id) || given(act.plan);

function allocate({ m, lab, act }: Move): Answer {
  const job = coalitions.knownJob({ m, lab }, String(act.job_id));
  if (!job) return 'unknown_job';
  if (job.isSettled) return 'job_completed';
  const ids = names(act.block_ids);
  if (ids.length === 0) return 'empty_block_list';
  const bad = coalitions.whyNotUse({ m, lab, coalition: null, job }, ids);
  if (bad !== null) return bad;
  const used = { blocks: ids, jobs: [job.id] };
  if (coalitions.isInOpenPlan(m, lab, used)) return 'plan_open';
  const held = m.pledges.get(lab);
  if (held) coalitions.takeBack(m, held, used);
  for (const block of blocksOf(m, ids)) plans.putToWork(m, job, block);
  tell(m, 'job_allocated', { lab_id: lab, job_id: job.id, block_ids: ids });
  return null;
}

export function beginRound(m: Market, { shock, spare, grant }: Dawn): void {
  const over = [...m.blocks.values()].filter(({ mark, end }) => end <= m.round && !['used', 'failed', 'spent'].includes(mark));
  const late = [...m.coalitions.values()].filter(
    ({ invited, invitedUntil, status }) => status !== 'ended' && invitedUntil < m.round && invited.length > 0,
  );
  tell(m, 'round_started', {
    round_index: m.round,
    spent_block_ids: over.filter((block) => !isHeld(block)).map(({ id }) => id),
    arrived: [...m.jobs.values()].filter(({ arrival }) => arrival === m.round).map(({ id, owner }) => ({ lab_id: owner, job_id: id })),
    uninvited: late.map(({ id, invited }) => ({ coalition_id: id, lab_ids: invited })),
  });
  for (const coalition of late) coalition.invited = [];
  for (const block of over) if (!isHeld(block)) block.mark = 'spent';
  if (shock) strike(m, shock);
  if (shock?.kind === 'capacity_failure') shrinkPledges(m);
  if (grant) {
    if (grant.winner !== null) grant.block.owner = grant.winner;
    else grant.block.mark = 'spent';
    tell(m, 'grant_given', { block_id: grant.block.id, lab_id: grant.winner });
  }
  if (spare) {
    m.blocks.set(spare.id, spare);
    tell(m, 'grant_offered', {});
  }
  shrinkPledges(m);
  endLostPromises(m);
  for (const block of over) block.mark = 'spent';
  for (const want of m.wants.values()) if (want.isOpen && want.last < m.round) trade.closeWant(m, want.id, 'expired');
  for (const offer of m.offers.values()) if (offer.isOpen && offer.last < m.round) trade.closeOffer(m, offer, 'expired');
  for (const coalition of m.coalitions.values()) coalitions.endWhereTooFew(m, coalition);
}

const isLost = (m: Market, id: string) => !isHeld(blockOf(m, id)) || hoursLeft(m, blockOf(m, id)) === 0;

function shrinkPledges(m: Market): void {
  for (const { lab, blocks, jobs } of coalitions.pledgesInOrder(m)) {
    coalitions.shrinkPledge(m, lab, { blocks: blocks.filter((id) => isLost(m, id)), jobs: jobs.filter((id) => jobOf(m, id).isSettled) });
  }
}

function endLostPromises(m: Market): void {
  for (const promise of m.promises.values()) {
    if (promise.isOpen && promise.blocks.some((id) => isLost(m, id))) trade.endPromise(m, promise, 'lost');
  }
}

function strike(m: Market, shock: Shock): void {
  if (shock.kind === 'energy_spike') m.factor *= 1.25;
  if (shock.kind === 'reliability_degradation') {
    for (const block of m.blocks.values()) block.reliability = Math.round(Math.max(0.5, block.reliability - 0.12) * 100) / 100;
  }
  if (shock.block !== null) {
    const block = blockOf(m, shock.block);
    Object.assign(block, { mark: 'failed', end: Math.min(block.end, m.round) });
  }
  for (const job of shock.jobs) m.jobs.set(job.id, job);
  tell(m, 'shock_struck', { energy_factor: m.factor });
  for (const { block, price } of shock.spot) {
    m.blocks.set(block.id, block);
    const terms = { from: 'operator', to: null, blocks: [block.id], requested: [], payment: 0, price, conditions: NO_CONDITIONS };
    trade.makeOffer(m, { ...terms, last: m.rounds - 1 });
  }
}

export interface Turns {
  order: readonly string[];
  /** null: no action. */
  acts: ReadonlyMap<string, readonly (Act | null)[]>;
  /** How many of a list did not count. */
  leftOut: ReadonlyMap<string, number>;
}

/** Who won the spare block. */
export function playTurns(m: Market, turns: Turns, spare: Block | null): string | null {
  const each = (visit: (move: Move, index: number) => void) => {
    for (const lab of turns.order) for (const [i, act] of (turns.acts.get(lab) ?? []).entries()) if (act) visit({ m, lab, act }, i);
  };
  const answer = (lab: string, index: number, refusal: Answer) =>
    tell(m, 'action_resolved', { lab_id: lab, index, result: refusal === null ? { ok: true } : { ok: false, code: refusal } });
  for (const lab of turns.order) {
    const acts = turns.acts.get(lab) ?? [];
    for (const [i, act] of acts.entries()) if (!act) answer(lab, i, 'malformed_action');
    if ((turns.leftOut.get(lab) ?? 0) > 0) answer(lab, acts.length, 'too_many_actions');
  }
  const hearing = spare ? new Hearing(m, spare) : null;
  for (const [phase, handlers] of PHASES.entries()) {
    each((move, i) => {
      const { action_type: type } = move.act;
      if (type === 'allocate_to_job' && isJoint(move)) {
        if (phase === 4) answer(move.lab, i, 'propose_first');
      } else if (handlers[type]) answer(move.lab, i, handlers[type](move));
      else if (phase === 2 && type.endsWith('_pitch')) answer(move.lab, i, hearing ? hearing.hear(move) : 'not_pitch_round');
    });
    if (phase === 2) hearing?.judge(turns.order);
    if (phase === 4) lapse(m);
  }
  return hearing?.winner ?? null;
}

function lapse(m: Market): void {
  for (const coalition of m.coalitions.values()) plans.carryOutPlans(m, coalition);
  for (const { lab, until } of coalitions.pledgesInOrder(m)) if (until <= m.round) coalitions.endPledge(m, lab, 'lapsed');
  for (const promise of m.promises.values()) if (promise.isOpen && promise.until <= m.round) trade.endPromise(m, promise, 'lapsed');
}

export function endRound(m: Market): void {
  for (const { id, works } of m.labs.values()) {
    const deliveries = works.flatMap((block) => deliver(m, id, block) ?? []);
    if (deliveries.length > 0) tell(m, 'capacity_delivered', { lab_id: id, round_index: m.round, deliveries });
  }
  for (const job of m.jobs.values()) if (job.arrival <= m.round && !job.isSettled) settle(m, job);
  shrinkPledges(m);
  endLostPromises(m);
  for (const deposit of m.deposits.filter(({ round }) => round === m.round)) returnDeposit(m, deposit);
  if (m.round === m.rounds - 1) endMatch(m);
}

function returnDeposit(m: Market, { offer, from, to, amount, blocks }: Deposit): void {
  const isKept = blocksOf(m, blocks).every(({ mark }) => ['used', 'failed'].includes(mark));
  receive(m, isKept ? from : to, amount);
  tell(m, 'deposit_settled', {
    offer_id: offer,
    from_lab_id: from,
    to_lab_id: isKept ? from : to,
    amount_cents: amount,
    kept_word: isKept,
  });
}

function deliver(m: Market, lab: string, block: Block): Record<string, unknown> | null {
  const job = jobOf(m, block.job ?? '');
  if (job.isSettled || m.round < block.start || m.round >= block.end) return null;
  const energy = block.energyPaid === null ? energyToday(m, block) : null;
  if (energy !== null && labOf(m, lab).money < energy) {
    return { block_id: block.id, job_id: job.id, hours: 0, energy_cents: null, brownout: true };
  }
  if (energy !== null) {
    receive(m, lab, -energy);
    block.energyPaid = energy;
    job.energy += energy;
  }
  job.hours += block.gpus;
  return { block_id: block.id, job_id: job.id, hours: block.gpus, energy_cents: energy, brownout: false };
}

function settle(m: Market, job: Job): void {
  const isComplete = job.hours >= job.required;
  if (!isComplete && !(job.isPartial && m.round >= job.deadline)) return;
  const isLate = isComplete && m.round > job.deadline;
  const full = isLate ? roundCents((job.value / 100) * 0.35) : job.value;
  const value = isComplete ? full : Math.floor((job.value * job.hours) / job.required);
  job.isSettled = true;
  const net = Math.max(0, value - job.energy);
  const payouts = [...(job.shares ?? [])]
    .filter(([lab]) => lab !== job.owner)
    .map(([lab, share]) => ({ lab_id: lab, amount_cents: Math.floor(share * net + 1e-6) }))
    .filter(({ amount_cents }) => amount_cents > 0);
  receive(m, job.owner, value - sum(payouts.map(({ amount_cents }) => amount_cents)));
  for (const { lab_id, amount_cents } of payouts) receive(m, lab_id, amount_cents);
  tell(m, 'job_settled', { lab_id: job.owner, job_id: job.id, value_cents: value, completed: isComplete, late: isLate, payouts });
}

function endMatch(m: Market): void {
  for (const coalition of m.coalitions.values()) if (coalition.status !== 'ended') coalitions.endCoalition(m, coalition, 'match_over');
  for (const offer of m.offers.values()) if (offer.isOpen) trade.closeOffer(m, offer, 'expired');
  for (const promise of m.promises.values()) if (promise.isOpen) trade.endPromise(m, promise, 'lost');
  for (const want of m.wants.values()) if (want.isOpen) trade.closeWant(m, want.id, 'expired');
}
