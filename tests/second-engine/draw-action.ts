/** Random actions, legal and illegal, drawn from what the second engine knows. */
import { isLive, type Job, type Market } from './market';

export interface Dice {
  /** A whole number from 0 to `below` - 1. */
  roll(below: number): number;
}

export const chance = (dice: Dice, percent: number): boolean => dice.roll(100) < percent;
export const one = <T>(dice: Dice, list: readonly T[]): T | undefined => list[dice.roll(Math.max(1, list.length))];
const some = <T>(dice: Dice, list: readonly T[], most: number): T[] => {
  const rest = [...list];
  const count = Math.min(rest.length, most > 20 ? most : dice.roll(most + 1));
  return Array.from({ length: count }, () => rest.splice(dice.roll(rest.length), 1)).flat();
};

export type Focus = 'all' | 'ventures' | 'bound' | 'deals';

export interface Sight {
  m: Market;
  lab: string;
  dice: Dice;
  /** What most of the match is about; `bound`: ventures with blocks that are bound to them. */
  focus: Focus;
}

const ids = (m: Market) => [...m.labs.keys()];
const others = ({ m, lab }: Sight) => ids(m).filter((id) => id !== lab);

/** Blocks of the lab that it may use, sometimes any. */
function blocks({ m, lab, dice }: Sight, most: number): string[] {
  const all = [...m.blocks.values()];
  const own = all.filter((block) => block.owner === lab && isLive(m, block));
  const from = chance(dice, 90) ? own : chance(dice, 60) ? all.filter((block) => block.owner === lab) : all;
  const picked = some(
    dice,
    from.map(({ id }) => id),
    most,
  );
  if (picked.length === 0 && from.length > 0 && chance(dice, 90)) picked.push(from[dice.roll(from.length)]?.id ?? '');
  if (chance(dice, 2)) picked.push('b_none');
  if (chance(dice, 3) && picked[0] !== undefined) picked.push(picked[0]);
  return picked;
}

function jobs({ m, lab, dice }: Sight, most: number): string[] {
  const all = [...m.jobs.values()];
  const open = all.filter((job) => job.owner === lab && job.arrival <= m.round && !job.isSettled && job.blocks.length === 0);
  const from = chance(dice, 90) ? open : all;
  return some(
    dice,
    from.map(({ id }) => id),
    most,
  );
}

const money = ({ m, lab: by, dice, focus }: Sight): number =>
  focus === 'deals' && chance(dice, 15)
    ? Math.round((m.labs.get(by)?.money ?? 0) * (0.7 + dice.roll(5) / 10)) / 100
    : chance(dice, 4)
      ? 5000
      : chance(dice, 4)
        ? -1
        : dice.roll(6000) / 100;
const lab = (sight: Sight): string =>
  chance(sight.dice, 95)
    ? (one(sight.dice, others(sight)) ?? 'lab_0')
    : (one(sight.dice, [...ids(sight.m), 'lab_99', 'operator']) ?? 'lab_0');
/** A field that is there in so many of a hundred cases. */
const maybe = <T>(dice: Dice, percent: number, field: () => Record<string, T>): Record<string, T> => (chance(dice, percent) ? field() : {});
const round = ({ m, dice }: Sight): number => m.round + dice.roll(5) - (chance(dice, 10) ? 2 : 0);

const isVenture = ({ focus }: Sight): boolean => focus === 'ventures' || focus === 'bound';

function pledgeParts(sight: Sight): Record<string, unknown> {
  const { dice } = sight;
  return {
    block_ids: blocks(sight, isVenture(sight) ? 99 : 4),
    job_ids: jobs(sight, isVenture(sight) ? 99 : 2),
    ...maybe(dice, 15, () => ({ reserve: chance(dice, 10) ? -1 : dice.roll(3000) / 100 })),
    ...maybe(dice, 25, () => ({ until_round: round(sight) })),
    ...maybe(dice, 60, () => ({ at_once: chance(dice, 80) })),
  };
}

