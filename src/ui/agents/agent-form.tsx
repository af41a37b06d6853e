'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/kit/button';
import { RadioField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '../api-fault';
import { OperatorGate } from '../new-match/operator-gate';
import { agentAddress } from '../players/player-name';
import type { PlayerGroup } from '../players/player-options';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { type AgentDraft, type DraftFaults, faultByField, readAgent } from './agent-draft';
import type { FieldsProps } from './draft-fields';
import { Identity } from './identity-fields';
import { ModelFields } from './model-fields';
import { RemoteFields } from './remote-fields';

interface Props {
  first: AgentDraft;
  groupsFor: (ruleset: string) => PlayerGroup[];
}

const WHAT: Record<AgentDraft['kind'], (draft: AgentDraft) => string> = {
  model: ({ model, prompt }) =>
    `: ${model.trim() || 'no model yet'} with prompt ${prompt.trim() || 'none yet'}. A name that is known gets its next version.`,
  remote: () => ': a program at an address. A name that is known gets its next version.',
  person: ({ title }) =>
    `: a person${title.trim() === '' ? '' : `, called ${title.trim()} at tables`}. Their results gather on a card that all see.`,
};

/** An agent's form: every field says in place what is wrong with it. */
export function AgentForm({ first, groupsFor }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const inference = useQuery({ ...trpc.inference.state.queryOptions(), retry: false });
  const add = useMutation(
    trpc.agent.add.mutationOptions({
      onSuccess: ({ ref }) => {
        void queries.invalidateQueries(trpc.agent.pathFilter());
        router.push(agentAddress(ref));
      },
    }),
  );
  const addOnce = useOnce(add);
  const reading = readAgent(draft);
  const refusal = add.isError ? faultOf(add.error) : null;
  const refused = refusal === null ? null : faultByField(refusal.message);
  const faults: DraftFaults = { ...refused, ...(tried && !reading.ok ? reading.faults : {}) };
  const fields: FieldsProps = { draft, faults, change };
  function change(part: Partial<AgentDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    if (add.isError) add.reset();
  }
  const scripted = draft.plays.flatMap(groupsFor).find(({ name }) => name === 'Scripted')?.options ?? [];
  const fallbacks = scripted.filter(({ value }) =>
    draft.plays.every((ruleset) => groupsFor(ruleset)[0]?.options.some((one) => one.value === value)),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (reading.ok) addOnce({ ...reading.request });
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  const wrong = Object.keys(faults).length;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form ref={form} id="new-agent" noValidate onSubmit={submit} className="min-w-0 space-y-8">
        <RadioField
          label="Kind"
          name="kind"
          columns={3}
          value={draft.kind}
          choices={[
            {
              value: 'model',
              title: 'Language model',
              detail: 'A model that a backend serves, with a prompt of Mandi’s and your sampling.',
            },
            {
              value: 'remote',
              title: 'Remote program',
              detail: 'Mandi posts the observation to your address and takes the action from the answer.',
            },
            {
              value: 'person',
              title: 'Person',
              detail: 'Somebody who sits down at tables and in exhibition tournaments, by a link that the host sends.',
            },
          ]}
          onValue={(kind) => change({ kind })}
        />
        <Identity {...fields} rulesets={(catalog.data?.rulesets ?? []).map((one) => one.key)} />
        {draft.kind === 'model' ? <ModelFields {...fields} backends={inference.data?.backends ?? []} fallbacks={fallbacks} /> : null}
        {draft.kind === 'remote' ? <RemoteFields {...fields} fallbacks={fallbacks} /> : null}
      </form>
      <div className="space-y-4 lg:sticky lg:top-6 lg:self-start">
        <OperatorGate what="adding an agent" />
        <Panel title="What will be added">
          <p className="min-h-[3lh] text-small">
            <span className="code">{draft.name.trim() || 'An agent without a name yet'}</span>
            {WHAT[draft.kind](draft)}
          </p>
          <Button type="submit" form="new-agent" look="primary" className="mt-4 w-full" disabled={add.isPending || add.isSuccess}>
            {add.isPending || add.isSuccess ? 'Adding the agent' : 'Add the agent'}
          </Button>
          {wrong > 0 ? (
            <p role="alert" className="mt-3 text-red text-small">
              {wrong === 1 ? 'One field needs another look.' : `${wrong} fields need another look.`}
            </p>
          ) : null}
          {refusal && !refused ? (
            <div className="mt-3">
              <ErrorNote title="The agent was not added." code={refusal.code}>
                {refusal.message}
              </ErrorNote>
            </div>
          ) : null}
        </Panel>
      </div>
    </div>
  );
}
