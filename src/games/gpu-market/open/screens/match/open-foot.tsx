'use client';
import type { ReactNode } from 'react';
import { playerWords } from '~/contract/player';
import type { ShownCard } from '~/contract/shown';
import { formatNumber } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { Delta, Money } from '~/kit/number';
import { isAgentRef, PlayerLink } from '~/kit/player-name';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import type { OpenLabView, OpenMarketView } from '../../shared/told/view';
import { BargainList } from './bargain-list';
import { ProfitPanel } from './profit-panel';

interface Props {
  view: OpenMarketView;
  views: readonly OpenMarketView[];
  card: ShownCard;
  at: number;
  files: ReactNode;
}

/** Below the board: profits over time, ranking, and downloads. */
export function OpenFoot({ view, views, card, at, files }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-6 px-4 pt-4 pb-8 sm:px-6 min-[900px]:grid-cols-2 print:grid-cols-2">
      <h2 className="sr-only">Profit and standings</h2>
      <div className="min-w-0">
        <ProfitPanel view={view} views={views} at={at} matchId={card.id} />
        {files}
      </div>
      <div className="min-w-0">
        <Standings view={view} card={card} />
        <BargainList view={view} />
      </div>
    </div>
  );
}

function Standings({ view, card }: { view: OpenMarketView; card: ShownCard }) {
  const known = view.labs.some((lab) => lab.profit !== null);
  const labs = view.labs.toSorted((a, b) => worth(b) - worth(a));
  const player = (lab: OpenLabView) => {
    const seat = card.seats.find((one) => one.seat === lab.lab_id);
    return seat ? playerWords(seat) : '';
  };
  const columns: Column<OpenLabView>[] = [
    { key: 'lab', head: 'Lab', cell: (lab) => <Lab lab={lab} /> },
    { key: 'profit', head: 'Profit', align: 'right', cell: (lab) => <Profit lab={lab} /> },
    { key: 'policy', head: 'Played by', cell: (lab) => <PlayedBy name={player(lab)} />, className: 'pl-4' },
    { key: 'jobs', head: 'Jobs done', align: 'right', cell: (lab) => <JobsDone lab={lab} /> },
    { key: 'earned', head: 'Jobs paid', align: 'right', cell: (lab) => <Earned lab={lab} /> },
    { key: 'blocks', head: 'Blocks at work', align: 'right', cell: (lab) => formatNumber(atWork(view, lab)), className: 'max-sm:hidden' },
  ];
  return (
    <section aria-label="Standings">
      <h3 className="font-semibold text-small">{view.finished ? 'Final standings' : 'Standings'}</h3>
      <p className="mb-1 text-micro text-ink-2">
        {known ? 'Money now minus money at the start, highest first.' : 'Jobs and money are private. Profits are shown at the end.'}
      </p>
      <Table caption="Labs" columns={columns} rows={labs} rowKey={(lab) => lab.lab_id} className="max-h-110 overflow-y-auto" />
    </section>
  );
}

/** An agent is linked to its page. */
function PlayedBy({ name }: { name: string }) {
  return isAgentRef(name) ? <PlayerLink name={name} /> : <span>{name}</span>;
}

function Lab({ lab }: { lab: OpenLabView }) {
  return (
    <span {...naming('seat', lab.lab_id)}>
      <SeatChip seat={lab.lab_id} named />
    </span>
  );
}

function JobsDone({ lab }: { lab: OpenLabView }) {
  if (lab.jobs === null) return <Hidden />;
  return `${lab.jobs.filter((job) => job.completed).length} of ${lab.jobs.length}`;
}

function Earned({ lab }: { lab: OpenLabView }) {
  return lab.jobs === null ? <Hidden /> : <Money value={Math.round(lab.jobs.reduce((sum, job) => sum + job.paid, 0) * 100) / 100} />;
}

function Profit({ lab }: { lab: OpenLabView }) {
  return lab.profit === null ? <Hidden /> : <Delta value={lab.profit} tone="value" className="font-medium" />;
}

function Hidden() {
  return <span className="text-ink-3">private</span>;
}

function worth(lab: OpenLabView): number {
  return lab.profit ?? 0;
}

function atWork(view: OpenMarketView, lab: OpenLabView): number {
  return view.blocks.filter((block) => block.owner_lab_id === lab.lab_id && block.status === 'used').length;
}
