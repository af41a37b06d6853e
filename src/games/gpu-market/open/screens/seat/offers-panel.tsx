'use client';
import { memo, useMemo } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import type { WireOffer } from '../../shared/observation';
import type { Appraiser } from '../../shared/plans/appraise';
import { conditionWords, offerSentence } from './action-words';
import { explain } from './appraisal-words';
import { useDesk } from './desk-context';
import { actionsOf, answerTo, removeAction } from './draft-turn';
import { dealOf, drafted, type Partner, partnersOf } from './draft-worth';
import { whyImpossible, whyNoAccept, whyNoCounter, whyNoMove } from './forms/choices';
import { capital, labOrYou, labWord, signedCr } from './words';
import { Worth } from './worth';

/** Offers to this seat, to all, and its own, each with its value by the seat's own best plan. */
export const OffersPanel = memo(function OffersPanel() {
  const { observation, standing, done, draft, open, locked, seat } = useDesk();
  // Sorted by value in the current position, so that nothing moves while the turn is composed.
  const worth = (offer: WireOffer) => standing.deal(dealOf(offer, seat)).value;
  const best = (a: WireOffer, b: WireOffer) => worth(b) - worth(a);
  const mine = observation.active_offers.filter((offer) => offer.from_lab_id === seat);
  const toMe = observation.active_offers.filter((offer) => offer.to_lab_id === seat).toSorted(best);
  const toAll = observation.active_offers.filter((offer) => offer.to_lab_id === null && offer.from_lab_id !== seat).toSorted(best);
  const why = whyNoMove(observation, 'offer');
  const partners = useMemo(() => partnersOf(observation, done, draft), [observation, done, draft]);
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={locked !== null || why !== null} onClick={() => open({ kind: 'offer' })}>
          Make an offer
        </Button>
        {why === null ? null : <p className="text-small text-ink-2">{why}</p>}
      </div>
      <List title="To you" offers={toMe} {...{ done, partners }} empty="No offers for you right now." />
      <List title="Yours" offers={mine} {...{ done, partners }} empty="You have no open offers." />
      <List title="To all labs" offers={toAll} {...{ done, partners }} empty="There are no open offers." />
    </div>
  );
});

interface ListProps {
  title: string;
  offers: readonly WireOffer[];
  /** Values after the drafted turn. */
  done: Appraiser;
  /** By offer, its best match. */
  partners: ReadonlyMap<string, Partner>;
  empty: string;
}

function List({ title, offers, done, partners, empty }: ListProps) {
  return (
    <Section title={title} note={offers.length === 0 ? empty : undefined} aside={<span className="num text-ink-2">{offers.length}</span>}>
      <ul aria-label={`Offers: ${title.toLowerCase()}`} className="grid gap-2 min-[1400px]:grid-cols-2">
        {offers.map((offer) => (
          <Offer key={offer.offer_id} offer={offer} done={done} partner={partners.get(offer.offer_id) ?? null} />
        ))}
      </ul>
    </Section>
  );
}

function Offer({ offer, done, partner }: Pick<ListProps, 'done'> & { offer: WireOffer; partner: Partner | null }) {
  const { observation, draft, spoken, seat, say } = useDesk();
  const own = offer.from_lab_id === seat;
  const { offer_id } = offer;
  const answer = answerTo(draft, offer_id);
  const deal = dealOf(offer, seat);
  const used = answer === null ? deal.gives.find((id) => spoken.has(id)) : undefined;
  const impossible = whyImpossible(observation, offer) ?? (used === undefined ? null : `Your turn already uses ${used}.`);
  const others = answer === null ? done : drafted(observation, actionsOf(removeAction(draft, answer.id)));
  const appraisal = others.deal(deal);
  const other = observation.active_offers.find((one) => one.offer_id === partner?.offer_id);
  return (
    <li
      {...naming(
        'offer',
        offer_id,
        [...offer.offered_blocks, ...offer.requested_blocks].map((id) => `block:${id}`),
      )}
      className="rounded-md border bg-panel p-2.5 text-small"
    >
      <div className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-1.5">
          <SeatChip seat={offer.from_lab_id} />
          <span className="text-ink-2">{capital(labOrYou(offer.from_lab_id, observation))}</span>
        </span>
        <span className="flex gap-1.5">
          {offer.linked_offer_id === null ? null : <Badge>counter-offer</Badge>}
          <Badge>through round {offer.expires_round}</Badge>
        </span>
      </div>
      <p className="mt-1 font-medium">{say(offerSentence(offer, observation))}.</p>
      {conditionWords(offer.conditions).map((line) => (
        <p key={line}>{say(line)}</p>
      ))}
      {offer.message === '' ? null : <p className="break-words text-ink-2">“{say(offer.message)}”</p>}
      {impossible === null ? (
        <Worth
          className="mt-1"
          lead={own ? 'If it is taken' : 'For you'}
          explained={explain(appraisal, own ? offer.requested_blocks : offer.offered_blocks)}
        />
      ) : null}
      {impossible !== null && (own || used !== undefined) ? <p className="mt-1 text-ink-2">{say(impossible)}</p> : null}
      {partner === null || other === undefined ? null : (
        <p className="mt-1 text-small">
          Together with “{say(offerSentence(other, observation))}”:{' '}
          <strong className="num font-semibold text-green">{signedCr(partner.value)}</strong>
        </p>
      )}
      {own ? <Withdraw offer={offer} /> : <Answers offer={offer} good={appraisal.value > 0 || partner !== null} />}
    </li>
  );
}

