'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataCount, DataSample, DatasetRequest } from '~/api/data-words';
import { formatCount, formatPercent } from '~/kit/format';
import { Panel } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { passedOverWords } from './passed-over-words';
import { SampleRow } from './sample-row';

/** What the filters find, before anything is written: how much, and a few rows as they will be. */
export function Preview({ request, enabled }: { request: DatasetRequest; enabled: boolean }) {
  const trpc = useTRPC();
  const options = { enabled, placeholderData: keepPreviousData };
  const count = useQuery(trpc.data.count.queryOptions(request, options));
  const sample = useQuery(trpc.data.sample.queryOptions(request, options));
  const failed = count.isError ? count : sample.isError ? sample : null;
  return (
    <Panel
      title="What you get"
      note={count.data ? <CountWords count={count.data} /> : 'Counting'}
      aside={sample.isFetching || count.isFetching ? <span role="status">Looking</span> : null}
    >
      {failed ? <FailedQuery what="the preview" error={failed.error} retry={failed.refetch} /> : null}
      {!failed && sample.isPending ? (
        <Loading what="sample rows">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : null}
      {!failed && sample.data ? <Rows sample={sample.data} passedOver={count.data?.passedOver ?? null} /> : null}
    </Panel>
  );
}

function CountWords({ count: { matches, seats, more } }: { count: DataCount }) {
  const least = more ? 'More than ' : '';
  return (
    <span className="num">
      {least}
      {formatCount(seats)} {seats === 1 ? 'seat' : 'seats'} in {formatCount(matches)} finished {matches === 1 ? 'match' : 'matches'}
    </span>
  );
}

function Rows({ sample: { rows, matches, counts }, passedOver }: { sample: DataSample } & Pick<DataCount, 'passedOver'>) {
  if (rows.length === 0) {
    return (
      <Empty title="No row of this kind">
        {matches === 0
          ? `No finished match passes these filters${passedOver === null ? '' : ` (${passedOverWords(passedOver)})`}: choose others, or have some played, by a new match or a tournament.`
          : `The newest ${matches === 1 ? 'match gives' : `${formatCount(matches)} matches give`} none: ${leftOut(counts) || 'nothing of it is there'}.`}
      </Empty>
    );
  }
  const { compared = 0, tied = 0 } = counts;
  return (
    <>
      {compared > 0 ? (
        <p className="mb-2 text-small text-ink-2">
          {formatCount(tied)} of {formatCount(compared)} comparisons were ties, {formatPercent(tied / compared)}.
        </p>
      ) : null}
      <ol className="space-y-3" aria-label="Sample rows">
        {rows.map(({ text, cut }, place) => (
          <SampleRow key={text} text={text} cut={cut} number={place + 1} />
        ))}
      </ol>
    </>
  );
}

const NO_REASON = ['matches', 'rows', 'seats', 'trainable', 'compared'];

/** `3 other player, 1 silent seat` */
function leftOut(counts: Record<string, number>): string {
  const why = Object.entries(counts).filter(([name]) => !NO_REASON.includes(name) && !name.includes(' '));
  return why.map(([name, count]) => `${formatCount(count)} ${name.replaceAll('_', ' ')}`).join(', ');
}
