/** Coalitions and pledges. */
import {
  type Answer,
  blocksOf,
  type Coalition,
  cents,
  given,
  hoursLeft,
  type Job,
  labOf,
  type Market,
  type Move,
  names,
  number,
  type Plan,
  type PlanItem,
  type Pledge,
  participants,
  readPlan,
  receive,
  tell,
  trust,
  unique,
} from './market';

export interface Use {
  m: Market;
  lab: string;
  coalition: string | null;
  job: Job | null;
}

/** Why these blocks cannot be allocated or, without a job, pledged. */
export function whyNotUse({ m, lab, coalition, job }: Use, ids: readonly string[]): Answer {
  for (const [i, id] of ids.entries()) {
    const block = m.blocks.get(id);
    if (!block) return 'unknown_block';
    if (block.owner !== lab) return 'unowned_block';
    if (block.mark === 'promised' || (block.mark === 'pledged' && !job)) return 'pledged_block';
    if (block.mark === 'failed') return 'failed_block';
    if (block.mark === 'used') return 'duplicate_allocation';
    if (hoursLeft(m, block) === 0) return 'no_hours_left';
    if (block.boundTo !== null && block.boundTo !== coalition) return 'condition_broken';
    if (ids.indexOf(id) < (job ? ids.lastIndexOf(id) : i)) return 'duplicate_allocation';
    if (job && block.reliability < job.minReliability) return 'low_reliability';
  }
  return null;
}

/** A job of the lab that has arrived. */
export function knownJob({ m, lab }: Pick<Move, 'm' | 'lab'>, id: string): Job | null {
  const job = m.jobs.get(id);
  return job?.owner === lab && job.arrival <= m.round ? job : null;
}

function whyNoPledge({ m, lab, act }: Move, coalition: string): Answer {
  const held = m.pledges.get(lab);
  if (held && held.coalition !== coalition) return 'already_pledged';
  if (!brings(act)) return 'empty_block_list';
  const bad = whyNotUse({ m, lab, coalition, job: null }, names(act.block_ids));
  if (bad !== null) return bad;
  const jobs = names(act.job_ids);
  for (const id of jobs) {
    const job = knownJob({ m, lab }, id);
    if (!job) return 'unknown_job';
    if (job.isSettled) return 'job_completed';
    if (job.blocks.length > 0) return 'job_started';
  }
  if (unique(jobs).length < jobs.length || jobs.some((id) => held?.jobs.includes(id))) return 'pledged_job';
  if (number(act.reserve, 0) < 0) return 'negative_reserve';
  const until = number(act.until_round, m.rounds - 1);
  return until < m.round || until > m.rounds - 1 ? 'bad_window' : null;
}

const brings = (act: Move['act']): boolean => names(act.block_ids).length + names(act.job_ids).length > 0;

function pledge({ m, lab, act }: Move, coalition: string): void {
  const held = m.pledges.get(lab) ?? { coalition, lab, blocks: [], jobs: [], reserve: 0, until: m.rounds - 1, isAtOnce: false };
  const blocks = names(act.block_ids);
  for (const block of blocksOf(m, blocks)) block.mark = 'pledged';
  const now: Pledge = {
    coalition,
    lab,
    blocks: [...held.blocks, ...blocks],
    jobs: [...held.jobs, ...names(act.job_ids)],
    reserve: given(act.reserve) ? cents(act.reserve) : held.reserve,
    until: number(act.until_round, held.until),
    isAtOnce: given(act.at_once) ? act.at_once === true : held.isAtOnce,
  };
  m.pledges.set(lab, now);
  tell(m, 'coalition_pledged', {
    coalition_id: coalition,
    lab_id: lab,
    pledge: { block_ids: now.blocks, job_ids: now.jobs, reserve_cents: now.reserve, until_round: now.until, at_once: now.isAtOnce },
  });
}

interface Things {
  blocks: readonly string[];
  jobs: readonly string[];
}