/** Buttons to accept, counter and reject; disabled with the reason if not possible. */
function Answers({ offer, good }: { offer: WireOffer; good: boolean }) {
  const { observation, add, open, locked, draft, remove, seat, say } = useDesk();
  const { offer_id } = offer;
  const name = say(offer_id);
  const answered = answerTo(draft, offer_id);
  if (answered !== null)
    return <InTurn words={answered.action.action_type} onRemove={locked === null ? () => remove(answered.id) : null} />;
  const noAccept = whyNoAccept(observation, offer);
  const noCounter = whyNoCounter(observation, offer);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5">
      <Button
        size="small"
        look={good ? 'primary' : 'plain'}
        aria-label={`Accept ${name}`}
        disabled={noAccept !== null || locked !== null}
        onClick={() => add({ action_type: 'accept_offer', offer_id })}
      >
        Accept
      </Button>
      <Button
        size="small"
        aria-label={`Counter ${name}`}
        disabled={noCounter !== null || locked !== null}
        onClick={() => open({ kind: 'counter', offerId: offer_id })}
      >
        Counter
      </Button>
      {offer.to_lab_id === seat ? (
        <Button
          size="small"
          aria-label={`Reject ${name}`}
          disabled={locked !== null}
          onClick={() => add({ action_type: 'reject_offer', offer_id })}
        >
          Reject
        </Button>
      ) : null}
      {noAccept === null ? null : <span className="text-ink-2">{say(noAccept)}</span>}
      {noAccept === null && noCounter !== null ? <span className="text-ink-2">{noCounter}</span> : null}
    </div>
  );
}

function Withdraw({ offer }: { offer: WireOffer }) {
  const { add, locked, draft, remove, say } = useDesk();
  const { offer_id } = offer;
  const answered = answerTo(draft, offer_id);
  if (answered !== null)
    return <InTurn words={answered.action.action_type} onRemove={locked === null ? () => remove(answered.id) : null} />;
  return (
    <div className="mt-2 flex items-center gap-2">
      <Button
        size="small"
        aria-label={`Withdraw ${say(offer_id)}`}
        disabled={locked !== null}
        onClick={() => add({ action_type: 'reject_offer', offer_id })}
      >
        Withdraw
      </Button>
      <span className="text-ink-2">{offer.to_lab_id === null ? 'Open to all.' : `Only for ${labWord(offer.to_lab_id)}.`}</span>
    </div>
  );
}

const IN_TURN: Record<string, string> = {
  accept_offer: 'Your turn takes it.',
  reject_offer: 'Your turn turns it down.',
  counter_offer: 'Your turn counters it.',
  join_coalition: 'Your turn joins it.',
  decline_coalition: 'Your turn declines it.',
  leave_coalition: 'Your turn leaves it.',
  agree: 'Your turn agrees to it.',
  fill_want: 'Your turn fills it.',
  withdraw_want: 'Your turn withdraws it.',
  take_promise: 'Your turn takes it.',
  decline_promise: 'Your turn declines it.',
  veto_plan: 'Your turn vetoes it.',
};

/** What the draft already does about it, with a way to undo it. */
export function InTurn({ words, onRemove }: { words: string; onRemove: (() => void) | null }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-accent">
      {IN_TURN[words] ?? 'It is already in your turn.'}
      {onRemove === null ? null : (
        <Button size="small" onClick={onRemove}>
          Take it out
        </Button>
      )}
    </p>
  );
}
