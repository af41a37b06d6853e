'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { DatasetRequest } from '~/api/data/types';
import { Button } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Page } from '~/kit/page';
import { Panel } from '~/kit/panel';
import { Empty } from '~/kit/states';
import { faultOf } from '~/ui/api-fault';
import { OperatorGate } from '~/ui/new-match/operator-gate';
import { useTRPC } from '~/ui/trpc';
import { useOnce } from '~/ui/use-once';
import { DataFilters } from './data-filters';
import { allowed, type Draft, readDraft, requestOf } from './draft';
import { ExportList } from './export-list';
import { Preview } from './preview';
import { Tick } from './tick';

/** Delay before requests while someone types. */
const CALM_MS = 350;

export function DataScreen() {
  const trpc = useTRPC();
  const status = useQuery(trpc.system.status.queryOptions());
  const asked = useSearchParams();
  const [draft, setDraft] = useState(() => allowed(readDraft(asked)));
  const [isChosen, setChosen] = useState(asked.size > 0);
  const played = useGameWithMatches(draft.ruleset, !isChosen);
  useEffect(() => {
    if (played !== null) setDraft((before) => allowed({ ...before, ruleset: played }));
  }, [played]);
  function choose(part: Partial<Draft>) {
    setChosen(true);
    setDraft((before) => allowed({ ...before, ...part }));
  }
  const request = useCalm(requestOf(draft));
  const isOperator = status.data !== undefined && (!status.data.operatorNeeded || status.data.isOperator);
  return (
    <Page title="Export data" lead="Every finished match is data. Choose what you want, preview its rows, and export it.">
      <div className="space-y-8">
        <OperatorGate what="data" />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Panel title="What to take">
            <DataFilters draft={draft} onDraft={choose} />
            <Begin draft={draft} request={requestOf(draft)} isOperator={isOperator} onDraft={(part) => setDraft({ ...draft, ...part })} />
          </Panel>
          {request ? (
            <Preview request={request} enabled={isOperator} />
          ) : (
            <Panel title="What you get">
              <Empty title="No preview yet">Fix the marked fields.</Empty>
            </Panel>
          )}
        </div>
        <ExportList enabled={isOperator} />
      </div>
    </Page>
  );
}

/** If `ruleset` has no finished match, the game of the newest finished match. null: keep it. */
function useGameWithMatches(ruleset: string, enabled: boolean): string | null {
  const trpc = useTRPC();
  const over = { status: ['finished' as const], limit: 1 };
  const own = useQuery({ ...trpc.match.list.queryOptions({ ...over, ruleset }), enabled });
  const any = useQuery({ ...trpc.match.list.queryOptions(over), enabled });
  return enabled && own.data?.items.length === 0 ? (any.data?.items[0]?.key ?? null) : null;
}

interface BeginProps {
  draft: Draft;
  request: DatasetRequest | null;
  isOperator: boolean;
  onDraft: (part: Pick<Draft, 'form'> | Pick<Draft, 'follow'>) => void;
}

function Begin({ draft, request, isOperator, onDraft }: BeginProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = trpc.data.exports.queryFilter();
  const begin = useMutation(
    trpc.data.begin.mutationOptions({
      // An earlier request for the list may still be running without the new export, and an invalidation alone would wait for it.
      onSettled: () => queries.cancelQueries(list).then(() => queries.invalidateQueries(list)),
    }),
  );
  const beginOnce = useOnce(begin);
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3 border-t pt-4">
      <div className="basis-full">
        <Tick
          label="Keep adding matches as they end, until you finish the export in the list below or the tournament named above is over."
          checked={draft.follow}
          onTick={(follow) => onDraft({ follow })}
        />
      </div>
      <SelectField
        label="Files"
        className="w-40"
        value={draft.form}
        onChange={(event) => onDraft({ form: event.target.value === 'parquet' ? 'parquet' : 'jsonl' })}
      >
        <option value="jsonl">JSON lines</option>
        <option value="parquet">Parquet</option>
      </SelectField>
      <Button
        look="primary"
        disabled={!isOperator || request === null || begin.isPending}
        onClick={() => request && beginOnce({ request: { ...request }, form: draft.form, follow: draft.follow })}
      >
        Start the export
      </Button>
      {begin.isError ? (
        <p role="alert" className="basis-full text-small text-red">
          {faultOf(begin.error).message}
        </p>
      ) : null}
    </div>
  );
}

/** The value after it has not changed for a moment. */
function useCalm(value: DatasetRequest | null): DatasetRequest | null {
  const text = JSON.stringify(value);
  const [calm, setCalm] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), CALM_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(calm) as DatasetRequest | null;
}
