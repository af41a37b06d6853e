import { SeatChip } from '~/kit/seat-chip';
import { labStyle } from '../../../../screens/lab-names';
import { capital, labOrYou } from '../words';

interface Props {
  parts: readonly { lab_id: string; share: number | null; amount: number | null }[];
  me: string;
  /** It was just paid, so the bar is animated. */
  paid?: boolean;
}

/** A split as a bar with one part per lab; the text below says the same. */
export function SplitBar({ parts, me, paid = false }: Props) {
  const known = parts.filter((part) => (part.share ?? 0) > 0);
  return (
    <div>
      <div aria-hidden className="flex h-4 w-full gap-px overflow-hidden rounded-sm bg-line">
        {known.map(({ lab_id, share }, place) => (
          <span
            key={lab_id}
            style={{ ...labStyle(lab_id), flexGrow: share ?? 0, animationDelay: paid ? `${place * 120}ms` : undefined }}
            className={paid ? 'origin-left basis-0 animate-[payout_280ms_ease-out_both] bg-(--lab)' : 'basis-0 bg-(--lab)'}
          />
        ))}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-small">
        {known.map(({ lab_id, share, amount }) => (
          <li key={lab_id} className="num flex items-center gap-1.5">
            <SeatChip seat={lab_id} />
            {capital(labOrYou(lab_id, { controlled_lab_id: me }))} {Math.round((share ?? 0) * 1000) / 10}%
            {amount === null ? '' : `, ${amount.toFixed(2)} cr`}
          </li>
        ))}
      </ul>
    </div>
  );
}
