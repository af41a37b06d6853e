'use client';
import { memo, useMemo } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import type { WireCoalition } from '../../shared/observation';
import { agreementOf, coalitionTerms, pledgeLine, thingsWords, togetherWords } from './agreement';
import { bargainOf, newLegal } from './bargain';
import { useDesk } from './desk-context';
import { answerTo } from './draft-turn';
import { whyNoEntry, whyNoMove } from './forms/choices';
import { legalOf } from './forms/legal-ids';
import { InTurn } from './offers-panel';
import { Proposals } from './proposals';
import { and, capital, cr, labOrYou, signedCr } from './words';

/** Coalitions: those this seat belongs or is invited to, and the others; found, join, pledge, plan. */
export const CoalitionsPanel = memo(function CoalitionsPanel() {
  const { observation, open, locked, seat } = useDesk();
  const why = whyNoMove(observation, 'found');
  const mine = observation.active_coalitions.filter((one) => one.members.includes(seat));
  const asked = observation.active_coalitions.filter((one) => !one.members.includes(seat) && one.invited?.includes(seat) === true);
  const others = observation.active_coalitions.filter((one) => !mine.includes(one) && !asked.includes(one));
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={locked !== null || why !== null} onClick={() => open({ kind: 'found' })}>
          Start a coalition
        </Button>
        {why === null ? null : <p className="text-small text-ink-2">{why}</p>}
      </div>
      <Group title="Invitations" coalitions={asked} empty="You have no invitations." />
      <Group
        title="Yours"
        coalitions={mine}
        empty="You are in no coalition. A coalition uses blocks and jobs of several labs in a single plan and splits the result as agreed."
      />
      {others.length > 0 ? <Group title="Others" coalitions={others} empty="" /> : null}
    </div>
  );
});

function Group({ title, coalitions, empty }: { title: string; coalitions: readonly WireCoalition[]; empty: string }) {
  return (
    <Section title={title} note={coalitions.length === 0 ? empty : undefined}>
      <ul aria-label={`Coalitions: ${title.toLowerCase()}`} className="space-y-2">
        {coalitions.map((one) => (
          <Coalition key={one.coalition_id} coalition={one} />
        ))}
      </ul>
    </Section>
  );
}

function Coalition({ coalition }: { coalition: WireCoalition }) {
  const { seat, say, observation } = useDesk();
  const { coalition_id, members, invited, message, pledges, status } = coalition;
  const waiting = (invited ?? []).filter((lab) => !members.includes(lab));
  const isMine = members.includes(seat);
  const lists = (
    <>
      {pledges === null ? null : (
        <ul aria-label={`Pledges to ${say(coalition_id)}`} className="mt-1 space-y-0.5">
          {Object.entries(pledges).map(([lab, pledge]) => (
            <li key={lab}>
              <strong className="font-medium">{capital(labOrYou(lab, { controlled_lab_id: seat }))}</strong>: {say(pledgeLine(pledge))}
            </li>
          ))}
        </ul>
      )}
      {isMine ? <Membership coalition={coalition} /> : <Invitation coalition={coalition} />}
    </>
  );
  const isCard = bargainOf(observation) !== null && (isMine || waiting.includes(seat));
  return (
    <li
      {...naming(
        'coalition',
        coalition_id,
        members.map((id) => `seat:${id}`),
      )}
      className="rounded-md border bg-panel p-2.5 text-small"
    >
      <div className="flex items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {members.map((lab) => (
            <span key={lab} className="flex items-center gap-1">
              <SeatChip seat={lab} />
              <span aria-hidden>{capital(labOrYou(lab, { controlled_lab_id: seat }))}</span>
            </span>
          ))}
        </span>
        <Badge tone={status === 'active' ? 'accent' : 'plain'}>{status}</Badge>
      </div>
      <p className="mt-1">{coalitionTerms(coalition)}</p>
      {message ? <p className="break-words text-ink-2">“{say(message)}”</p> : null}
      {waiting.length > 0 ? (
        <p className="text-ink-2">
          Invited through round {coalition.invited_through}: {waiting.map((lab) => labOrYou(lab, { controlled_lab_id: seat })).join(', ')}.
        </p>
      ) : null}
      {pledges === null ? null : <p className="mt-1">{togetherWords(pledges)}</p>}
      <Proposals coalition={coalition} />
      {isCard ? <Agree coalition={coalition} /> : null}
      {isCard ? (
        <details className="mt-2">
          <summary className="w-fit text-accent">
            Adjust<span className="sr-only"> {say(`coalition ${coalition_id}`)}</span>
          </summary>
          {lists}
        </details>
      ) : (
        lists
      )}
    </li>
  );
}

