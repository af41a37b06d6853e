'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { faultOf } from '../api-fault';
import { Button } from '../kit/button';
import { SelectField, TextField } from '../kit/field';
import { Panel } from '../kit/panel';
import { ErrorNote } from '../kit/states';
import { useTRPC } from '../trpc';

/** What each ruleset starts with: small enough to be done while one looks on. */
const USUAL = {
  classic: { policies: 'all', tasks: 'all', seeds: '0-9,50000-50007' },
  open: { policies: 'planner,house,greedy', tasks: 'single_trade', seeds: '40000-40007' },
} as const;
type Ruleset = keyof typeof USUAL;

/** Plays a run on this server and keeps it. */
export function NewReport() {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.report.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/reports/${id}`) }));
  const [ruleset, setRuleset] = useState<Ruleset>('classic');
  const [lists, setLists] = useState<{ policies: string; tasks: string; seeds: string }>(USUAL.classic);
  const [isStressed, setStressed] = useState(false);
  function choose(next: Ruleset) {
    setRuleset(next);
    setLists(USUAL[next]);
    if (next === 'classic') setStressed(false);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate({ ruleset, ...lists, ...(isStressed && { robustness: {} }) });
  }
  const field = (name: keyof typeof lists) => ({
    value: lists[name],
    required: true,
    onChange: (event: { target: { value: string } }) => setLists({ ...lists, [name]: event.target.value }),
  });
  return (
    <Panel
      title="Make a report"
      note="Null policies and every farming script of the ruleset are played beside whatever you name."
      aside={
        <Button size="small" disabled={create.isPending} onClick={() => create.mutate({ preset: 'published' })}>
          The published tables
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-4 md:grid-cols-2">
        <SelectField label="Ruleset" value={ruleset} onChange={(event) => choose(event.target.value === 'open' ? 'open' : 'classic')}>
          <option>classic</option>
          <option>open</option>
        </SelectField>
        <TextField label="Policies and agents" hint="Names with commas; all: the contestants among the scripts." {...field('policies')} />
        <TextField label="Tasks" hint="Names with commas; all: every task of the ruleset." {...field('tasks')} />
        <TextField
          label="Seeds"
          hint="Train 0–39999, validation 40000–49999, test 50000–59999; figures never mix them."
          {...field('seeds')}
        />
        <label className="flex items-start gap-2 text-small md:col-span-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={isStressed}
            disabled={ruleset !== 'open'}
            onChange={(event) => setStressed(event.target.checked)}
          />
          <span>
            Robustness: the same worlds under more and more shocks of each kind
            <span className="block text-ink-2">Ruleset open, whose shocks can be set. Sixteen times the episodes.</span>
          </span>
        </label>
        <div className="md:col-span-2">
          <Button type="submit" look="primary" disabled={create.isPending}>
            {create.isPending ? 'Starting' : 'Make the report'}
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