/** These leave what the lab has pledged; a pledge of nothing ends. */
export function shrinkPledge(m: Market, lab: string, gone: Things): void {
  const held = m.pledges.get(lab);
  if (!held) return;
  const blocks = held.blocks.filter((id) => gone.blocks.includes(id));
  const jobs = held.jobs.filter((id) => gone.jobs.includes(id));
  if (blocks.length + jobs.length === 0) return;
  held.blocks = held.blocks.filter((id) => !blocks.includes(id));
  held.jobs = held.jobs.filter((id) => !jobs.includes(id));
  for (const block of blocksOf(m, blocks)) if (block.mark === 'pledged') block.mark = 'available';
  const isEmpty = held.blocks.length + held.jobs.length === 0;
  tell(m, 'pledge_shrunk', { coalition_id: held.coalition, lab_id: lab, block_ids: blocks, job_ids: jobs });
  if (isEmpty) endPledge(m, lab, 'empty');
}

function dropPledge(m: Market, lab: string): void {
  for (const block of blocksOf(m, m.pledges.get(lab)?.blocks ?? [])) if (block.mark === 'pledged') block.mark = 'available';
  m.pledges.delete(lab);
}

export function endPledge(m: Market, lab: string, why: string): void {
  const held = m.pledges.get(lab);
  if (!held) return;
  dropPledge(m, lab);
  tell(m, 'pledge_ended', { coalition_id: held.coalition, lab_id: lab, why });
}

/** By its lab: all of it, or some things. */
export function takeBack(m: Market, held: Pledge, gone: Things): void {
  const isAll = held.blocks.every((id) => gone.blocks.includes(id)) && held.jobs.every((id) => gone.jobs.includes(id));
  if (isAll) endPledge(m, held.lab, 'withdrawn');
  else shrinkPledge(m, held.lab, gone);
}

/** In the order in which coalitions were founded. */
export const pledgesInOrder = (m: Market): Pledge[] =>
  [...m.coalitions.keys()].flatMap((id) => [...m.pledges.values()].filter(({ coalition }) => coalition === id));

export function formCoalition(move: Move): Answer {
  const { m, lab, act } = move;
  if (!m.hasCoalitions) return 'coalitions_disabled';
  const members = unique(names(act.members));
  const others = !given(act.members) && given(act.target_lab_id) ? [String(act.target_lab_id)] : members;
  if (others.length === 0 || others.some((id) => id === lab || !m.labs.has(id))) return 'invalid_coalition_target';
  if (others.length > 15) return 'coalition_size';
  if (!given(act.split)) return 'bad_split';
  const bond = cents(act.bond, 10);
  if (bond > labOf(m, lab).money) return 'budget_overspend';
  const id = `c_${m.coalitions.size + 1}`;
  const bad = brings(act) ? whyNoPledge(move, id) : null;
  if (bad !== null) return bad;
  const items = given(act.plan) ? readPlan(act.plan) : null;
  const wrong = items && whyNoFirstPlan(move, others, items);
  if (wrong !== null) return wrong;
  receive(m, lab, -bond);
  const coalition: Coalition = {
    id,
    founder: lab,
    members: [lab],
    invited: others,
    invitedUntil: m.round + 2,
    split: String(act.split),
    ownerShare: number(act.owner_share, 0.5),
    bond,
    status: 'forming',
    plans: [],
    named: 0,
  };
  m.coalitions.set(id, coalition);
  const { split, ownerShare: owner_share, invitedUntil: invited_through } = coalition;
  tell(m, 'coalition_formed', {
    coalition: { coalition_id: id, founder: lab, members: [lab], invited: others, split, owner_share, bond_cents: bond, invited_through },
  });
  if (brings(act)) pledge(move, id);
  if (items) putOnTable(m, coalition, { by: lab, items, surplus: null, last: m.round + 2, isCounter: false, vetoedBy: [] });
  return null;
}

