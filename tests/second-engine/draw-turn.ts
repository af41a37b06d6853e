/** Random turns: actions, and what is no action, in all forms in which a turn can come. */
import { chance, MAKERS, one, type Sight, TYPES } from './draw-action';

const DEALS = [
  'send_offer',
  'send_offer',
  'send_offer',
  'accept_offer',
  'accept_offer',
  'accept_offer',
  'counter_offer',
  'form_coalition',
  'join_coalition',
  'allocate_to_job',
];
const VENTURES = [
  'form_coalition',
  'join_coalition',
  'join_coalition',
  'commit_to_coalition',
  'commit_to_coalition',
  'veto_plan',
  'veto_plan',
  ...Array.from({ length: 8 }, () => 'propose_plan'),
];

/** There is something of the kind to act upon. */
function isTimely({ m, lab: by }: Sight, type: string): boolean {
  const any = <T>(map: ReadonlyMap<string, T>, is: (one_: T) => boolean) => [...map.values()].some(is);
  const isMember = (status: string[]) => any(m.coalitions, (one_) => status.includes(one_.status) && one_.members.includes(by));
  if (['accept_offer', 'counter_offer', 'reject_offer'].includes(type))
    return any(m.offers, (one_) => one_.isOpen && (one_.to === null || one_.to === by || one_.from === by));
  if (type === 'fill_want') return any(m.wants, (one_) => one_.isOpen && one_.by !== by);
  if (type === 'withdraw_want') return any(m.wants, (one_) => one_.isOpen && one_.by === by);
  if (['take_promise', 'decline_promise'].includes(type)) return any(m.promises, (one_) => one_.isOpen && one_.to === by);
  if (['join_coalition', 'decline_coalition'].includes(type))
    return any(m.coalitions, (one_) => one_.status !== 'ended' && one_.invited.includes(by));
  if (type === 'leave_coalition') return isMember(['forming', 'active']);
  if (type === 'commit_to_coalition') return isMember(['active']);
  if (type === 'veto_plan')
    return any(m.coalitions, (one_) => one_.status === 'active' && one_.members.includes(by) && one_.plans.length > 0);
  if (type === 'propose_plan') return isMember(['active']) && any(m.pledges, ({ jobs: held_ }) => held_.length > 0);
  if (type === 'withdraw_pledge') return m.pledges.has(by);
  if (type === 'make_pitch') return m.round % 3 === 0;
  return true;
}

/** What is no action, or is one although it does not look like it. */
const ODD: ((act: Record<string, unknown>) => unknown)[] = [
  () => null,
  () => 'wait',
  () => ({}),
  () => ({ action_type: 'shout' }),
  (act) => ({ ...act, bond: 50.01 }),
  (act) => ({ ...act, expires_in: 5 }),
  (act) => ({ ...act, hours: 0 }),
  (act) => ({ ...act, min_reliability: 1.01 }),
  (act) => ({ ...act, reserve: 1_000_001 }),
  (act) => ({ ...act, job_id: 'j'.repeat(65) }),
  (act) => ({ ...act, offer_id: 'constructor' }),
  (act) => ({ ...act, message: 'a'.repeat(501) }),
  (act) => ({ ...act, block_ids: 'b_0_0' }),
  (act) => ({ ...act, payment: '12.345' }),
  (act) => ({ ...act, requested_payment: true }),
  (act) => ({ ...act, bond: null, until_round: null, conditions: null, color: 'red' }),
];

/** undefined: it says nothing, until the clock runs out. */
export function drawTurn(sight: Sight, most: number): unknown {
  const count = sight.dice.roll(most + 1) + (chance(sight.dice, 5) ? 2 : 0);
  const special = { all: TYPES, ventures: VENTURES, bound: [...VENTURES, 'send_offer', 'accept_offer', 'accept_offer'], deals: DEALS }[
    sight.focus
  ];
  const acts: unknown[] = [];
  if (sight.m.round > 0 && isTimely(sight, 'make_pitch') && chance(sight.dice, 40)) {
    acts.push({ action_type: one(sight.dice, ['make_pitch', 'counter_pitch']), ...MAKERS.make_pitch?.(sight) });
  }
  while (acts.length < count) {
    const type = one(sight.dice, chance(sight.dice, 85) ? special : TYPES) ?? 'wait';
    if (!isTimely(sight, type) && chance(sight.dice, 96)) continue;
    const fields = MAKERS[type]?.(sight);
    if (!fields) continue;
    const act = { action_type: type, ...fields };
    acts.push(chance(sight.dice, 2) ? one(sight.dice, ODD)?.(act) : act);
  }
  if (chance(sight.dice, 1)) return undefined;
  if (chance(sight.dice, 1)) return one(sight.dice, [null, 'wait', 7, {}, { actions: 'wait' }, { turn: acts }]);
  if (acts.length === 1 && chance(sight.dice, 30)) return acts[0];
  return chance(sight.dice, 30) ? acts : { actions: acts };
}
