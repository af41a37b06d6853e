'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { TryOut } from '~/api/agent/types';
import { Button } from '~/kit/button';
import { CodeBlock } from '~/kit/code-block';
import { RadioField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { agentAddress } from '~/kit/player-name';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '../api-fault';
import { OperatorGate } from '../new-match/operator-gate';
import type { PlayerGroup, PlayerOption } from '../players/player-options';
import { gameTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import {
  type AgentDraft,
  type AgentRequest,
  addCommand,
  type DraftFaults,
  faultByField,
  LONGEST_NAME,
  promptFor,
  readAgent,
  startCommand,
} from './agent-draft';
import { DraftText, Fallback, Fields, type FieldsProps } from './draft-fields';
import { ModelFields } from './model-fields';

interface Props {
  first: AgentDraft;
  groupsFor: (ruleset: string) => PlayerGroup[];
}

const WHAT: Record<AgentDraft['kind'], (draft: AgentDraft) => string> = {
  model: ({ model, prompt }) =>
    `: ${model.trim() || 'no model yet'} with prompt ${prompt.trim() || 'none yet'}. If the name already exists, this becomes its next version.`,
  remote: () => ': a program at an address. If the name already exists, this becomes its next version.',
  person: ({ title }) => `: a person${title.trim() === '' ? '' : `, called ${title.trim()} at tables`}. Everybody can see their results.`,
};

/** The form for an agent, with errors next to their fields. */
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
  const tryOut = useMutation(
    trpc.agent.tryOut.mutationOptions({ onSuccess: (result, request) => (result.ok ? add.mutate({ ...request }) : undefined) }),
  );
  const tryOnce = useOnce(tryOut);
  const reading = readAgent(
    draft,
    catalog.data?.rulesets.map(({ key }) => key),
  );
  const refusal = add.isError ? faultOf(add.error) : tryOut.isError ? faultOf(tryOut.error) : null;
  const refused = refusal === null ? null : faultByField(refusal.message);
  const faults: DraftFaults = { ...refused, ...(tried && !reading.ok ? reading.faults : {}) };
  const fields: FieldsProps = { draft, faults, change };
  function change(part: Partial<AgentDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    if (add.isError) add.reset();
    tryOut.reset();
  }
  const scripted = draft.plays.flatMap(groupsFor).find(({ name }) => name === 'Scripted')?.options ?? [];
  const fallbacks = scripted.filter(({ value }) =>
    draft.plays.every((ruleset) => groupsFor(ruleset)[0]?.options.some((one) => one.value === value)),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (reading.ok && draft.kind === 'person') addOnce({ ...reading.request });
    else if (reading.ok) tryOnce({ ...reading.request });
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
              detail: 'A model on a server or backend, with Mandi’s prompt and your sampling.',
            },
            {
              value: 'remote',
              title: 'Remote program',
              detail: 'Mandi posts each observation to your address and reads the action from the reply.',
            },
            {
              value: 'person',
              title: 'Person',
              detail: 'Someone who plays at tables and in unrated tournaments, through a link that the host sends.',
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
            {draft.name.trim() ? <span className="code">{draft.name.trim()}</span> : 'An agent without a name yet'}
            {WHAT[draft.kind](draft)}
          </p>
          <Button
            type="submit"
            form="new-agent"
            look="primary"
            className="mt-4 w-full"
            disabled={add.isPending || add.isSuccess || tryOut.isPending}
          >
            {tryOut.isPending ? 'Testing one turn' : add.isPending || add.isSuccess ? 'Adding the agent' : 'Add the agent'}
          </Button>
          {draft.kind === 'person' ? null : <p className="mt-2 text-ink-2 text-small">It plays one test turn first.</p>}
          {wrong > 0 ? (
            <p role="alert" className="mt-3 text-red text-small">
              {wrong === 1 ? 'Check 1 field above.' : `Check ${wrong} fields above.`}
            </p>
          ) : null}
          {reading.ok && tryOut.data?.ok === false && !refusal ? (
            <TryFault request={reading.request} fault={tryOut.data} onAdd={() => addOnce({ ...reading.request })} />
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

interface TryFaultProps {
  request: AgentRequest;
  fault: Extract<TryOut, { ok: false }>;
  onAdd: () => void;
}

/** What prevents it from playing, how to fix it, and a way to add it anyway. */
function TryFault({ request, fault, onAdd }: TryFaultProps) {
  const isElsewhere = fault.code === 'not_allowed';
  const command = isElsewhere ? addCommand(request) : startCommand(request, fault);
  return (
    <div className="mt-3 space-y-3">
      <ErrorNote title={isElsewhere ? 'This address cannot be added here.' : 'It cannot play yet.'} code={fault.code}>
        {fault.why} {fault.fix}
      </ErrorNote>
      {command === null ? null : (
        <CodeBlock
          label={isElsewhere ? 'The command that adds it' : 'A command that starts such a server'}
          wrap={!isElsewhere}
          code={command}
          note={isElsewhere ? 'Any address may be used there.' : 'If nothing runs there yet.'}
        />
      )}
      {isElsewhere ? null : (
        <Button className="w-full" onClick={onAdd}>
          Add it anyway
        </Button>
      )}
    </div>
  );
}

/** Name, owner and rulesets. */
function Identity({ rulesets, ...form }: FieldsProps & { rulesets: readonly string[] }) {
  const isPerson = form.draft.kind === 'person';
  return (
    <Fields title={isPerson ? 'Who they are' : 'Who it is'}>
      <DraftText
        form={form}
        field="name"
        label="Name"
        required
        maxLength={LONGEST_NAME}
        hint="Shown in seats, followed by a version. Lowercase letters, digits and hyphens."
      />
      {isPerson ? (
        <DraftText
          form={form}
          field="title"
          label="Display name"
          maxLength={80}
          hint="Their name at tables, at most 24 characters. If empty, the name is used."
        />
      ) : (
        <DraftText form={form} field="title" label="Title" maxLength={80} hint="Shown to people. If empty, the name is used." />
      )}
      <div className="sm:col-span-2">
        <DraftText form={form} field="summary" label="Summary" maxLength={280} hint="One sentence about it." />
      </div>
      <DraftText form={form} field="owner" label="Owner" maxLength={80} hint="The person or group responsible for it." />
      <DraftText
        form={form}
        field="licence"
        label="License"
        maxLength={80}
        hint={isPerson ? 'License for data from their games (optional).' : 'License of its weights or code, such as Apache-2.0.'}
      />
      {isPerson ? null : <Plays rulesets={rulesets} {...form} />}
    </Fields>
  );
}

function Plays({ rulesets, draft, faults, change }: FieldsProps & { rulesets: readonly string[] }) {
  const id = useId();
  const fault = faults.plays;
  const play = (plays: string[]) => change({ plays, prompt: promptFor(plays, draft.prompt) });
  return (
    <fieldset className="sm:col-span-2" aria-describedby={fault ? id : undefined}>
      <legend className="font-medium text-small">Plays</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {rulesets.map((ruleset) => (
          <label key={ruleset} className="flex items-center gap-2 text-small">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-invalid={fault ? true : undefined}
              checked={draft.plays.includes(ruleset)}
              onChange={(event) => play(event.target.checked ? [...draft.plays, ruleset] : draft.plays.filter((one) => one !== ruleset))}
            />
            {gameTitle(ruleset)}
          </label>
        ))}
      </div>
      {fault ? (
        <p id={id} role="alert" className="mt-1 text-red text-small">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}

/** A program at an address: URL, signing key, time limit. */
function RemoteFields({ fallbacks, ...form }: FieldsProps & { fallbacks: readonly PlayerOption[] }) {
  return (
    <Fields title="Program">
      <div className="sm:col-span-2">
        <DraftText
          form={form}
          field="url"
          label="Address"
          required
          inputMode="url"
          placeholder="https://bot.example.org/act"
          hint="The server calls this address, so it must be public: a server that runs elsewhere cannot reach localhost on your machine. For an address in the server's own network you get a command to run there."
        />
      </div>
      <DraftText
        form={form}
        field="secretName"
        label="Key variable"
        placeholder="MY_BOT_KEY"
        hint="The environment variable that holds the key for signing requests, never the key itself. Leave it empty for unsigned requests."
      />
      <DraftText form={form} field="turnSeconds" label="Seconds per turn" inputMode="decimal" hint="Never longer than the round’s clock." />
      <Fallback form={form} options={fallbacks} />
    </Fields>
  );
}
