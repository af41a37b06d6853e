'use client';
import { useId } from 'react';
import { LONGEST_NAME, promptFor } from './agent-draft';
import { rulesetWord } from './agent-words';
import { DraftText, Fields, type FieldsProps } from './draft-fields';

/** Who it is, whose, and which rules it plays. */
export function Identity({ rulesets, ...form }: FieldsProps & { rulesets: readonly string[] }) {
  const isPerson = form.draft.kind === 'person';
  return (
    <Fields title={isPerson ? 'Who they are' : 'Who it is'}>
      <DraftText
        form={form}
        field="name"
        label="Name"
        required
        maxLength={LONGEST_NAME}
        hint="As it stands in seats, with a version behind it: small letters, digits, hyphens."
      />
      {isPerson ? (
        <DraftText
          form={form}
          field="title"
          label="Display name"
          maxLength={80}
          hint="What tables call them, 24 characters. Empty: the name."
        />
      ) : (
        <DraftText form={form} field="title" label="Title" maxLength={80} hint="For people. Empty: the name." />
      )}
      <div className="sm:col-span-2">
        <DraftText form={form} field="summary" label="Summary" maxLength={280} hint="One sentence about it." />
      </div>
      <DraftText form={form} field="owner" label="Owner" maxLength={80} hint="Who answers for it." />
      <DraftText
        form={form}
        field="licence"
        label="Licence"
        maxLength={80}
        hint={isPerson ? 'Under which what they play may be used. May be left empty.' : 'Of its weights or its code, such as Apache-2.0.'}
      />
      {isPerson ? null : <Plays rulesets={rulesets} {...form} />}
    </Fields>
  );
}

function Plays({ rulesets, draft, faults, change }: FieldsProps & { rulesets: readonly string[] }) {
  const id = useId();
  const fault = faults.plays;
  const play = (plays: string[]) => change({ plays, prompt: promptFor(plays, draft.prompt) });
  return (
    <fieldset className="sm:col-span-2" aria-describedby={fault ? id : undefined}>
      <legend className="font-medium text-small">Plays</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {rulesets.map((ruleset) => (
          <label key={ruleset} className="flex items-center gap-2 text-small">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-invalid={fault ? true : undefined}
              checked={draft.plays.includes(ruleset)}
              onChange={(event) => play(event.target.checked ? [...draft.plays, ruleset] : draft.plays.filter((one) => one !== ruleset))}
            />
            {rulesetWord(ruleset)}
          </label>
        ))}
      </div>
      {fault ? (
        <p id={id} role="alert" className="mt-1 text-red text-small">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}
