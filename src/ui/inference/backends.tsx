'use client';
import type { BackendState, MeterReading } from '~/api/agent-words';
import { Badge } from '~/kit/badge';
import { formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { CodeBlock } from '../doors/code-block';
import { shortDigest } from '../thought/turn-words';
import { capabilityWords, HEALTH_WORDS } from './inference-words';

/** Everything that answers chats here, and what each serves. */
export function Backends({ backends, tries }: { backends: readonly BackendState[]; tries: MeterReading['tries'] }) {
  return (
    <Section title="Backends" note="An agent’s call goes to the first of its backends that serves the model and answers.">
      {backends.some(({ serves }) => serves.length > 0) ? null : <NothingServed />}
      {backends.length === 0 ? null : <Table caption="Backends" columns={columnsWith(tries)} rows={backends} rowKey={({ id }) => id} />}
    </Section>
  );
}

function NothingServed() {
  return (
    <div className="mb-4 max-w-2xl space-y-2 text-small">
      <p>No backend serves a model yet. Fetch one that runs on this machine:</p>
      <CodeBlock label="Fetches a model" code="npx mandi models pull smollm2-135m-instruct" note="98 MB, Apache-2.0" wrap />
      <p>
        Or name a server that speaks OpenAI’s protocol (vLLM, llama.cpp, Ollama, a hosted one) by{' '}
        <span className="code">OPENAI_BASE_URL</span> and <span className="code">OPENAI_MODEL</span>, and start Mandi again.
      </p>
    </div>
  );
}

function columnsWith(tries: MeterReading['tries']): Column<BackendState>[] {
  const of = ({ id }: BackendState) => tries.find(({ backend }) => backend === id) ?? { tries: 0, failed: 0 };
  return [
    ...COLUMNS,
    { key: 'tries', head: 'Tries', align: 'right', cell: (one) => formatCount(of(one).tries), className: 'max-sm:hidden' },
    { key: 'failed', head: 'Failed', align: 'right', cell: (one) => formatCount(of(one).failed) },
  ];
}

const COLUMNS: readonly Column<BackendState>[] = [
  { key: 'id', head: 'Backend', cell: ({ id, place }) => <Who id={id} place={place} /> },
  { key: 'health', head: 'Health', cell: (one) => <Health backend={one} /> },
  { key: 'serves', head: 'Serves', cell: (one) => <Serves backend={one} /> },
  { key: 'can', head: 'Can', cell: ({ capabilities }) => capabilityWords(capabilities), className: 'max-sm:hidden' },
  {
    key: 'running',
    head: 'Writing',
    align: 'right',
    cell: ({ running, slots }) => `${formatCount(running)}${slots === null ? '' : ` of ${formatCount(slots)}`}`,
  },
  { key: 'queued', head: 'Waiting', align: 'right', cell: ({ queued }) => formatCount(queued) },
];

function Who({ id, place }: { id: string; place: string }) {
  return (
    <>
      <span className="code font-medium">{id}</span>
      <span className="block text-ink-2">{place}</span>
    </>
  );
}

function Health({ backend: { health, why } }: { backend: BackendState }) {
  return (
    <>
      <Badge tone={health === 'up' ? 'accent' : 'plain'}>{HEALTH_WORDS[health]}</Badge>
      {why === null ? null : <span className="block min-w-32 text-ink-2">{why}</span>}
    </>
  );
}

function Serves({ backend: { serves, more = 0 } }: { backend: BackendState }) {
  if (serves.length === 0) return <span className="text-ink-3">nothing</span>;
  return (
    <ul>
      {serves.map(({ name, digest, adapters, context }) => (
        <li key={name} title={digest === null ? undefined : shortDigest(digest)}>
          <span className="code">{name}</span>
          <span className="text-ink-2">
            {context === null ? '' : `, context ${formatCount(context)}`}
            {adapters.length === 0 ? '' : `, adapters ${adapters.join(', ')}`}
          </span>
        </li>
      ))}
      {more === 0 ? null : <li className="text-ink-2">and {formatCount(more)} more</li>}
    </ul>
  );
}
