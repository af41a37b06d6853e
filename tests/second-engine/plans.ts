/** Joint plans: what they are worth and cost, how they come on the table and are carried out. */
import { endPledge, memberOf, putOnTable, shrinkPledge, usesAny, writePlan } from './coalitions';
import {
  type Answer,
  type Block,
  blockOf,
  blocksOf,
  type Coalition,
  energyToday,
  hoursLeft,
  hoursOf,
  type Job,
  jobOf,
  labOf,
  type Market,
  type Move,
  type Plan,
  type PlanItem,
  participants,
  readPlan,
  sum,
  tell,
  unique,
} from './market';
import { ownThings, plannedValue, worthOf } from './worth';

interface Price {
  total: number;
  surplus: number;
  costs: Map<string, number>;
  shares: Map<string, number>;
}

/** Checks of a plan but `smaller_surplus`: its price, or the code of the first that fails. `aside`: what older plans use. */
function priceOf(
  m: Market,
  coalition: Coalition,
  { items, aside }: { items: readonly PlanItem[]; aside: readonly PlanItem[] },
): Price | string {
  const bad = whyNoPlan(m, coalition, items);
  if (bad !== null) return bad;
  const total = sum(items.map((item) => netOf(m, item)));
  const who = participants(m, items);
  const costs = new Map(who.map((lab) => [lab, costOf(m, lab, { items, aside })]));
  const surplus = total - sum([...costs.values()]);
  if (total <= 0 || surplus < 0) return 'below_cost';
  const weights = weightsOf(m, coalition, { items, costs });
  const gets = who.map((lab, i) => (costs.get(lab) ?? 0) + (weights[i] ?? 0) * surplus);
  if (who.some((lab, i) => (gets[i] ?? 0) < (m.pledges.get(lab)?.reserve ?? 0) - 1e-6)) return 'below_reserve';
  return { total, surplus, costs, shares: new Map(who.map((lab, i) => [lab, (gets[i] ?? 0) / total])) };
}

function whyNoPlan(m: Market, coalition: Coalition, items: readonly PlanItem[]): Answer {
  if (items.length === 0 || items.some(({ blocks }) => blocks.length === 0)) return 'empty_block_list';
  const pledges = [...m.pledges.values()].filter((one) => one.coalition === coalition.id);
  const jobs = items.map(({ job }) => job);
  const blocks = items.flatMap((item) => item.blocks);
  if (jobs.some((id) => !pledges.some((one) => one.jobs.includes(id)))) return 'unpledged_job';
  if (blocks.some((id) => !pledges.some((one) => one.blocks.includes(id)))) return 'unpledged_block';
  if (unique(jobs).length < jobs.length || unique(blocks).length < blocks.length) return 'duplicate_allocation';
  if (blocksOf(m, blocks).some((block) => hoursLeft(m, block) === 0)) return 'no_hours_left';
  const isTooLow = ({ job, blocks: ids }: PlanItem) =>
    blocksOf(m, ids).some(({ reliability }) => reliability < jobOf(m, job).minReliability);
  if (items.some(isTooLow)) return 'low_reliability';
  for (const item of items) {
    const job = jobOf(m, item.job);
    const things = blocksOf(m, item.blocks);
    const value = plannedValue(m, job, things);
    if (value === null) return 'insufficient_capacity';
    if (things.some((block) => plannedValue(m, job, without(things, block)) === value)) return 'idle_block';
  }
  return null;
}

const without = (blocks: readonly Block[], block: Block): Block[] => blocks.filter((one) => one !== block);

/** What an item is worth less the energy of its blocks. */
function netOf(m: Market, { job, blocks }: PlanItem): number {
  const things = blocksOf(m, blocks);
  return (plannedValue(m, jobOf(m, job), things) ?? 0) - sum(things.map((block) => energyToday(m, block)));
}

