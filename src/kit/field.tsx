'use client';
import { clsx } from 'clsx';
import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react';

interface Words {
  label: ReactNode;
  /** An explanation shown in place. */
  hint?: ReactNode;
  /** What is wrong and how to fix it. */
  error?: string | null | undefined;
}

const INPUT =
  'h-9 w-full rounded-md border border-line-strong bg-panel px-2.5 text-small text-ink placeholder:text-ink-3 aria-invalid:border-red disabled:opacity-55';

export function TextField({ label, hint, error, className, ...rest }: Words & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Wrap id={id} label={label} hint={hint} error={error} className={className} aside={limitLabel(rest.value, rest.maxLength)}>
      <input id={id} className={INPUT} aria-invalid={error ? true : undefined} aria-describedby={described(id, hint, error)} {...rest} />
    </Wrap>
  );
}

export function SelectField({ label, hint, error, className, children, ...rest }: Words & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Wrap id={id} label={label} hint={hint} error={error} className={className}>
      <select
        id={id}
        className={clsx(INPUT, 'pr-1')}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, hint, error)}
        {...rest}
      >
        {children}
      </select>
    </Wrap>
  );
}

interface SliderProps extends Words {
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as displayed, with its unit. */
  shown: string;
  onValue: (value: number) => void;
}

export function SliderField({ label, hint, error, shown, onValue, value, min, max, step }: SliderProps) {
  const id = useId();
  const fill = max > min ? (value - min) / (max - min) : 0;
  return (
    <Wrap id={id} label={label} hint={hint} error={error} aside={<output htmlFor={id}>{shown}</output>}>
      <input
        id={id}
        type="range"
        className="range w-full"
        style={{ '--fill': fill } as CSSProperties}
        aria-valuetext={shown}
        aria-describedby={described(id, hint, error)}
        {...{ value, min, max, step }}
        onChange={(event) => onValue(event.target.valueAsNumber)}
      />
    </Wrap>
  );
}

export interface Choice<T extends string> {
  value: T;
  title: ReactNode;
  /** One sentence below the title. */
  detail?: ReactNode;
  /** A heading shown once above the choices that share it. */
  group?: string;
}

interface RadioProps<T extends string> extends Omit<Words, 'error'> {
  name: string;
  value: T;
  choices: readonly Choice<T>[];
  onValue: (value: T) => void;
  /** Number of columns if there is room. */
  columns?: 1 | 2 | 3;
}

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

export function RadioField<T extends string>({ label, hint, name, value, choices, onValue, columns = 1 }: RadioProps<T>) {
  return (
    <fieldset>
      <legend className="text-small font-medium">{label}</legend>
      {hint ? <p className="mb-1.5 text-small text-ink-2">{hint}</p> : null}
      <div className={clsx('mt-1.5 grid gap-2', COLUMNS[columns])}>
        {choices.map((choice, place) => [
          choice.group !== undefined && choice.group !== choices[place - 1]?.group ? (
            <p key={`of ${choice.group}`} className="col-span-full mt-1 text-small text-ink-2 first:mt-0">
              {choice.group}
            </p>
          ) : null,
          <label
            key={choice.value}
            className="flex cursor-pointer gap-2.5 rounded-md border border-line-strong bg-panel p-2.5 has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block text-small font-medium">{choice.title}</span>
              {choice.detail ? <span className="block text-small text-ink-2">{choice.detail}</span> : null}
            </span>
          </label>,
        ])}
      </div>
    </fieldset>
  );
}

function Wrap({
  id,
  label,
  hint,
  error,
  aside,
  className,
  children,
}: Words & { id: string; aside?: ReactNode; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {aside ? <span className="num text-small text-ink-2">{aside}</span> : null}
      </div>
      <div className="mt-1">{children}</div>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-small text-ink-2">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-small text-red" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Announces when a field has reached its maximum length. */
function limitLabel(value: unknown, most: number | undefined): ReactNode {
  if (most === undefined || typeof value !== 'string' || value.length < most * 0.8) return null;
  return (
    <span role="status">
      {value.length} of {most} characters
    </span>
  );
}

function described(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids || undefined;
}
