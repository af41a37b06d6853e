'use client';
import type { PlayerOption } from '../players/player-options';
import { DraftText, Fallback, Fields, type FieldsProps } from './draft-fields';

/** A program at an address: where, how its requests are signed, how long it may take. */
export function RemoteFields({ fallbacks, ...form }: FieldsProps & { fallbacks: readonly PlayerOption[] }) {
  return (
    <Fields title="Program">
      <div className="sm:col-span-2">
        <DraftText
          form={form}
          field="url"
          label="Address"
          required
          inputMode="url"
          placeholder="https://bot.example.org/act"
          hint="Mandi posts the observation there and takes the action from the answer. Private addresses are refused here; the command line takes them."
        />
      </div>
      <DraftText
        form={form}
        field="secretName"
        label="Variable of the key"
        placeholder="MY_BOT_KEY"
        hint="The environment variable with the key that signs requests. Never the key itself; empty: unsigned."
      />
      <DraftText
        form={form}
        field="turnSeconds"
        label="Seconds a turn"
        inputMode="decimal"
        hint="And never longer than the round’s clock."
      />
      <Fallback form={form} options={fallbacks} />
    </Fields>
  );
}
