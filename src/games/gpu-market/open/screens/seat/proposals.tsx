'use client';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import type { WireCoalition, WireProposal } from '../../shared/observation';
import { bargainOf, newLegal, planParts, planSentence, planStands } from './bargain';
import { useDesk } from './desk-context';
import { InTurn } from './offers-panel';
import { capital, cr, labOrYou } from './words';

/** A coalition's proposed plans with costs and payouts, to veto or improve. */
export function Proposals({ coalition }: { coalition: WireCoalition }) {
  const { observation, say } = useDesk();
  if (bargainOf(observation) === null || !coalition.proposals || coalition.proposals.length === 0) return null;
  return (
    <ul aria-label={`Plans of coalition ${say(coalition.coalition_id)}`} className="mt-2 space-y-2">
      {coalition.proposals.map((one) => (
        <Proposal key={one.plan_id} proposal={one} coalition={coalition} />
      ))}
    </ul>
  );
}

function Proposal({ proposal, coalition }: { proposal: WireProposal; coalition: WireCoalition }) {
  const { observation, seat, say } = useDesk();
  const { plan_id, lab_id, surplus } = proposal;
  const name = say(`Plan ${plan_id}`);
  const me = { controlled_lab_id: seat };
  const where = { pledges: coalition.pledges, me: seat, round: observation.round_index };
  return (
    <li
      {...naming(
        'plan',
        plan_id,
        proposal.plan.flatMap((entry) => entry.block_ids.map((id) => `block:${id}`)),
      )}
      className="rounded-md border bg-sunk p-2"
    >
      <p>
        <strong className="font-medium">{name}</strong>: {labOrYou(lab_id, me)} {lab_id === seat ? 'propose' : 'proposes'}{' '}
        {say(planSentence(proposal))}
      </p>
      {surplus === null ? (
        <p className="text-ink-2">Its value is not known yet, because not everything is pledged.</p>
      ) : (
        <p>
          It makes <strong className="num font-semibold">{cr(surplus)}</strong> more than the labs could make separately.
        </p>
      )}
      <ul aria-label={`Parts of ${name}`}>
        {planParts(proposal).map(({ lab, cost, gets }) => (
          <li key={lab}>
            {capital(labOrYou(lab, me))}: <span className="num">{cr(gets)}</span> for a cost of <span className="num">{cr(cost)}</span>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">{planStands(proposal, where)}</p>
      <Answers proposal={proposal} coalition={coalition} />
    </li>
  );
}

function Answers({ proposal, coalition }: { proposal: WireProposal; coalition: WireCoalition }) {
  const { observation, add, open, remove, draft, locked, say } = useDesk();
  const { coalition_id } = coalition;
  const { plan_id } = proposal;
  const name = say(`plan ${plan_id} of coalition ${coalition_id}`);
  const vetoed = draft.actions.find(({ action }) => action.action_type === 'veto_plan' && action.plan_id === plan_id);
  if (vetoed !== undefined) return <InTurn words="veto_plan" onRemove={locked === null ? () => remove(vetoed.id) : null} />;
  const canVeto = newLegal(observation, 'veto_plan')?.plan_ids[coalition_id]?.includes(plan_id) === true;
  const canPlan = newLegal(observation, 'propose_plan')?.plans[coalition_id] !== undefined;
  if (!canVeto && !canPlan) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-1.5">
      {canPlan ? (
        <Button
          size="small"
          aria-label={`Counter ${name}`}
          disabled={locked !== null}
          onClick={() => open({ kind: 'plan', coalitionId: coalition_id })}
        >
          Counter-plan
        </Button>
      ) : null}
      {canVeto ? (
        <Button
          size="small"
          aria-label={`Veto ${name}`}
          disabled={locked !== null}
          onClick={() => add({ action_type: 'veto_plan', coalition_id, plan_id })}
        >
          Veto
        </Button>
      ) : null}
    </div>
  );
}