/** What the best plan makes, this seat's share, and one button. */
function Agree({ coalition }: { coalition: WireCoalition }) {
  const { observation, draft, locked, add, remove, say } = useDesk();
  const { coalition_id } = coalition;
  const agreed = draft.actions.filter(({ action }) => action.coalition_id === coalition_id && ENTERING.includes(action.action_type));
  const agreement = useMemo(() => agreementOf(observation, coalition, draft), [observation, coalition, draft]);
  const takeOut = () => {
    for (const { id } of agreed) remove(id);
  };
  if (agreed.length > 0) return <InTurn words="agree" onRemove={locked === null ? takeOut : null} />;
  if (answerTo(draft, coalition_id) !== null || agreement === null) return null;
  const { actions, pledges, plan, isImmediate } = agreement;
  const room = observation.actions_per_round - draft.actions.length;
  if (actions.length === 0) return <p className="mt-2 text-ink-2">{nothingWords(coalition, observation.controlled_lab_id)}</p>;
  const things = thingsWords(pledges.blocks, pledges.jobs);
  const deeds = [
    ...(actions[0]?.action_type === 'join_coalition' ? ['joins'] : []),
    ...(things === '' ? [] : [`pledges your ${things}`]),
    ...(plan === null ? [] : ['proposes this plan']),
  ];
  const agree = () => {
    for (const action of actions) add(action);
  };
  const when = isImmediate
    ? 'It is carried out when this round closes.'
    : 'It then stays open for one round, because not everybody lets plans use their pledge immediately.';
  const hasPlan = !coalition.members.includes(observation.controlled_lab_id) && (coalition.proposals ?? []).length > 0;
  const founding = hasPlan ? ' Its plan is carried out when this round closes, if everything it uses is pledged by then.' : '';
  return (
    <div className="mt-2 space-y-1.5 rounded-md border border-accent bg-accent-wash p-2">
      {plan === null ? null : (
        <>
          <p>Best plan: {say(and(plan.entries.map((entry) => `${and(entry.block_ids)} for ${entry.job_id}`)))}.</p>
          <dl className="flex flex-wrap gap-x-6 gap-y-1">
            <div>
              <dt className="text-ink-2">It makes, beyond its costs</dt>
              <dd className="num font-semibold">about {signedCr(plan.surplus)}</dd>
            </div>
            <div>
              <dt className="text-ink-2">Your share ({shareWords(coalition, plan.part?.share ?? null)})</dt>
              <dd className="num font-semibold">
                {plan.part === null ? 'known once it is proposed' : `about ${signedCr(plan.part.amount)}`}
              </dd>
            </div>
          </dl>
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          look="primary"
          aria-label={`Agree to ${say(`coalition ${coalition_id}`)}`}
          disabled={locked !== null || room < actions.length}
          onClick={agree}
        >
          Agree
        </Button>
        <p className="min-w-0 flex-1 basis-56">
          In one turn, this {and(deeds)}.{plan === null ? founding : ` ${when}`}
          {room < actions.length ? ` Your turn has room for ${room} more.` : ''}
        </p>
      </div>
      <p className="text-ink-2">
        {plan === null ? '' : 'These figures count only what has been pledged. '}Each lab’s share covers what a plan costs it.
        {things === '' ? '' : ' You keep anything that no plan uses, but you can’t offer it while it is pledged.'}
      </p>
    </div>
  );
}

const ENTERING: readonly string[] = ['join_coalition', 'commit_to_coalition', 'propose_plan'];

function shareWords({ split }: WireCoalition, share: number | null): string {
  if (share === null) return split;
  return split === 'equal' ? `equal, ${Math.round(100 * share)}%` : `by contribution, ${Math.round(100 * share)}%`;
}

/** Why there is nothing to agree to. */
function nothingWords({ status, proposals, pledges }: WireCoalition, me: string): string {
  if (status === 'forming') return 'It begins when somebody joins.';
  if ((proposals ?? []).some((one) => one.participants.includes(me) && one.vetoed_by.length === 0))
    return 'You have agreed. Without a veto, the plan is carried out.';
  return pledges?.[me] === undefined
    ? 'You have nothing free to pledge, and no plan was found.'
    : 'You have agreed. No plan found so far makes more than it costs.';
}

function Invitation({ coalition }: { coalition: WireCoalition }) {
  const { observation, open, add, remove, locked, draft, seat, say } = useDesk();
  const { coalition_id } = coalition;
  const name = `coalition ${say(coalition_id)}`;
  if (coalition.invited?.includes(seat) !== true) return null;
  const answered = answerTo(draft, coalition_id);
  if (answered !== null)
    return <InTurn words={answered.action.action_type} onRemove={locked === null ? () => remove(answered.id) : null} />;
  const why = whyNoEntry(observation, coalition_id, 'join_coalition');
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5">
      <Button
        size="small"
        look="primary"
        aria-label={`Join ${name}`}
        disabled={why !== null || locked !== null}
        onClick={() => open({ kind: 'join', coalitionId: coalition_id })}
      >
        Join
      </Button>
      <Button
        size="small"
        aria-label={`Decline ${name}`}
        disabled={locked !== null}
        onClick={() => add({ action_type: 'decline_coalition', coalition_id })}
      >
        Decline
      </Button>
      <span className="text-ink-2">{why ?? `A bond of ${cr(coalition.bond)} is held while you are in.`}</span>
    </div>
  );
}

function Membership({ coalition }: { coalition: WireCoalition }) {
  const { observation, open, add, remove, locked, draft, seat, say } = useDesk();
  const { coalition_id } = coalition;
  const name = `coalition ${say(coalition_id)}`;
  const answered = answerTo(draft, coalition_id);
  if (answered?.action.action_type === 'leave_coalition') {
    return <InTurn words="leave_coalition" onRemove={locked === null ? () => remove(answered.id) : null} />;
  }
  const noPledge = whyNoEntry(observation, coalition_id, 'commit_to_coalition');
  const isNew = bargainOf(observation) !== null;
  const canPlan =
    (isNew ? newLegal(observation, 'propose_plan') : legalOf(observation, 'allocate_to_job'))?.plans[coalition_id] !== undefined;
  const back = newLegal(observation, 'withdraw_pledge')?.pledged[coalition_id];
  const breaks = coalition.pledges?.[seat] !== undefined && (!isNew || isUsed(coalition, seat));
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5">
      <Button
        size="small"
        look="primary"
        aria-label={`Pledge to ${name}`}
        disabled={noPledge !== null || locked !== null}
        onClick={() => open({ kind: 'commit', coalitionId: coalition_id })}
      >
        Pledge
      </Button>
      <Button
        size="small"
        look={canPlan ? 'primary' : 'plain'}
        aria-label={`Joint plan of ${name}`}
        disabled={!canPlan || locked !== null}
        onClick={() => open({ kind: 'plan', coalitionId: coalition_id })}
      >
        Joint plan
      </Button>
      <Button
        size="small"
        aria-label={`Write to ${name}`}
        disabled={locked !== null}
        onClick={() => open({ kind: 'message', to: coalition_id })}
      >
        Write
      </Button>
      <Button
        size="small"
        aria-label={`Leave ${name}`}
        disabled={locked !== null}
        onClick={() => add({ action_type: 'leave_coalition', coalition_id })}
      >
        Leave
      </Button>
      {back === undefined ? null : (
        <Button
          size="small"
          aria-label={`Take back from ${name}`}
          disabled={locked !== null}
          onClick={() => add({ action_type: 'withdraw_pledge', coalition_id, ...back })}
        >
          Take back
        </Button>
      )}
      {noPledge === null ? null : <span className="text-ink-2">{say(noPledge)}</span>}
      {canPlan ? null : <span className="text-ink-2">A joint plan needs a pledged job and a pledged block that fits it.</span>}
      {breaks ? <span className="text-ink-2">Leaving now breaks your pledge, and the others get your bond.</span> : null}
    </div>
  );
}

/** A proposed plan uses something of this seat, so leaving would be a breach. */
function isUsed({ proposals }: WireCoalition, seat: string): boolean {
  return (proposals ?? []).some((one) => one.participants.includes(seat));
}
