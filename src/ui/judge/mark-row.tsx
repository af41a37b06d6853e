import type { Criterion } from './ballot-words';

interface Props {
  name: string;
  /** Where the rubric's question stands on the page. */
  askedIn: string;
  criterion: Criterion;
  lowest: number;
  highest: number;
  value: number | undefined;
  onValue: (mark: number) => void;
}

/** One criterion: five marks side by side, by mouse, touch or arrow keys. */
export function MarkRow({ name, askedIn, criterion, lowest, highest, value, onValue }: Props) {
  const marks = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
  return (
    <fieldset aria-describedby={askedIn}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <legend className="float-left font-medium text-small">{criterion.title}</legend>
        <div className="flex gap-1">
          {marks.map((mark) => (
            <label
              key={mark}
              className="num relative flex size-9 cursor-pointer items-center justify-center rounded-md border border-line-strong bg-panel text-small has-checked:border-accent has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                value={mark}
                checked={mark === value}
                onChange={() => onValue(mark)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                aria-label={markWords(mark, { lowest, highest })}
              />
              <span aria-hidden>{mark}</span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

function markWords(mark: number, { lowest, highest }: { lowest: number; highest: number }): string {
  if (mark === lowest) return `${mark}, not at all`;
  return mark === highest ? `${mark}, fully` : String(mark);
}