function whyNoFirstPlan({ m, lab }: Move, others: readonly string[], items: readonly PlanItem[]): Answer {
  if (items.length === 0 || items.some(({ blocks }) => blocks.length === 0)) return 'empty_block_list';
  for (const { job, blocks } of items) {
    if (!knownJob({ m, lab }, job)) return 'unknown_job';
    for (const id of blocks) {
      const owner = m.blocks.get(id)?.owner;
      if (owner === undefined) return 'unknown_block';
      if (owner !== lab && !others.includes(owner)) return 'unowned_block';
    }
  }
  return null;
}

type NewPlan = Omit<Plan, 'id' | 'round' | 'mayVeto'> & { price?: Record<string, unknown> };

export function putOnTable(m: Market, coalition: Coalition, { price, ...plan }: NewPlan): void {
  coalition.named += 1;
  const id = `${coalition.id}_plan_${coalition.named}`;
  coalition.plans.push({ ...plan, id, round: m.round, mayVeto: participants(m, plan.items) });
  const shown = {
    plan_id: id,
    lab_id: plan.by,
    until_round: plan.last,
    plan: writePlan(plan.items),
    surplus_cents: plan.surplus,
    counters: plan.isCounter,
    ...price,
  };
  tell(m, 'plan_proposed', { coalition_id: coalition.id, proposal: shown });
}

export const writePlan = (items: readonly PlanItem[]) => items.map(({ job, blocks }) => ({ job_id: job, block_ids: blocks }));

function invitation({ m, lab, act }: Move): Coalition | string {
  const coalition = m.coalitions.get(String(act.coalition_id));
  if (!coalition) return 'unknown_coalition';
  if (coalition.members.includes(lab)) return 'already_member';
  if (!coalition.invited.includes(lab)) return 'not_invited';
  return coalition.status === 'ended' ? 'inactive_coalition' : coalition;
}

export function joinCoalition(move: Move): Answer {
  const { m, lab, act } = move;
  const coalition = invitation(move);
  if (typeof coalition === 'string') return coalition;
  if (coalition.bond > labOf(m, lab).money) return 'budget_overspend';
  const bad = brings(act) ? whyNoPledge(move, coalition.id) : null;
  if (bad !== null) return bad;
  receive(m, lab, -coalition.bond);
  coalition.invited = coalition.invited.filter((id) => id !== lab);
  coalition.members.push(lab);
  coalition.status = 'active';
  tell(m, 'coalition_joined', { coalition_id: coalition.id, lab_id: lab });
  if (brings(act)) pledge(move, coalition.id);
  return null;
}

export function declineCoalition(move: Move): Answer {
  const { m, lab } = move;
  const coalition = invitation(move);
  if (typeof coalition === 'string') return coalition;
  coalition.invited = coalition.invited.filter((id) => id !== lab);
  tell(m, 'coalition_declined', { coalition_id: coalition.id, lab_id: lab });
  endWhereTooFew(m, coalition);
  return null;
}

/** The coalition that is named, if the lab is a member and it stands, or the code of the refusal. */
export function memberOf({ m, lab, act }: Move, status: 'active' | 'any' | 'ended too'): Coalition | string {
  const coalition = m.coalitions.get(String(act.coalition_id));
  if (!coalition) return 'unknown_coalition';
  if (!coalition.members.includes(lab)) return 'not_coalition_member';
  if (status === 'ended too') return coalition;
  if (coalition.status === 'ended' || (status === 'active' && coalition.status === 'forming')) return 'inactive_coalition';
  return coalition;
}

export const usesAny = (items: readonly PlanItem[], { blocks, jobs }: Things): boolean =>
  items.some((item) => jobs.includes(item.job) || item.blocks.some((id) => blocks.includes(id)));

/** Of what the lab has pledged, a plan that was on the table when the round began uses one of these, vetoed since or not. */
export function isInOpenPlan(m: Market, lab: string, { blocks, jobs }: Things): boolean {
  const held = m.pledges.get(lab);
  if (!held) return false;
  const pledged = { blocks: blocks.filter((id) => held.blocks.includes(id)), jobs: jobs.filter((id) => held.jobs.includes(id)) };
  const plans = m.coalitions.get(held.coalition)?.plans ?? [];
  return plans.some((plan) => plan.round < m.round && usesAny(plan.items, pledged));
}

