'use client';
import { memo } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import type { WireCoalition } from '../../shared/observation';
import { bargainOf, newLegal } from './bargain';
import { coalitionTerms, pledgeLine } from './coalition-words';
import { useDesk } from './desk-context';
import { answerTo } from './draft-turn';
import { whyNoEntry, whyNoMove } from './forms/choices';
import { legalOf } from './forms/legal-ids';
import { InTurn } from './offers-panel';
import { Proposals } from './proposals';
import { capital, cr, labOrYou } from './words';

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
      <Group title="Invitations" coalitions={asked} empty="You are not invited to any." />
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
  const { seat, say } = useDesk();
  const { coalition_id, members, invited, message, pledges, status } = coalition;
  const waiting = (invited ?? []).filter((lab) => !members.includes(lab));
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
        <span className="flex items-center gap-1">
          {members.map((lab) => (
            <SeatChip key={lab} seat={lab} />
          ))}
        </span>
        <Badge tone={status === 'active' ? 'accent' : 'plain'}>{status}</Badge>
      </div>
      <p className="mt-1">{coalitionTerms(coalition)}</p>
      {message ? <p className="break-words text-ink-2">“{message}”</p> : null}
      {waiting.length > 0 ? (
        <p className="text-ink-2">
          Invited through round {coalition.invited_through}: {waiting.map((lab) => labOrYou(lab, { controlled_lab_id: seat })).join(', ')}.
        </p>
      ) : null}
      {pledges === null ? null : (
        <ul aria-label={`Pledges to ${say(coalition_id)}`} className="mt-1 space-y-0.5">
          {Object.entries(pledges).map(([lab, pledge]) => (
            <li key={lab}>
              <strong className="font-medium">{capital(labOrYou(lab, { controlled_lab_id: seat }))}</strong>: {say(pledgeLine(pledge))}
            </li>
          ))}
          {Object.keys(pledges).length === 0 ? <li className="text-ink-2">Nothing is pledged yet.</li> : null}
        </ul>
      )}
      <Proposals coalition={coalition} />
      {members.includes(seat) ? <Membership coalition={coalition} /> : <Invitation coalition={coalition} />}
    </li>
  );
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
