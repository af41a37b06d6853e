import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  hint?: ReactNode;
  error: string | null;
  choices: readonly { value: string; title: ReactNode }[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}

/** A multiple choice of a few items. */
export function CheckList({ label, hint, error, choices, chosen, onChosen }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="font-medium text-small">{label}</legend>
      {hint ? <p className="text-ink-2 text-small">{hint}</p> : null}
      <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
        {choices.map(({ value, title }) => (
          <label key={value} className="flex items-center gap-2 text-small">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChosen(
                  choices.flatMap((one) => ((one.value === value ? event.target.checked : chosen.includes(one.value)) ? [one.value] : [])),
                )
              }
            />
            {title}
          </label>
        ))}
      </div>
      <FieldFault id={id} fault={error} />
    </fieldset>
  );
}

/** The error of a field that cannot show it itself. */
export function FieldFault({ fault, id }: { fault: string | null; id?: string }) {
  if (fault === null) return null;
  return (
    <p id={id} role="alert" className="mt-1 text-red text-small">
      {fault}
    </p>
  );
}
