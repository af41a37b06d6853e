import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Badge } from '~/kit/badge';
import { naming } from '~/kit/lighting';
import { SeatChip } from '~/kit/seat-chip';
import { judgeScore } from '../judge-score';
import { labStyle } from './lab-names';

interface Props {
  pitch: { lab_id: string; score: number };
  won: boolean;
  /** The columns on a wide screen: lab, score, text. */
  columns: string;
  /** The pitch and the judge's reading of it. */
  children: ReactNode;
}

/** One pitch before the judge: its lab, its score as bar and figure, and its text. */
export function PitchRow({ pitch, won, columns, children }: Props) {
  return (
    <div
      className={clsx(
        'grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-l-2 py-0.5 pl-3 text-small',
        columns,
        won ? 'border-(--lab)' : 'border-line',
      )}
      style={labStyle(pitch.lab_id)}
    >
      <div {...naming('seat', pitch.lab_id)} className="flex flex-col items-start gap-1">
        <SeatChip seat={pitch.lab_id} named />
        {won ? <Badge>winner</Badge> : null}
      </div>
      <div className="flex h-5 items-center gap-2">
        <span aria-hidden className="relative h-2 flex-1 bg-line">
          <span className="absolute inset-y-0 left-0 bg-(--lab)" style={{ width: `${pitch.score * 100}%` }} />
        </span>
        <span className="num" title={String(pitch.score)}>
          {judgeScore(pitch.score)}
        </span>
      </div>
      <div className="min-w-0 max-sm:col-span-2">{children}</div>
    </div>
  );
}
