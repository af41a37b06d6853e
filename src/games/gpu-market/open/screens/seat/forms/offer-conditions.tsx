'use client';
import { SelectField } from '~/kit/field';
import { useDesk } from '../desk-context';
import { legalOf } from './legal-ids';
import { MoneyField, readAmount } from './money-field';

export interface ConditionsTyped {
  notResold: boolean;
  useBy: string;
  penalty: string;
  coalition: string;
}

export const NO_CONDITIONS: ConditionsTyped = { notResold: false, useBy: '', penalty: '', coalition: '' };

/** Permanent conditions of the given blocks; public, and enforced by the rules. */
export function OfferConditions({ value, onValue }: { value: ConditionsTyped; onValue: (value: ConditionsTyped) => void }) {
  const { observation, say } = useDesk();
  const legal = legalOf(observation, 'send_offer')?.conditions;
  if (!legal) return null;
  const rounds = legal.must_use_by_round;
  return (
    <details className="rounded-md border px-3 py-2">
      <summary className="font-medium text-small">Conditions on what you give</summary>
      <div className="mt-2 space-y-3">
        <label className="flex gap-2 text-small">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={value.notResold}
            onChange={(event) => onValue({ ...value, notResold: event.target.checked })}
          />
          Not to be resold
        </label>
        {rounds === null ? null : (
          <SelectField
            label="To be put to work by"
            value={value.useBy}
            onChange={(event) => onValue({ ...value, useBy: event.target.value })}
          >
            <option value="">any round</option>
            {Array.from({ length: rounds.max - rounds.min + 1 }, (_, step) => rounds.min + step).map((round) => (
              <option key={round} value={round}>
                round {round}
              </option>
            ))}
          </SelectField>
        )}
        {value.useBy === '' ? null : (
          <MoneyField
            label="Deposit"
            hint="Held from the lab that accepts. You get it if a block is still unused after that round."
            value={value.penalty}
            onValue={(penalty) => onValue({ ...value, penalty })}
          />
        )}
        {legal.coalition_ids.length === 0 ? null : (
          <SelectField
            label="For use in"
            value={value.coalition}
            onChange={(event) => onValue({ ...value, coalition: event.target.value })}
          >
            <option value="">anything</option>
            {legal.coalition_ids.map((id) => (
              <option key={id} value={id}>
                {say(`coalition ${id} only`)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </details>
  );
}

/** The conditions for an action; undefined: none. */
export function readConditions({ notResold, useBy, penalty, coalition }: ConditionsTyped): Record<string, unknown> | undefined {
  const held = readAmount(penalty) ?? 0;
  const conditions = {
    ...(notResold ? { must_not_resell: true } : {}),
    ...(useBy === '' ? {} : { must_use_by_round: Number(useBy), ...(held > 0 ? { penalty: held } : {}) }),
    ...(coalition === '' ? {} : { coalition_only: coalition }),
  };
  return Object.keys(conditions).length === 0 ? undefined : conditions;
}
