'use client';
import { type FormEvent, useState } from 'react';
import type { RevealProps } from '~/contract/screens';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import type { SeatExplained, TurnExplained } from '../explain/explain-match';
import type { BazaarMove } from '../types';
import type { BazaarView } from '../view';
import { priceIn } from './draft';
import { money } from './talk';

/** Plays on if the person does not. */
const STAND_IN = 'smart';

interface Props {
  told: SeatExplained;
  matchId: string;
  api: RevealProps<BazaarView>['api'];
  moveText(turn: TurnExplained): string;
}

/** Replaces any move of the match; the branch is a separate match with its own score. */
export function PlayDifferently({ told: { seat, role, turns }, matchId, api, moveText }: Props) {
  const [at, setAt] = useState(turns[0]?.turn ?? 0);
  const [action, setAction] = useState('offer');
  const [price, setPrice] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const turn = turns.find((one) => one.turn === at);
  if (turn === undefined) return null;
  const named = priceIn({ price, message: '' });
  const needsPrice = role === 'seller' || action === 'offer';
  const move: BazaarMove | null = !needsPrice
    ? { action: action as 'accept' | 'walk' }
    : named === null
      ? null
      : role === 'seller'
        ? { price: named }
        : { action: 'offer', price: named };
  function begin(by: string | null) {
    if (move === null) return;
    setBusy(true);
    setFault(null);
    api.replace({ matchId, turn: at, seat, move, ...(by !== null && { by }) }).catch((error: Error) => {
      setFault(error.message);
      setBusy(false);
    });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    begin(null);
  }
  return (
    <form onSubmit={submit} aria-label="Replace a move" className="no-print mt-4 max-w-xl space-y-3 rounded-lg border bg-panel p-4">
      <h3 className="font-semibold text-small">What if?</h3>
      <p className="text-ink-2 text-small">
        Change one move and play on from there, with the same seller and the same random numbers. This starts a new match.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField label="The move" value={String(at)} onChange={(event) => setAt(Number(event.target.value))}>
          {turns.map((one) => (
            <option key={one.turn} value={one.turn}>
              {one.episode > 1 ? `Deal ${one.episode}, round` : 'Round'} {one.round}: {moveText(one)}
            </option>
          ))}
        </SelectField>
        {role === 'seller' ? null : (
          <SelectField label="Instead" value={action} onChange={(event) => setAction(event.target.value)}>
            <option value="offer">offer a price</option>
            <option value="accept">accept {money(turn.ask)}</option>
            <option value="walk">walk away</option>
          </SelectField>
        )}
        {needsPrice ? (
          <TextField
            label={role === 'seller' ? 'Ask instead' : 'Offer instead'}
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={price !== '' && named === null ? 'A price is a number, such as 41.5.' : null}
            onChange={(event) => setPrice(event.target.value)}
          />
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={isBusy || move === null}>
          {isBusy ? 'Starting…' : 'Play on yourself'}
        </Button>
        <Button disabled={isBusy || move === null} onClick={() => begin(STAND_IN)}>
          Let the script Smart play on
        </Button>
      </div>
      {fault === null ? null : (
        <p role="alert" className="text-red text-small">
          {fault}
        </p>
      )}
    </form>
  );
}
