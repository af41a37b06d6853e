'use client';
import { useMemo, useState } from 'react';
import { RadioField, SliderField, TextField } from '~/kit/field';
import type { Split } from '../../../shared/types';
import { foundingPlan, foundingThings, thingsWords } from '../agreement';
import { bargainOf } from '../bargain';
import { useDesk, useLive } from '../desk-context';
import { and, cr, playerOfLab, plural } from '../words';
import { whyNoMove } from './choices';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';
import { MoneyField, readAmount, whyNoAmount } from './money-field';
import { PickList } from './pick-list';

const RULES = [
  { value: 'equal', title: 'Equal', detail: 'Everyone first gets what they are owed; the rest is shared equally.' },
  {
    value: 'contribution',
    title: 'By contribution',
    detail: 'Job owners get a part; the rest is shared in proportion to the hours that each lab’s blocks bring.',
  },
  { value: 'shapley', title: 'Shapley', detail: 'Each gets what it adds on average, over every order of joining (its Shapley value).' },
] as const;

/** Founds a coalition: invited labs, the split of its surplus, and the bond. */
export function FoundForm({ invite, onClose }: { invite?: string; onClose: () => void }) {
  const { observation, draft, add, say } = useDesk();
  const legal = legalOf(observation, 'form_coalition');
  const [members, setMembers] = useState<string[]>(invite === undefined ? [] : [invite]);
  const [split, setSplit] = useState<Split>('equal');
  const [share, setShare] = useState(0.5);
  const [bond, setBond] = useState('10');
  const [message, setMessage] = useState('');
  const [pledges, setPledges] = useState(true);
  const [proposes, setProposes] = useState(false);
  const free = useMemo(() => foundingThings(observation, draft), [observation, draft]);
  const things = bargainOf(observation) === null ? '' : thingsWords(free.block_ids.length, free.job_ids.length);
  const { card } = useLive();
  const plan = useMemo(
    () => (things === '' || !pledges || members.length === 0 ? null : foundingPlan(observation, { members, draft })),
    [observation, members, draft, things, pledges],
  );
  const most = (legal?.most_members ?? 16) - 1;
  const wrong =
    whyNoMove(observation, 'found') ??
    (members.length === 0 ? 'Invite at least one lab.' : members.length > most ? `A coalition has at most ${most + 1} members.` : null) ??
    whyNoBond(bond, legal?.bond.max ?? 0);
  return (
    <FormFrame
      wrong={wrong}
      onClose={onClose}
      onAdd={() =>
        add({
          action_type: 'form_coalition',
          members,
          split,
          ...(split === 'contribution' ? { owner_share: share } : {}),
          bond: readAmount(bond) ?? 0,
          ...(things !== '' && pledges ? { ...free, at_once: true } : {}),
          ...(plan !== null && proposes ? { plan: plan.entries } : {}),
          ...(message.trim() === '' ? {} : { message: message.trim() }),
        })
      }
      preview={
        <p className="text-small text-ink-2">
          Your bond is held immediately and returned when the coalition ends. A member who breaks a pledge loses the bond to the others.
          Invitations last through round {observation.round_index + 2}. A coalition earns nothing by itself; it needs pledges and a joint
          plan.
        </p>
      }
    >
      <PickList
        legend="Invite"
        choices={observation.visible_labs.map((lab) => ({ id: lab.lab_id, why: null }))}
        chosen={members}
        onChosen={setMembers}
        facts={(id) => {
          const lab = observation.visible_labs.find((one) => one.lab_id === id);
          return lab === undefined
            ? ''
            : `${playerOfLab(id, card.seats) ?? 'bot'}, ${plural(lab.owned_block_ids.length, 'block')}, demand ${lab.public_demand}, reputation ${lab.reputation}`;
        }}
        empty="There is nobody to invite."
      />
      <RadioField<Split> label="Split" name="split" value={split} choices={RULES} onValue={setSplit} />
      {split === 'contribution' ? (
        <SliderField
          label="Job owners’ part"
          value={share}
          min={0}
          max={1}
          step={0.05}
          shown={`${Math.round(share * 100)}%`}
          onValue={setShare}
        />
      ) : null}
      <MoneyField
        label="Bond"
        hint="The same for every member, 0 to 50."
        value={bond}
        onValue={setBond}
        error={whyNoBond(bond, legal?.bond.max ?? 0)}
      />
      {things === '' ? null : (
        <label className="flex gap-2 text-small">
          <input type="checkbox" checked={pledges} onChange={() => setPledges(!pledges)} className="mt-0.5 size-4 accent-accent" />
          Pledge your {things} with it, also for plans in this round. A joint plan is then possible one round earlier.
        </label>
      )}
      {plan === null ? null : (
        <label className="flex gap-2 text-small">
          <input type="checkbox" checked={proposes} onChange={() => setProposes(!proposes)} className="mt-0.5 size-4 accent-accent" />
          <span>
            Propose a plan with it: {say(and(plan.entries.map((entry) => `${and(entry.block_ids)} for ${entry.job_id}`)))}. It makes about{' '}
            {cr(plan.surplus)} more than it costs you, before the others’ costs. It is carried out in the next round if they agree. Until
            then, or until the invitations end, you cannot use anything that it names.
          </span>
        </label>
      )}
      <TextField
        label="Message"
        hint="For those invited."
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormFrame>
  );
}

function whyNoBond(text: string, most: number): string | null {
  return whyNoAmount(text, null) ?? ((readAmount(text) ?? 0) > most ? `At most ${most.toFixed(2)} cr.` : null);
}
