'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

/** What each ruleset starts with: small enough to be done while one looks on. */
const USUAL = {
  classic: { policies: 'all', tasks: 'all', seeds: '0-9,50000-50007' },
  open: { policies: 'planner,house,greedy', tasks: 'single_trade', seeds: '40000-40007' },
} as const;
type Ruleset = keyof typeof USUAL;

const ROTATIONS = { full: 'Each seat in turn', none: 'Always lab_0' } as const;
type Rotation = keyof typeof ROTATIONS;

/** Plays a run on this server and keeps it. */
export function NewReport() {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.report.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/reports/${id}`) }));
  const createOnce = useOnce(create);
  const busy = create.isPending || create.isSuccess;
  const [ruleset, setRuleset] = useState<Ruleset>('classic');
  const [lists, setLists] = useState<{ policies: string; tasks: string; seeds: string }>(USUAL.classic);
  const [isStressed, setStressed] = useState(false);
  const [rotation, setRotation] = useState<Rotation | null>(null);
  function choose(next: Ruleset) {
    setRuleset(next);
    setLists(USUAL[next]);
    if (next === 'open') return;
    setStressed(false);
    setRotation(null);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    createOnce({ ruleset, ...lists, ...(isStressed && { robustness: {} }), ...(rotation && { populations: { rotation } }) });
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
        <Button size="small" disabled={busy} onClick={() => createOnce({ preset: 'published' })}>
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
        <Choice
          label="Robustness: the same worlds under more and more shocks of each kind"
          hint="Ruleset open, whose shocks can be set. Sixteen times the episodes."
          checked={isStressed}
          disabled={ruleset !== 'open'}
          onChange={setStressed}
        />
        <Choice
          label="Populations: each alone at a table full of each, itself too"
          hint="Ruleset open, seeds of one range. Payoffs, best answers, cycles, Nash average; every two both ways, so ten policies are a hundred pairs."
          checked={rotation !== null}
          disabled={ruleset !== 'open'}
          onChange={(isAsked) => setRotation(isAsked ? 'full' : null)}
        />
        {rotation === null ? null : (
          <SelectField
            label="Seat of the lone one"
            hint="Each seat in turn: no seat’s luck is in a payoff, for as many episodes times the seats."
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
        className="mt-0.5 size-4 accent-accent"
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