/** A job with blocks that would complete it, as far as they can be found. */
function fill({ m, dice }: Sight, job: Job, from: readonly string[]): string[] {
  const usable = some(dice, from, from.length + 20 * dice.roll(2)).filter(
    (id) => chance(dice, 95) && (m.blocks.get(id)?.reliability ?? 0) >= job.minReliability,
  );
  const picked: string[] = [];
  let hours = 0;
  for (const id of usable) {
    if (hours >= job.required && chance(dice, 97)) break;
    if (hours > 0 && job.isPartial && chance(dice, 50)) break;
    const block = m.blocks.get(id);
    if (!block) continue;
    const gives = block.gpus * Math.max(0, Math.min(block.end, job.deadline + 1) - Math.max(block.start, m.round));
    if (gives === 0 && chance(dice, 90)) continue;
    picked.push(id);
    hours += gives;
  }
  return picked;
}

function plan(sight: Sight, coalition: string): unknown[] {
  const { m, dice } = sight;
  const pledges = [...m.pledges.values()].filter((pledge) => pledge.coalition === coalition);
  let free = pledges.flatMap((pledge) => pledge.blocks);
  const items: unknown[] = [];
  for (const id of some(
    dice,
    pledges.flatMap((pledge) => pledge.jobs),
    1 + dice.roll(3),
  )) {
    const job = m.jobs.get(id);
    if (!job) continue;
    const picked = fill(sight, job, free);
    if (picked.length === 0 && chance(dice, 97)) continue;
    free = chance(dice, 95) ? free.filter((block) => !picked.includes(block)) : free;
    items.push({ job_id: id, block_ids: picked });
  }
  return items;
}

/** A plan of things that are mostly pledged, without reason. */
function junk({ m, dice }: Sight, coalition: string): unknown[] {
  const pledges = [...m.pledges.values()].filter((pledge) => pledge.coalition === coalition);
  const jobs_ = chance(dice, 75) ? pledges.flatMap((pledge) => pledge.jobs) : [...m.jobs.keys()];
  const blocks_ = chance(dice, 75) ? pledges.flatMap((pledge) => pledge.blocks) : [...m.blocks.keys()];
  return Array.from({ length: 1 + dice.roll(3) }, () => ({ job_id: one(dice, jobs_) ?? 'j_none', block_ids: some(dice, blocks_, 3) }));
}

