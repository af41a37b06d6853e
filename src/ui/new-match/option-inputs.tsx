'use client';
import { allowedWords, type OptionField, optionText, readOptionTexts } from '~/contract/options';
import { SelectField, TextField } from '~/kit/field';

interface Props {
  fields: readonly OptionField[];
  /** Typed values, by id. */
  texts: Readonly<Record<string, string>>;
  onTexts: (texts: Record<string, string>) => void;
}

/** Inputs for the task's options; empty fields keep the task's defaults. */
export function OptionInputs({ fields, texts, onTexts }: Props) {
  if (fields.length === 0) return null;
  const wrong = fields.some((field) => !isReadable(field, texts[field.id] ?? ''));
  const set = fields.filter(({ id }) => (texts[id] ?? '').trim() !== '').length;
  return (
    <details open={wrong || undefined}>
      <summary className="font-medium text-small">
        Options
        <span className="ml-2 font-normal text-ink-2">{set === 0 ? 'all at the task’s defaults' : `${set} of ${fields.length} set`}</span>
      </summary>
      <div className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {fields.map((field) => (
          <OptionInput
            key={field.id}
            field={field}
            text={texts[field.id] ?? ''}
            onText={(text) => onTexts({ ...texts, [field.id]: text })}
          />
        ))}
      </div>
    </details>
  );
}

function OptionInput({ field, text, onText }: { field: OptionField; text: string; onText: (text: string) => void }) {
  const usual = optionText(field.default);
  const choices = field.kind === 'flag' ? ['true', 'false'] : field.kind === 'choice' && !field.many ? field.of : null;
  const label = field.unit === undefined ? field.title : `${field.title} (${field.unit})`;
  if (choices !== null) {
    return (
      <SelectField label={label} hint={field.help} value={text} onChange={(event) => onText(event.target.value)}>
        <option value="">{usual} (task default)</option>
        {choices
          .filter((choice) => choice !== usual)
          .map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
      </SelectField>
    );
  }
  return (
    <TextField
      label={label}
      hint={field.help}
      placeholder={usual}
      value={text}
      error={isReadable(field, text) ? null : `Enter ${allowedWords(field)}.`}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

function isReadable(field: OptionField, text: string): boolean {
  return text.trim() === '' || readOptionTexts([field], { [field.id]: text }).ok;
}
