'use client';
import type { PolicyCard } from '~/api/catalog-words';
import { LabChip } from '~/ui/kit/lab-chip';
import { LabNames, OPEN_LABS } from '~/ui/kit/lab-names';

interface Props {
  seats: readonly string[];
  /** By seat; a seat that is not here is played by `everywhere`. */
  chosen: Readonly<Record<string, string>>;
  everywhere: string;
  policies: readonly PolicyCard[];
  onChosen: (chosen: Record<string, string>) => void;
}

/** Who plays which lab, where each is a seat. */
export function SeatPolicies({ seats, chosen, everywhere, policies, onChosen }: Props) {
  const others = seats.filter((seat) => chosen[seat]).length;
  return (
    <LabNames naming={OPEN_LABS}>
      <details>
        <summary className="font-medium text-small">
          Lab by lab
          <span className="ml-2 font-normal text-ink-2">
            {others === 0 ? `all ${seats.length} labs are played by ${everywhere}` : `${others} of ${seats.length} are played by another`}
          </span>
        </summary>
        <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {seats.map((seat) => (
            <label key={seat} className="flex items-center gap-3 text-small">
              <LabChip labId={seat} named className="w-20 shrink-0" />
              <select
                className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-panel px-2 text-small"
                value={chosen[seat] ?? ''}
                onChange={(event) => onChosen({ ...chosen, [seat]: event.target.value })}
              >
                <option value="">{everywhere} (as above)</option>
                {policies
                  .filter((policy) => policy.id !== everywhere)
                  .map((policy) => (
                    <option key={policy.id} value={policy.id}>
                      {policy.id}
                    </option>
                  ))}
              </select>
            </label>
          ))}
        </div>
      </details>
    </LabNames>
  );
}