function costOf(m: Market, lab: string, { items, aside }: { items: readonly PlanItem[]; aside: readonly PlanItem[] }): number {
  const own = ownThings(m, lab);
  const worth = (taken: readonly PlanItem[]) =>
    worthOf(
      m,
      own.blocks.filter(({ id }) => !usesAny(taken, { blocks: [id], jobs: [] })),
      own.jobs.filter(({ id }) => !usesAny(taken, { blocks: [], jobs: [id] })),
    );
  return Math.max(0, Math.round(worth(aside) - worth([...aside, ...items])));
}

interface Weighing {
  items: readonly PlanItem[];
  costs: ReadonlyMap<string, number>;
}

function weightsOf(m: Market, coalition: Coalition, { items, costs }: Weighing): number[] {
  const who = [...costs.keys()];
  if (coalition.split === 'equal') return who.map(() => 1 / who.length);
  if (coalition.split === 'contribution') return contributions(m, coalition, { items, costs });
  const values = shapley(m, { items, costs }).map((value) => Math.max(0, value));
  const all = sum(values);
  return values.map((value) => (all > 0 ? value / all : 1 / who.length));
}

function contributions(m: Market, { ownerShare }: Coalition, { items, costs }: Weighing): number[] {
  const jobs = items.map((item) => ({ owner: jobOf(m, item.job).owner, part: Math.max(0, netOf(m, item)) }));
  const hours = items.flatMap(({ job, blocks }) =>
    blocksOf(m, blocks).map((block) => ({ owner: block.owner, part: hoursOf(block, m.round, jobOf(m, job).deadline) })),
  );
  const partOf = (lab: string, list: readonly { owner: string; part: number }[]) =>
    sum(list.filter(({ owner }) => owner === lab).map(({ part }) => part)) / sum(list.map(({ part }) => part));
  return [...costs.keys()].map((lab) => ownerShare * partOf(lab, jobs) + (1 - ownerShare) * partOf(lab, hours));
}

const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));

function shapley(m: Market, { items, costs }: Weighing): number[] {
  const who = [...costs.keys()];
  const n = who.length;
  const worth = (set: number): number => {
    const isIn = (lab: string) => (set & (1 << who.indexOf(lab))) !== 0;
    const theirs = items
      .filter(({ job }) => isIn(jobOf(m, job).owner))
      .map(({ job, blocks }) => ({ job, blocks: blocks.filter((id) => isIn(blockOf(m, id).owner)) }))
      .filter(({ job, blocks }) => plannedValue(m, jobOf(m, job), blocksOf(m, blocks)) !== null);
    return Math.max(0, sum(theirs.map((item) => netOf(m, item))) - sum(who.filter(isIn).map((lab) => costs.get(lab) ?? 0)));
  };
  const sets = Array.from({ length: 1 << n }, (_, set) => ({ value: worth(set), size: who.filter((_lab, i) => set & (1 << i)).length }));
  return who.map((_, i) =>
    sum(
      sets.map(({ value, size }, set) => {
        if (set & (1 << i)) return 0;
        const chance = (factorial(size) * factorial(n - size - 1)) / factorial(n);
        return chance * ((sets[set | (1 << i)]?.value ?? 0) - value);
      }),
    ),
  );
}

const sharesSomething = (a: readonly PlanItem[], b: readonly PlanItem[]): boolean =>
  usesAny(a, { blocks: b.flatMap(({ blocks }) => blocks), jobs: b.map(({ job }) => job) });

export function proposePlan(move: Move): Answer {
  const { m, lab } = move;
  const coalition = memberOf(move, 'active');
  if (typeof coalition === 'string') return coalition;
  const items = readPlan(move.act.plan);
  const older = coalition.plans.filter((plan) => plan.round < m.round);
  const rivals = older.filter((plan) => sharesSomething(plan.items, items));
  const aside = older.filter((plan) => !isVetoed(plan) && !rivals.includes(plan)).flatMap((plan) => plan.items);
  const price = priceOf(m, coalition, { items, aside });
  if (typeof price === 'string') return price;
  if (rivals.some(({ surplus }) => surplus !== null && price.surplus <= surplus)) return 'smaller_surplus';
  const plan = { by: lab, items, last: m.round + 1, vetoedBy: [], isCounter: rivals.length > 0, surplus: price.surplus };
  putOnTable(m, coalition, { ...plan, price: writePrice(price) });
  return null;
}