/** By type: the fields of an action; null: not now. */
export const MAKERS: Record<string, (sight: Sight) => Record<string, unknown> | null> = {
  wait: () => ({}),
  finish: ({ m, dice }) => (m.round > 2 && chance(dice, 10) ? {} : null),
  reject_offer: (sight) => ({ offer_id: offer(sight) }),
  accept_offer: (sight) => ({ offer_id: offer(sight) }),
  counter_offer: (sight) => ({ offer_id: offer(sight), ...offerParts(sight) }),
  send_offer: (sight) => ({ ...maybe(sight.dice, 75, () => ({ target_lab_id: lab(sight) })), ...offerParts(sight) }),
  release_capacity: (sight) => ({ block_ids: held(sight) }),
  reserve_capacity: (sight) => ({ block_ids: blocks(sight, 2), job_id: jobs(sight, 1)[0] ?? null }),
  decline_coalition: (sight) => (chance(sight.dice, 25) ? { coalition_id: coalition(sight) } : null),
  leave_coalition: (sight) => (chance(sight.dice, 20) ? { coalition_id: coalition(sight) } : null),
  join_coalition: (sight) => ({ coalition_id: coalition(sight, true), ...(chance(sight.dice, 60) ? pledgeParts(sight) : {}) }),
  commit_to_coalition: (sight) => ({ coalition_id: coalition(sight), ...pledgeParts(sight) }),
  withdraw_pledge: (sight) => (chance(sight.dice, 40) ? withdrawal(sight) : null),
  withdraw_want: ({ m, dice }) => (chance(dice, 30) ? { want_id: one(dice, [...m.wants.keys()]) ?? 'w_1' } : null),
  decline_promise: ({ m, dice }) => (chance(dice, 30) ? { promise_id: one(dice, [...m.promises.keys()]) ?? 'h_1' } : null),
  take_promise: (sight) => {
    const { m, dice } = sight;
    const mine = [...m.promises.values()].filter((promise) => chance(dice, 5) || (promise.to === sight.lab && promise.isOpen));
    return { promise_id: one(dice, mine)?.id ?? 'h_1' };
  },
  fill_want: (sight) => ({
    want_id:
      one(
        sight.dice,
        [...sight.m.wants.values()].filter((want) => want.isOpen).map(({ id }) => id),
      ) ?? 'w_1',
    block_ids: blocks(sight, 3),
  }),
  post_want: (sight) => {
    const { dice } = sight;
    return {
      ...maybe(dice, 95, () => ({ hours: 1 + dice.roll(4) })),
      ...maybe(dice, 50, () => ({ from_round: round(sight) })),
      ...maybe(dice, 50, () => ({ to_round: round(sight) + dice.roll(4) })),
      ...maybe(dice, 30, () => ({ min_reliability: (60 + dice.roll(35)) / 100 })),
      ...maybe(dice, 80, () => ({ payment: money(sight) })),
      ...maybe(dice, 50, () => ({ expires_in: 1 + dice.roll(4) })),
    };
  },
  make_promise: (sight) => {
    const { dice } = sight;
    return {
      target_lab_id: lab(sight),
      block_ids: blocks(sight, 2),
      ...maybe(dice, 80, () => ({ requested_payment: money(sight) })),
      ...maybe(dice, 60, () => ({ bond: dice.roll(5001) / 100 })),
      ...maybe(dice, 50, () => ({ until_round: round(sight) })),
    };
  },
  form_coalition: (sight) => {
    const { dice, m } = sight;
    const members = some(dice, chance(dice, 95) ? others(sight) : ids(m), chance(dice, 5) ? 17 : 4);
    const mine = [...m.jobs.values()].filter((job) => job.owner === sight.lab && job.arrival <= m.round && !job.isSettled);
    const job = one(dice, mine);
    const reachable = [...m.blocks.values()].filter(
      (block) => (block.owner === sight.lab || members.includes(block.owner)) && isLive(m, block),
    );
    return {
      ...(chance(dice, 90) ? { members } : {}),
      ...maybe(dice, 15, () => ({ target_lab_id: lab(sight) })),
      split: one(dice, ['equal', 'contribution', 'shapley']),
      ...maybe(dice, 30, () => ({ owner_share: dice.roll(101) / 100 })),
      ...maybe(dice, 40, () => ({ bond: dice.roll(5001) / 100 })),
      ...(chance(dice, 60) ? pledgeParts(sight) : {}),
      ...(job && chance(dice, 30)
        ? {
            plan: [
              {
                job_id: job.id,
                block_ids: fill(
                  sight,
                  job,
                  reachable.map(({ id }) => id),
                ),
              },
            ],
          }
        : {}),
    };
  },
  propose_plan: (sight) => {
    const id = coalition(sight);
    const items = chance(sight.dice, 8) ? junk(sight, id) : plan(sight, id);
    return items.length > 0 || chance(sight.dice, 5) ? { coalition_id: id, plan: items } : null;
  },
  veto_plan: (sight) => {
    if (chance(sight.dice, 20)) return null;
    const found = sight.m.coalitions.get(coalition(sight));
    return { coalition_id: found?.id ?? 'c_1', plan_id: one(sight.dice, found?.plans ?? [])?.id ?? 'c_1_plan_1' };
  },
  allocate_to_job: (sight) => {
    const { m, dice } = sight;
    const mine = [...m.jobs.values()].filter((job) => job.owner === sight.lab && job.arrival <= m.round && !job.isSettled);
    const job = chance(dice, 92) ? one(dice, mine) : one(dice, [...m.jobs.values()]);
    const own = [...m.blocks.values()].filter((block) => block.owner === sight.lab && (isLive(m, block) || block.mark === 'pledged'));
    const picked =
      job && chance(dice, 80)
        ? fill(
            sight,
            job,
            own.map(({ id }) => id),
          )
        : blocks(sight, 3);
    return { job_id: job?.id ?? 'j_none', block_ids: picked, ...maybe(dice, 1, () => ({ coalition_id: 'c_1' })) };
  },
  make_pitch: ({ m, lab: by, dice }) => {
    const job = one(
      dice,
      [...m.jobs.values()].filter((one_) => one_.owner === by && one_.arrival <= m.round),
    );
    const facts = { hours: job?.required, deadline: job?.deadline, value: (job?.value ?? 0) / 100, reliability: job?.minReliability };
    const claims = some(dice, Object.entries(facts), 4).map(([field, value]) => ({
      job_id: job?.id ?? 'j_none',
      field,
      value: chance(dice, 85) ? value : 1,
    }));
    return { message: chance(dice, 92) ? 'We could make good use of it.' : 'Please', claims };
  },
};

