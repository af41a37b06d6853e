/** The open market under version 2 in few words: as in `open-2`, and what the seat wants, owes, was promised and has on the table. */
import type { OwnTurn } from '~/contract/guard';
import { round } from '~/lib/numbers';
import type { WireProposal } from '../../shared/observation';
import type { OpenOption } from '../../shared/prompts/option';
import { TOLD } from '../../shared/prompts/user-text-1';
import { fitting, type Said, type Told, userText2 } from '../../shared/prompts/user-text-2';
import type { OpenObservation2 } from '../observation';

/** Tokens. */
const ALL = 500;
const FOR_STANDING = 70;
const TOLD_3 = [
  ...TOLD.slice(0, 2),
  'take_promise',
  'fill_want',
  'propose_plan',
  ...TOLD.slice(2),
  'post_want',
  'make_promise',
  'veto_plan',
];

export function userText3(seen: OpenObservation2, options: readonly OpenOption[], past: readonly OwnTurn[]): Told {
  const lines = [...owed(seen), ...wanted(seen), ...onTable(seen)];
  return userText2(seen, options, {
    past,
    all: ALL,
    told: TOLD_3,
    standing: (cut) => (lines.length === 0 ? [] : ['Standing:', ...fitting(lines, { room: FOR_STANDING, what: 'things', cut })]),
    said: saidWith(seen),
  });
}

function owed({ promises, controlled_lab_id: me }: OpenObservation2): string[] {
  return promises.map(({ promise_id, from_lab_id, to_lab_id, block_ids, price, until_round }) => {
    const terms = `${block_ids.join('+')} for ${round(price, 2)} until round ${until_round}`;
    return from_lab_id === me ? `${promise_id} you hold ${terms} for ${to_lab_id}` : `${promise_id} ${from_lab_id} holds ${terms} for you`;
  });
}

function wanted({ wants, controlled_lab_id: me }: OpenObservation2): string[] {
  const own = wants.filter(({ lab_id }) => lab_id === me);
  return own.map(
    ({ want_id, hours, from_round, to_round, payment }) =>
      `${want_id} you want ${hours}h in rounds ${from_round}-${to_round} for ${round(payment, 2)}`,
  );
}

function onTable({ active_coalitions, controlled_lab_id: me }: OpenObservation2): string[] {
  return active_coalitions.flatMap(({ proposals }) => (proposals ?? []).map((one) => planLine(one, me)));
}

function planLine({ plan_id, lab_id, surplus, costs, payouts, vetoed_by }: WireProposal, me: string): string {
  const brings = surplus === null ? '' : `, surplus ${Math.round(surplus)}`;
  const own = payouts?.[me] === undefined ? '' : `, you get ${Math.round(payouts[me])} for ${Math.round(costs?.[me] ?? 0)}`;
  return `${plan_id} by ${lab_id}${brings}${own}${vetoed_by.length > 0 ? ', vetoed' : ''}`;
}

/** Words that go with wants and promises. */
export function saidWith({ wants, promises }: OpenObservation2): Said[] {
  return [
    ...wants.map((one) => ({ from: one.lab_id, round: one.round_created, text: one.message })),
    ...promises.map((one) => ({ from: one.from_lab_id, round: one.round_created, text: one.message })),
  ];
}