const writePrice = ({ total, costs, shares }: Price) => ({
  participants: [...costs.keys()],
  total_cents: total,
  costs: [...costs].map(([lab, amount]) => ({ lab_id: lab, amount_cents: amount })),
  shares: [...shares].map(([lab, share]) => ({ lab_id: lab, share })),
});

export function vetoPlan(move: Move): Answer {
  const { m, lab, act } = move;
  const coalition = memberOf(move, 'active');
  if (typeof coalition === 'string') return coalition;
  const plan = coalition.plans.find(({ id }) => id === act.plan_id);
  if (!plan) return 'unknown_plan';
  if (!plan.mayVeto.includes(lab)) return 'not_participant';
  if (plan.vetoedBy.includes(lab)) return 'already_vetoed';
  plan.vetoedBy.push(lab);
  tell(m, 'plan_vetoed', { coalition_id: coalition.id, plan_id: plan.id, lab_id: lab });
  return null;
}

export function carryOutPlans(m: Market, coalition: Coalition): void {
  const isReady = (plan: Plan): boolean => {
    if (isVetoed(plan) || coalition.status !== 'active') return false;
    if (plan.round < m.round || plan.isCounter) return true;
    return participants(m, plan.items).every((lab) => m.pledges.get(lab)?.coalition === coalition.id && m.pledges.get(lab)?.isAtOnce);
  };
  for (;;) {
    let best: { plan: Plan; price: Price } | null = null;
    for (const plan of coalition.plans.filter(isReady)) {
      const price = priceOf(m, coalition, { items: plan.items, aside: [] });
      if (typeof price !== 'string' && price.surplus > (best?.price.surplus ?? -1)) best = { plan, price };
    }
    if (!best) break;
    carryOut(m, coalition, best);
  }
  for (const plan of coalition.plans.filter((one) => isVetoed(one) || one.last <= m.round)) {
    tell(m, 'plan_dropped', { coalition_id: coalition.id, plan_id: plan.id, why: isVetoed(plan) ? 'vetoed' : 'over' });
  }
  coalition.plans = coalition.plans.filter((plan) => !isVetoed(plan) && plan.last > m.round);
}

const isVetoed = ({ vetoedBy }: Plan): boolean => vetoedBy.length > 0;

function carryOut(m: Market, coalition: Coalition, { plan, price }: { plan: Plan; price: Price }): void {
  coalition.plans = coalition.plans.filter((one) => one !== plan);
  tell(m, 'plan_executed', {
    coalition_id: coalition.id,
    plan_id: plan.id,
    plan: writePlan(plan.items),
    reserves_cents: price.total - price.surplus,
    ...writePrice(price),
  });
  for (const item of plan.items) {
    const job = jobOf(m, item.job);
    job.shares = price.shares;
    for (const block of blocksOf(m, item.blocks)) putToWork(m, job, block);
  }
  const used = { blocks: plan.items.flatMap(({ blocks }) => blocks), jobs: plan.items.map(({ job }) => job) };
  for (const lab of price.costs.keys()) {
    const held = m.pledges.get(lab);
    if (!held) continue;
    const isAll = [...held.blocks].every((id) => used.blocks.includes(id)) && held.jobs.every((id) => used.jobs.includes(id));
    if (isAll) endPledge(m, lab, 'used');
    else shrinkPledge(m, lab, used);
  }
}

/** For good. */
export function putToWork(m: Market, job: Job, block: Block): void {
  Object.assign(block, { mark: 'used', job: job.id, since: m.round });
  job.blocks.push(block);
  labOf(m, job.owner).works.push(block);
}
