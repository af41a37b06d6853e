'use client';
import type { ComponentProps, ReactNode } from 'react';
import { SelectField, TextField } from '~/kit/field';
import type { PlayerOption } from '../players/player-options';
import type { AgentDraft, DraftFaults } from './agent-draft';

export interface FieldsProps {
  draft: AgentDraft;
  faults: DraftFaults;
  change: (part: Partial<AgentDraft>) => void;
}

type TextKey = { [Key in keyof AgentDraft]: AgentDraft[Key] extends string ? Key : never }[keyof AgentDraft];

interface DraftTextProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'name' | 'form'> {
  form: FieldsProps;
  field: TextKey;
  label: string;
  hint?: ReactNode;
}

/** A text field of the draft with its error. */
export function DraftText({ form: { draft, faults, change }, field, ...rest }: DraftTextProps) {
  return (
    <TextField
      {...rest}
      value={draft[field]}
      error={faults[field]}
      autoComplete="off"
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
}

/** Fields side by side under one heading, if there is room. */
export function Fields({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-semibold text-body">{title}</legend>
      {note ? <p className="text-small text-ink-2">{note}</p> : null}
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The policy that plays if there is no usable move in time. */
export function Fallback({ form: { draft, change }, options }: { form: FieldsProps; options: readonly PlayerOption[] }) {
  return (
    <SelectField
      label="Fallback"
      hint="Plays the turn when the agent gives no usable action. These turns are counted."
      value={draft.fallback}
      onChange={(event) => change({ fallback: event.target.value })}
    >
      <option value="">the ruleset’s safe action (wait)</option>
      {options.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
