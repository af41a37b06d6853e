'use client';
import { useState } from 'react';
import type { DraftShape, PlayProps, PlaySlots } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { Chat } from '~/kit/chat';
import { TextField } from '~/kit/field';
import { TurnNote, TurnWarnings } from '~/kit/turn-note';
import { HIGHEST_PRICE, LONGEST_MESSAGE, LOWEST_PRICE, type OffersMove, type OffersObservation, type OffersView, SEATS } from '../types';
import { Ladder } from './ladder';
import { turnBubble } from './told';

/** What a person has typed. */
export interface OffersDraft {
  price: string;
  message: string;
}

const draft: DraftShape<OffersDraft> = {
  empty: { price: '', message: '' },
  isEmpty: ({ price, message }) => price === '' && message === '',
  read: readDraft,
  moveOf: (one) => nameOf(one) ?? { type: 'leave_table' },
  ofMove: readDraft,
};

/** A seat that a person plays: name a price, take the other's price, or leave. */
export const offersPlay: PlaySlots<OffersView, OffersObservation, OffersDraft> = {
  isWhole: (view) => view?.history !== undefined,
  turnMark: (view) => `${view.turn} ${view.finished}`,
  awaited: (view) => view.to_act,
  draft,
  locked: (_view, seen) => (seen.done ? 'The match is over.' : seen.your_turn ? null : 'It is the other seat’s turn.'),
  Play,
  Alerts: ({ seen: { standing, your_turn, seat } }) =>
    your_turn && standing !== null && standing.seat !== seat ? (
      <p role="status" className="rounded-md border border-accent bg-accent-wash px-3 py-2 text-small">
        The {standing.seat} asks for {standing.price}. Take it, or name another price.
      </p>
    ) : null,
};

function Play({ seat, view, seen, turn, locked, clock }: PlayProps<OffersView, OffersObservation, OffersDraft>) {
  const { standing, limit, may_leave } = seen;
  const { draft: typed, state, change } = turn;
  const move = nameOf(typed);
  const warnings = (state.kind === 'composing' && state.warnings) || [];
  const isOpen = state.kind === 'composing' && locked === null;
  const [warned, setWarned] = useState('');
  const isWarned = (what: OffersMove | null) => warnings.length > 0 && JSON.stringify(what) === warned;
  /** Sending the same move again after a warning confirms it; a different one is checked again. */
  const send = (what: OffersMove) => {
    const isMeant = isWarned(what);
    setWarned(JSON.stringify(what));
    void turn.submit(what, isMeant);
  };
  return (
    <div className="grid gap-6 p-4 sm:grid-cols-[minmax(0,1fr)_13rem_18rem] sm:px-6">
      <Chat
        bubbles={view.history.map((event) => ({ seq: event.turn, ...turnBubble(event) }))}
        seats={SEATS}
        me={seat}
        empty="Nobody has said anything yet."
      />
      <Ladder view={view} />
      <section id="turn" tabIndex={-1} aria-label="Your turn" className="space-y-3">
        <h2 className="flex justify-between font-semibold text-body">Your turn {clock}</h2>
        <p className="text-small">
          {seat === 'seller'
            ? `The good costs you ${limit}. Every price above is gain.`
            : `The good is worth ${limit} to you. Every price below is gain.`}
        </p>
        {isOpen ? (
          <>
            <TurnWarnings warnings={warnings} />
            {standing !== null && standing.seat !== seat ? (
              <Button look="primary" className="w-full" onClick={() => send({ type: 'take_price' })}>
                {isWarned({ type: 'take_price' }) ? `Take ${standing.price} anyway` : `Take ${standing.price}`}
              </Button>
            ) : null}
            <form
              className="space-y-3"
              onSubmit={(event) => {
                event.preventDefault();
                if (move !== null) send(move);
              }}
            >
              <TextField
                label="Price"
                type="number"
                min={LOWEST_PRICE}
                max={HIGHEST_PRICE}
                required
                value={typed.price}
                onChange={(event) => change((before) => ({ ...before, price: event.target.value }))}
              />
              <TextField
                label="Message (optional)"
                maxLength={LONGEST_MESSAGE}
                value={typed.message}
                onChange={(event) => change((before) => ({ ...before, message: event.target.value }))}
              />
              <Button type="submit" className="w-full" disabled={move === null}>
                {isWarned(move) ? 'Name it anyway' : 'Name price'}
              </Button>
            </form>
            {may_leave ? (
              <Button look="quiet" className="w-full" onClick={() => send({ type: 'leave_table' })}>
                Leave the table
              </Button>
            ) : null}
          </>
        ) : null}
        <TurnNote state={state} waiting="The other seat is next." onAgain={turn.again} />
        {state.kind === 'composing' && locked !== null ? <p className="text-small">{locked}</p> : null}
      </section>
    </div>
  );
}

/** null: the field holds no valid price. */
function nameOf({ price, message }: OffersDraft): OffersMove | null {
  const number = Number(price);
  if (price.trim() === '' || !Number.isInteger(number) || number < LOWEST_PRICE || number > HIGHEST_PRICE) return null;
  return { type: 'name_price', price: number, ...(message.trim() !== '' && { message: message.trim() }) };
}

/** From a saved draft or from a move. */
function readDraft(kept: unknown): OffersDraft {
  const { price, message } = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  return {
    price: typeof price === 'string' || typeof price === 'number' ? String(price) : '',
    message: typeof message === 'string' ? message : '',
  };
}