export function leaveCoalition(move: Move): Answer {
  const { m, lab } = move;
  const coalition = memberOf(move, 'any');
  if (typeof coalition === 'string') return coalition;
  const held = m.pledges.get(lab);
  goOut(m, coalition, { lab, isBreach: held?.coalition === coalition.id && isInOpenPlan(m, lab, held) });
  return null;
}

export function goOut(m: Market, coalition: Coalition, { lab, isBreach }: { lab: string; isBreach: boolean }): void {
  if (m.pledges.get(lab)?.coalition === coalition.id) dropPledge(m, lab);
  if (isBreach) trust(m, lab, -0.12);
  coalition.members = coalition.members.filter((id) => id !== lab);
  const isLost = isBreach && coalition.members.length > 0;
  const forfeits = isLost ? shareOut(m, coalition) : [];
  if (!isLost) receive(m, lab, coalition.bond);
  tell(m, 'coalition_left', {
    coalition_id: coalition.id,
    lab_id: lab,
    breach: isBreach,
    refund_cents: isLost ? 0 : coalition.bond,
    forfeits,
  });
  endWhereTooFew(m, coalition);
}

/** The bond in equal parts, the rest to the first lab. */
function shareOut(m: Market, { bond, members }: Coalition): { lab_id: string; amount_cents: number }[] {
  const receivers = [...m.labs.keys()].filter((id) => members.includes(id));
  const part = Math.floor(bond / receivers.length);
  return receivers.map((id, i) => {
    const amount = i === 0 ? bond - part * (receivers.length - 1) : part;
    receive(m, id, amount);
    return { lab_id: id, amount_cents: amount };
  });
}

export function endWhereTooFew(m: Market, coalition: Coalition): void {
  const { status, members, invited } = coalition;
  if (status === 'ended') return;
  if (members.length < (status === 'active' ? 2 : 1)) endCoalition(m, coalition, 'too_few_members');
  else if (status === 'forming' && invited.length === 0) endCoalition(m, coalition, 'nobody_joined');
}

export function endCoalition(m: Market, coalition: Coalition, why: string): void {
  for (const lab of coalition.members) {
    if (m.pledges.get(lab)?.coalition === coalition.id) dropPledge(m, lab);
    receive(m, lab, coalition.bond);
  }
  for (const block of m.blocks.values()) if (block.boundTo === coalition.id) block.boundTo = null;
  coalition.status = 'ended';
  tell(m, 'coalition_ended', {
    coalition_id: coalition.id,
    why,
    refunds: coalition.members.map((lab) => ({ lab_id: lab, amount_cents: coalition.bond })),
  });
}

export function withdrawPledge(move: Move): Answer {
  const { m, lab, act } = move;
  const coalition = memberOf(move, 'ended too');
  if (typeof coalition === 'string') return coalition;
  const held = m.pledges.get(lab);
  if (held?.coalition !== coalition.id) return 'no_pledge';
  const gone = brings(act) ? { blocks: names(act.block_ids), jobs: names(act.job_ids) } : { blocks: held.blocks, jobs: held.jobs };
  if (gone.blocks.some((id) => !held.blocks.includes(id))) return 'unpledged_block';
  if (gone.jobs.some((id) => !held.jobs.includes(id))) return 'unpledged_job';
  if (isInOpenPlan(m, lab, gone)) return 'plan_open';
  takeBack(m, held, gone);
  return null;
}

export function commitToCoalition(move: Move): Answer {
  const coalition = memberOf(move, 'active');
  if (typeof coalition === 'string') return coalition;
  const bad = whyNoPledge(move, coalition.id);
  if (bad !== null) return bad;
  pledge(move, coalition.id);
  return null;
}
