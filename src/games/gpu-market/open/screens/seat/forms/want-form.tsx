'use client';
import { useMemo, useState } from 'react';
import { SelectField, TextField } from '~/kit/field';
import { mostWanted } from '../../../v2/players/wanting';
import { bargainOf, newLegal, wantSentence } from '../bargain';
import { useDesk } from '../desk-context';
import { cr } from '../words';
import { FormFrame } from './form-frame';
import { MoneyField, readAmount, whyNoAmount } from './money-field';

/** A public request: hours in a window at a price, without naming a job. Prefilled with what the seat's own plan needs most. */
export function WantForm({ onClose }: { onClose: () => void }) {
  const { observation, add, seat } = useDesk();
  const seen = bargainOf(observation);
  const legal = newLegal(observation, 'post_want');
  const found = useMemo(() => (seen === null ? null : mostWanted(seen)), [seen]);
  const first = observation.round_index + 1;
  const last = observation.max_rounds - 1;
  const [hours, setHours] = useState(String(found?.want.hours ?? ''));
  const [pays, setPays] = useState(found === null ? '' : (found.want.payment ?? 0).toFixed(2));
  const [from, setFrom] = useState(found?.want.from_round ?? first);
  const [to, setTo] = useState(found?.want.to_round ?? last);
  const [sure, setSure] = useState(String(found?.want.min_reliability ?? 0));
  const [stands, setStands] = useState(2);
  const [message, setMessage] = useState('');
  const payment = readAmount(pays);
  const wrong =
    legal === null
      ? 'A want can be filled from the next round on, and this is the last round.'
      : (whyNoHours(hours) ??
        whyNoAmount(pays, observation.controlled_lab_budget) ??
        whyNoReliability(sure) ??
        (to < from ? 'The last round is earlier than the first.' : null));
  const want = { from_round: from, to_round: to, hours: Number(hours), min_reliability: Number(sure), payment: payment ?? 0 };
  const rounds = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  return (
    <FormFrame
      wrong={wrong}
      onClose={onClose}
      onAdd={() =>
        add({ action_type: 'post_want', ...want, expires_in: stands, ...(message.trim() === '' ? {} : { message: message.trim() }) })
      }
      preview={
        wrong === null ? (
          <p className="text-small">
            {wantSentence(
              { ...want, want_id: '', lab_id: seat, round_created: 0, expires_round: 0, message: '', status: 'standing' },
              seat,
            )}{' '}
            <span className="text-ink-2">No money is held yet. You pay the first lab that fills it.</span>
          </p>
        ) : null
      }
    >
      {found === null ? null : (
        <p className="text-small text-ink-2">
          We filled in the hours that your own plan needs most. They would add {cr(found.gain)} to it.
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="GPU-hours"
          inputMode="numeric"
          value={hours}
          error={whyNoHours(hours)}
          onChange={(event) => setHours(event.target.value)}
        />
        <MoneyField label="You pay" value={pays} onValue={setPays} error={whyNoAmount(pays, observation.controlled_lab_budget)} />
        <SelectField label="From" value={from} onChange={(event) => setFrom(Number(event.target.value))}>
          {rounds.map((round) => (
            <option key={round} value={round}>
              round {round}
            </option>
          ))}
        </SelectField>
        <SelectField label="Through" value={to} onChange={(event) => setTo(Number(event.target.value))}>
          {rounds.map((round) => (
            <option key={round} value={round}>
              round {round}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Minimum reliability"
          inputMode="decimal"
          value={sure}
          error={whyNoReliability(sure)}
          onChange={(event) => setSure(event.target.value)}
        />
        <SelectField label="Open for" value={stands} onChange={(event) => setStands(Number(event.target.value))}>
          {[1, 2, 3, 4].map((count) => (
            <option key={count} value={count}>
              through round {Math.min(last, observation.round_index + count)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Message"
        hint="Everybody can read it."
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormFrame>
  );
}

function whyNoHours(text: string): string | null {
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? null : 'Enter a whole number of 1 or more.';
}

function whyNoReliability(text: string): string | null {
  const value = Number(text);
  return text.trim() !== '' && value >= 0 && value <= 1 ? null : 'Enter a number from 0 to 1, such as 0.8.';
}