const WEIGHTS: Record<string, number> = {
  allocate_to_job: 3,
  propose_plan: 4,
  join_coalition: 4,
  commit_to_coalition: 3,
  accept_offer: 3,
  send_offer: 3,
  take_promise: 2,
  fill_want: 2,
};
export const TYPES = Object.keys(MAKERS).flatMap((type) => Array.from({ length: WEIGHTS[type] ?? 1 }, () => type));
function offer({ m, lab: by, dice }: Sight): string {
  const open = [...m.offers.values()].filter((one_) => chance(dice, 5) || (one_.isOpen && (one_.to === null || one_.to === by)));
  return one(dice, open)?.id ?? 'o_1';
}

function offerParts(sight: Sight): Record<string, unknown> {
  const { m, dice } = sight;
  const theirs = [...m.blocks.values()].filter((block) => block.owner !== sight.lab);
  return {
    block_ids: chance(dice, 85) ? blocks(sight, 2) : [],
    ...maybe(dice, 20, () => ({
      requested_block_ids: some(
        dice,
        theirs.map(({ id }) => id),
        2,
      ),
    })),
    ...maybe(dice, 30, () => ({ payment: money(sight) })),
    ...maybe(dice, 60, () => ({ requested_payment: money(sight) })),
    ...maybe(dice, 50, () => ({ expires_in: 1 + dice.roll(4) })),
    ...maybe(dice, { all: 20, ventures: 20, bound: 70, deals: 60 }[sight.focus], () => ({ conditions: conditions(sight) })),
  };
}

function conditions(sight: Sight): Record<string, unknown> {
  const { dice, m } = sight;
  if (sight.focus === 'bound') return { coalition_only: coalition(sight) };
  const isDue = chance(dice, 60);
  return {
    ...maybe(dice, 25, () => ({ must_not_resell: chance(dice, 90) })),
    ...(isDue ? { must_use_by_round: chance(dice, 85) ? m.round + 1 + dice.roll(3) : round(sight) } : {}),
    ...maybe(dice, isDue ? 70 : 3, () => ({ penalty: dice.roll(2000) / 100 })),
    ...maybe(dice, 25, () => ({ coalition_only: coalition(sight) })),
    ...maybe(dice, 2, () => ({ color: 'red' })),
  };
}

function held(sight: Sight): string[] {
  const { m, dice } = sight;
  const own = [...m.blocks.values()].filter(
    (block) => block.owner === sight.lab && (chance(dice, 10) || ['reserved', 'pledged', 'promised'].includes(block.mark)),
  );
  return some(
    dice,
    own.map(({ id }) => id),
    2,
  );
}

function coalition({ m, lab: by, dice }: Sight, isInvited = false): string {
  const fitting = [...m.coalitions.values()].filter(
    (one_) => one_.status !== 'ended' && (isInvited ? one_.invited : one_.members).includes(by),
  );
  return (chance(dice, 96) ? one(dice, fitting)?.id : undefined) ?? one(dice, [...m.coalitions.keys()]) ?? 'c_1';
}

function withdrawal(sight: Sight): Record<string, unknown> {
  const pledge = sight.m.pledges.get(sight.lab);
  const { dice } = sight;
  return {
    coalition_id: pledge?.coalition ?? coalition(sight),
    ...maybe(dice, 60, () => ({ block_ids: some(dice, pledge?.blocks ?? [], 2) })),
    ...maybe(dice, 40, () => ({ job_ids: some(dice, pledge?.jobs ?? [], 1) })),
  };
}
