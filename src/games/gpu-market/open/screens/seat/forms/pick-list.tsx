'use client';
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useDesk } from '../desk-context';
import type { Choice } from './choices';

interface Props {
  legend: string;
  hint?: ReactNode;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  /** Facts shown with a choice's name. */
  facts: (id: string) => ReactNode;
  /** Only one can be selected. */
  single?: boolean;
  /** The facts name the choice. */
  nameless?: boolean;
  /** Shown if there is nothing to choose. */
  empty: string;
}

/** A list of choices with facts; disabled ones show the reason. */
export function PickList({ legend, hint, choices, chosen, onChosen, facts, single = false, nameless = false, empty }: Props) {
  const name = useId();
  const { say } = useDesk();
  function choose(id: string) {
    if (single) onChosen([id]);
    else onChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  }
  return (
    <fieldset>
      <legend className="font-medium text-small">{legend}</legend>
      {hint ? <p className="text-ink-2 text-small">{hint}</p> : null}
      {choices.length === 0 ? <p className="mt-1 text-ink-2 text-small">{empty}</p> : null}
      <div className="mt-1.5 grid gap-1.5">
        {choices.map(({ id, why }) => (
          <label
            key={id}
            className={clsx(
              'flex gap-2.5 rounded-md border border-line-strong bg-panel p-2 text-small has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
              why === null ? 'cursor-pointer' : 'cursor-not-allowed border-dashed bg-sunk text-ink-2',
            )}
          >
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(id)}
              disabled={why !== null}
              onChange={() => choose(id)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 flex-1">
              {nameless ? null : <span className="num font-medium">{say(id)}: </span>}
              <span>{facts(id)}</span>
              {why === null ? null : <span className="block">{say(why)}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
