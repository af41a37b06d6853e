'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { fronts } from '~/games/screens';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { formatAgo } from '~/kit/format';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { Empty, ErrorNote, Loading, Skeleton } from '~/kit/states';
import { Table } from '~/kit/table';
import { faultOf } from '../api-fault';
import { useNow } from '../matches/use-now';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { gameTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { reportWords } from './report';

/** All stored runs, and a form for a new one. */
export function ReportsScreen() {
  return (
    <Page
      title="Reports"
      lead="What policies and agents score on the same seeds, next to baselines and every script that tries to farm the score."
    >
      <div className="space-y-10">
        <OperatorGate what="making a report" />
        <NewReport />
        <Section
          title="Saved reports"
          note={
            <>
              Newest first. Runs of <span className="code whitespace-nowrap">npx mandi eval --save</span> appear here too.
            </>
          }
        >
          <ReportList />
        </Section>
      </div>
    </Page>
  );
}

function ReportList() {
  const trpc = useTRPC();
  const now = useNow();
  const list = useQuery({ ...trpc.report.list.queryOptions(), staleTime: 0 });
  if (list.isPending) {
    return (
      <Loading what="reports">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  if (!list.data) return <FailedQuery what="the reports" error={list.error} retry={list.refetch} />;
  if (list.data.items.length === 0) return <Empty title="No reports yet">The form above makes one in a few seconds.</Empty>;
  return (
    <Table
      caption="Saved reports"
      rows={list.data.items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'report',
          head: 'Report',
          cell: (card) => (
            <Link href={`/rankings/reports/${card.id}`} title={card.command} className="group block">
              <span className="font-medium group-hover:text-accent group-hover:underline">{reportWords(card).who}</span>
              <span className="block text-ink-2">{reportWords(card).where}</span>
            </Link>
          ),
        },
        {
          key: 'ruleset',
          head: 'Game',
          cell: ({ game, version }) => `${gameTitle(game)}, version ${version}`,
        },
        {
          key: 'when',
          head: 'Saved',
          align: 'right',
          cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatAgo(createdAt, now)}</span>,
        },
      ]}
    />
  );
}

/** Games that define a default evaluation. */
const GAMES = fronts().flatMap(({ key, front: { evaluation } }) => (evaluation ? [{ key, ...evaluation }] : []));

const ROTATIONS = { full: 'Each seat in turn', none: 'Always the first seat' } as const;
type Rotation = keyof typeof ROTATIONS;

/** Runs an evaluation on this server and stores it. */
function NewReport() {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.report.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/rankings/reports/${id}`) }));
  const createOnce = useOnce(create);
  const busy = create.isPending || create.isSuccess;
  const [game, setGame] = useState(GAMES[0]);
  const [lists, setLists] = useState({ policies: game?.policies ?? '', tasks: game?.tasks ?? '', seeds: game?.seeds ?? '' });
  const [isStressed, setStressed] = useState(false);
  const [rotation, setRotation] = useState<Rotation | null>(null);
  const [goOn, setGoOn] = useState(false);
  function choose(key: string) {
    const next = GAMES.find((one) => one.key === key);
    if (next === undefined) return;
    setGame(next);
    setLists({ policies: next.policies, tasks: next.tasks, seeds: next.seeds });
    if (next.tables) return;
    setStressed(false);
    setRotation(null);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    createOnce({ game: game?.key, ...lists, goOn, ...(isStressed && { robustness: {} }), ...(rotation && { populations: { rotation } }) });
  }
  const field = (name: keyof typeof lists) => ({
    value: lists[name],
    required: true,
    onChange: (event: { target: { value: string } }) => setLists({ ...lists, [name]: event.target.value }),
  });
  return (
    <Panel
      title="Make a report"
      note="Baselines and all scripts that try to farm the score always play too."
      aside={
        <Button size="small" disabled={busy} onClick={() => createOnce({ preset: 'published' })}>
          Make the published tables
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-4 md:grid-cols-2">
        <SelectField label="Game" value={game?.key} onChange={(event) => choose(event.target.value)}>
          {GAMES.map(({ key }) => (
            <option key={key} value={key}>
              {gameTitle(key)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Policies and agents"
          hint="Names separated by commas, or “all” for every script that is ranked."
          {...field('policies')}
        />
        <TextField label="Tasks" hint="Names separated by commas, or “all” for every task of the game." {...field('tasks')} />
        <TextField
          label="Seeds"
          hint="Train 0–39999, validation 40000–49999, test 50000–59999. Figures never mix these ranges."
          {...field('seeds')}
        />
        <Choice
          label="Robustness: the same worlds under more and more shocks of each kind"
          hint="Only for a game whose shocks can be set. Plays 16 times as many episodes."
          checked={isStressed}
          disabled={!game?.tables}
          onChange={setStressed}
        />
        <Choice
          label="Populations: each policy at a table full of each other policy"
          hint="Only for a game whose shocks can be set, on seeds of one range. Payoffs, best responses, cycles and Nash averages. Every pair plays both ways, so ten policies make a hundred pairs."
          checked={rotation !== null}
          disabled={!game?.tables}
          onChange={(isAsked) => setRotation(isAsked ? 'full' : null)}
        />
        {rotation === null ? null : (
          <SelectField
            label="Seat of the single policy"
            hint="“Each seat in turn” keeps seat luck out of the payoffs, but multiplies the episodes by the number of seats."
            value={rotation}
            onChange={(event) => setRotation(event.target.value === 'none' ? 'none' : 'full')}
          >
            {Object.entries(ROTATIONS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        )}
        <Choice
          label="Play on without answers"
          hint="Otherwise the report stops when an agent had no answer in 9 of its last 10 turns, because the scores would be those of its fallback."
          checked={goOn}
          disabled={false}
          onChange={setGoOn}
        />
        <div className="md:col-span-2">
          <Button type="submit" look="primary" disabled={busy}>
            {busy ? 'Starting' : 'Make the report'}
          </Button>
        </div>
      </form>
      {create.isError ? (
        <div className="mt-4">
          <ErrorNote title="The report was not made." code={faultOf(create.error).code}>
            {faultOf(create.error).message}
          </ErrorNote>
        </div>
      ) : null}
    </Panel>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled: boolean;
  onChange: (isChecked: boolean) => void;
}

function Choice({ label, hint, checked, disabled, onChange }: ChoiceProps) {
  return (
    <label className="flex items-start gap-2 text-small md:col-span-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        <span className="block text-ink-2">{hint}</span>
      </span>
    </label>
  );
}
