'use client';
import type { PlayProps } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { nth } from '../narrate';
import type { BazaarObservation } from '../observation';
import type { WireAction } from '../players/fill-in';
import type { BazaarView } from '../view';
import { type BazaarDraft, priceIn } from './draft';
import { nameOf } from './told';

interface Props {
  seen: BazaarObservation;
  turn: PlayProps<BazaarView, BazaarObservation, BazaarDraft>['turn'];
  onAction(action: WireAction): void;
}

/** Pool actions: invite, join, raise the reserve, and order. The price field is the reserve or the order's price. */
export function PoolForm({ seen, turn, onAction }: Props) {
  const { draft, change } = turn;
  const mine = seen.pools.find(({ coalition_id }) => coalition_id === seen.you.pool);
  const invitations = seen.pools.filter(({ you_are, ended }) => you_are === 'invited' && ended === null);
  const form = seen.legal_actions.find(({ action_type }) => action_type === 'form_coalition');
  if (!mine && !form && invitations.length === 0) return null;
  const price = priceIn(draft);
  const choices = mine ? mine.members.filter((seat) => seat !== seen.seat) : (form?.members ?? []);
  const chosen = choices.filter((seat) => draft.members.includes(seat));
  const toggle = (seat: string) =>
    change((before) => ({
      ...before,
      members: before.members.includes(seat) ? before.members.filter((one) => one !== seat) : [...before.members, seat],
    }));
  const participants = [seen.seat, ...chosen];
  const asks = mine
    ? seen.offers.filter(({ side, quantity }) => side === 'seller' && quantity === participants.length && quantity > 1)
    : [];
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="px-1 font-medium text-small">Order together</legend>
      {mine ? (
        <p className="text-small">
          You are in a pool until round {nth(mine.until_round)}. The most you pay: {mine.reserves?.[seen.seat] ?? 0}.
        </p>
      ) : null}
      {mine ? (
        <TextField
          label="Price for each, or the most you would pay"
          inputMode="decimal"
          value={draft.price}
          onChange={(event) => change((before) => ({ ...before, price: event.target.value }))}
        />
      ) : (
        <p className="text-ink-2 text-small">The price above is the most you would pay in a pool.</p>
      )}
      {choices.map((seat) => (
        <label key={seat} className="flex items-center gap-2 text-small">
          <input type="checkbox" checked={draft.members.includes(seat)} onChange={() => toggle(seat)} />
          {nameOf(seat)}
        </label>
      ))}
      {mine ? (
        <>
          <Button
            disabled={price === null || chosen.length === 0}
            onClick={() =>
              onAction({
                action_type: 'send_offer',
                target_id: null,
                price: price ?? 0,
                quantity: participants.length,
                coalition_id: mine.coalition_id,
                participants,
              })
            }
          >
            Order {participants.length} at this price
          </Button>
          {asks.map((ask) => (
            <Button
              key={ask.offer_id}
              onClick={() =>
                onAction({ action_type: 'accept_offer', offer_id: ask.offer_id, coalition_id: mine.coalition_id, participants })
              }
            >
              Take {ask.price} for each of {ask.quantity} from {nameOf(ask.from)}
            </Button>
          ))}
          <Button
            disabled={price === null || price < (mine.reserves?.[seen.seat] ?? 0)}
            onClick={() => onAction({ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, reserve: price ?? 0 })}
          >
            Raise the most you pay
          </Button>
        </>
      ) : null}
      {form ? (
        <Button
          disabled={price === null || chosen.length === 0}
          onClick={() => onAction({ action_type: 'form_coalition', members: chosen, split: 'uniform', reserve: price ?? 0 })}
        >
          Form a pool
        </Button>
      ) : null}
      {mine
        ? null
        : invitations.map(({ coalition_id, founder }) => (
            <div key={coalition_id} className="flex flex-wrap gap-2">
              <Button
                disabled={price === null}
                onClick={() => onAction({ action_type: 'join_coalition', coalition_id, reserve: price ?? 0 })}
              >
                Join the pool of {nameOf(founder)}
              </Button>
              <Button look="quiet" onClick={() => onAction({ action_type: 'decline_coalition', coalition_id })}>
                Decline
              </Button>
            </div>
          ))}
    </fieldset>
  );
}
