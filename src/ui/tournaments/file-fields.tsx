'use client';
import { useId } from 'react';
import { Button } from '~/kit/button';

interface Props {
  text: string;
  fault: string | null;
  /** The form's plan as a file; null while there is none. */
  formFile: string | null;
  onText: (text: string) => void;
}

/** A tournament's file, pasted or chosen. */
export function FileFields({ text, fault, formFile, onText }: Props) {
  const id = useId();
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label htmlFor={id} className="font-medium text-small">
          The tournament’s file, YAML or JSON
        </label>
        <div className="flex flex-wrap gap-2">
          {formFile === null ? null : (
            <Button size="small" onClick={() => onText(formFile)}>
              Write the form’s plan here
            </Button>
          )}
          <label className="inline-flex h-7 items-center rounded-md border border-line-strong bg-panel px-2.5 font-medium text-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
            Choose a file
            <input
              type="file"
              accept=".yaml,.yml,.json"
              className="sr-only"
              onChange={(event) => void event.target.files?.[0]?.text().then(onText)}
            />
          </label>
        </div>
      </div>
      <textarea
        id={id}
        value={text}
        rows={24}
        spellCheck={false}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        placeholder={EXAMPLE}
        onChange={(event) => onText(event.target.value)}
        className="code mt-2 w-full rounded-md border border-line-strong bg-panel p-3 text-small placeholder:text-ink-3 aria-invalid:border-red"
      />
      {fault ? (
        <p id={`${id}-fault`} role="alert" className="mt-1 whitespace-pre-line text-red text-small">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

const EXAMPLE = `name: House policies
format: round_robin
task: single_trade
entrants: [planner, house]
worlds: 5`;
