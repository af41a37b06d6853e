interface Props {
  label: string;
  checked: boolean;
  onTick: (checked: boolean) => void;
}

/** A checkbox with a sentence as its label. */
export function Tick({ label, checked, onTick }: Props) {
  return (
    <label className="flex items-start gap-2.5 text-small">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
