'use client';
import type { ReactNode } from 'react';
import { Dialog } from '~/kit/dialog';
import { bargainOf } from '../bargain';
import { type FormWish, useDesk } from '../desk-context';
import { AllocateForm } from './allocate-form';
import { FoundForm } from './found-form';
import { FillForm, PromiseForm } from './hold-form';
import { MarkForm } from './mark-form';
import { MessageForm } from './message-form';
import { OfferForm } from './offer-form';
import { PitchForm } from './pitch-form';
import { PlanForm } from './plan-form';
import { PledgeForm } from './pledge-form';
import { ProposalForm } from './proposal-form';
import { TakeForm } from './take-form';
import { WantForm } from './want-form';

const TITLES: Record<FormWish['kind'], string> = {
  allocate: 'Put blocks to work',
  offer: 'Make an offer',
  take: 'Block on the market',
  counter: 'Counter an offer',
  found: 'Start a coalition',
  join: 'Join a coalition',
  commit: 'Pledge to a coalition',
  plan: 'Joint plan',
  want: 'Post a want',
  fill: 'Fill a want',
  promise: 'Promise blocks',
  pitch: 'Make a pitch',
  message: 'Write a message',
  reserve: 'Reserve blocks',
  release: 'Release blocks',
};

/** The open form, if any. */
export function FormDialog({ wish, onClose }: { wish: FormWish | null; onClose: () => void }) {
  return (
    <Dialog open={wish !== null} onOpen={(open) => (open ? undefined : onClose())} title={wish === null ? '' : TITLES[wish.kind]}>
      {wish === null ? null : <Form wish={wish} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ wish, onClose }: { wish: FormWish; onClose: () => void }): ReactNode {
  const { observation } = useDesk();
  const gone = <p className="text-small">This is no longer open.</p>;
  switch (wish.kind) {
    case 'allocate':
      return <AllocateForm {...wish} onClose={onClose} />;
    case 'offer':
      return <OfferForm {...wish} onClose={onClose} />;
    case 'take':
      return <TakeForm {...wish} onClose={onClose} />;
    case 'counter': {
      const offer = observation.active_offers.find((one) => one.offer_id === wish.offerId);
      return offer === undefined ? gone : <OfferForm counter={offer} onClose={onClose} />;
    }
    case 'found':
      return <FoundForm {...wish} onClose={onClose} />;
    case 'join':
    case 'commit':
    case 'plan': {
      const coalition = observation.active_coalitions.find((one) => one.coalition_id === wish.coalitionId);
      if (coalition === undefined) return gone;
      const Plan = bargainOf(observation) === null ? PlanForm : ProposalForm;
      if (wish.kind === 'plan') return <Plan coalition={coalition} onClose={onClose} />;
      return <PledgeForm coalition={coalition} joining={wish.kind === 'join'} onClose={onClose} />;
    }
    case 'want':
      return <WantForm onClose={onClose} />;
    case 'fill': {
      const want = bargainOf(observation)?.wants.find((one) => one.want_id === wish.wantId);
      return want === undefined ? gone : <FillForm want={want} onClose={onClose} />;
    }
    case 'promise':
      return <PromiseForm {...wish} onClose={onClose} />;
    case 'pitch':
      return <PitchForm onClose={onClose} />;
    case 'message':
      return <MessageForm {...wish} onClose={onClose} />;
    case 'reserve':
    case 'release':
      return (
        <MarkForm release={wish.kind === 'release'} {...(wish.blockId === undefined ? {} : { blockId: wish.blockId })} onClose={onClose} />
      );
  }
}
