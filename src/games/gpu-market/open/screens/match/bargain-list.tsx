import { formatMoney } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { labelled } from '~/kit/names';
import { OPEN_LABS } from '../../../screens/lab-names';
import type { WirePromise, WireProposal, WireWant } from '../../shared/observation';
import type { OpenMarketView } from '../../shared/told/view';
import { namesIn } from '../seat/names';

/** Wants, visible promises, and proposed plans. Renders nothing if the rules have none. */
export function BargainList({ view }: { view: OpenMarketView }) {
  if (view.wants === undefined) return null;
  const wants = view.wants.filter((one) => one.status === 'standing');
  const promises = (view.promises ?? []).filter((one) => one.status === 'standing');
  const plans = view.coalitions.flatMap((one) => one.proposals ?? []);
  const names = namesIn(view);
  const isEmpty = wants.length + promises.length + plans.length === 0;
  return (
    <section aria-label="Wants, promises and plans" className="mt-6">
      <h3 className="font-semibold text-small">Wants, promises and plans</h3>
      {isEmpty ? <p className="text-micro text-ink-2">None is open now.</p> : null}
      <ul className="mt-1 space-y-1 text-small">
        {wants.map((want) => (
          <li key={want.want_id} {...naming('want', want.want_id, [`seat:${want.lab_id}`])}>
            {wantLine(want)}
          </li>
        ))}
        {promises.map((one) => (
          <li
            key={one.promise_id}
            {...naming(
              'promise',
              one.promise_id,
              one.block_ids.map((id) => `block:${id}`),
            )}
          >
            {labelled(promiseLine(one), names)}
          </li>
        ))}
        {plans.map((one) => (
          <li
            key={one.plan_id}
            {...naming(
              'plan',
              one.plan_id,
              one.plan.flatMap((entry) => entry.block_ids.map((id) => `block:${id}`)),
            )}
          >
            {labelled(planLine(one), names)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wantLine({ lab_id, hours, from_round, to_round, payment, expires_round }: WireWant): string {
  const when = from_round === to_round ? `in round ${from_round}` : `in rounds ${from_round} to ${to_round}`;
  return `${OPEN_LABS.nameOf(lab_id)} wants ${hours} GPU-hours ${when} for ${formatMoney(payment)}, until round ${expires_round}.`;
}

function promiseLine({ from_lab_id, to_lab_id, block_ids, price, bond, until_round }: WirePromise): string {
  const bonded = bond > 0 ? `, bond ${formatMoney(bond)}` : '';
  return `${OPEN_LABS.nameOf(from_lab_id)} holds ${block_ids.join(', ')} for ${OPEN_LABS.nameOf(to_lab_id)} at ${formatMoney(price)} until round ${until_round}${bonded}.`;
}

/** What a plan does, its surplus over its costs, and who vetoed it. */
export function planLine({ plan_id, lab_id, plan, surplus, vetoed_by }: WireProposal): string {
  const works = plan.map((entry) => `${entry.block_ids.join(', ')} for ${entry.job_id}`).join('; ');
  const worth = surplus === null ? '' : ` It makes ${formatMoney(surplus)} more than it costs.`;
  const vetoed = vetoed_by.length === 0 ? '' : ` Vetoed by ${vetoed_by.map(OPEN_LABS.nameOf).join(', ')}.`;
  return `${OPEN_LABS.nameOf(lab_id)} proposes plan ${plan_id}: ${works}.${worth}${vetoed}`;
}
