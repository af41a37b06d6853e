import { clsx } from 'clsx';
import { SeatChip } from '~/kit/seat-chip';
import type { PlanPreview, PreviewedShare } from '../../../shared/plans/split-preview';
import { SPLITS, type Split } from '../../../shared/types';
import { capital, cr, labOrYou } from '../words';
import { SplitBar } from './split-bar';

interface Props {
  preview: PlanPreview;
  signed: Split;
  me: string;
}

/** Shares in a joint plan under the agreed split and the two others. */
export function SplitTable({ preview, signed, me }: Props) {
  const shares = preview.shares[signed];
  if (shares.length === 0) return null;
  const mine = shares.find((one) => one.lab_id === me);
  return (
    <div className="space-y-2">
      <p className="text-small">
        The plan makes {cr(preview.total)} after energy. Under the agreed split ({signed}){' '}
        {mine === undefined
          ? 'you get nothing from it.'
          : `you get ${cr(mine.amount)}${mine.reserve > 0 ? `, of which ${cr(mine.reserve)} is your reserve` : ''}.`}
      </p>
      <SplitBar parts={shares.map(({ lab_id, share, amount }) => ({ lab_id, share, amount }))} me={me} />
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">Each lab’s part under every split rule</caption>
        <thead>
          <tr className="border-b border-line-strong text-ink-2">
            <th scope="col" className="py-1 text-left font-medium">
              lab
            </th>
            {SPLITS.map((split) => (
              <th key={split} scope="col" className={clsx('py-1 pl-2 text-right font-medium', split === signed && 'text-ink')}>
                {split}
                {split === signed ? ' (signed)' : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shares.map(({ lab_id }) => (
            <tr key={lab_id} className="border-b last:border-0">
              <th scope="row" className="py-1 text-left font-normal">
                <SeatChip seat={lab_id} /> {capital(labOrYou(lab_id, { controlled_lab_id: me }))}
              </th>
              {SPLITS.map((split) => (
                <td key={split} className={clsx('num py-1 pl-2 text-right', split === signed ? 'font-medium' : 'text-ink-2')}>
                  {amountOf(preview.shares[split], lab_id)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function amountOf(shares: readonly PreviewedShare[], labId: string): string {
  const share = shares.find((one) => one.lab_id === labId);
  return share === undefined ? '' : share.amount.toFixed(2);
}
