'use client';
import type { ReactNode } from 'react';
import type { InferenceState } from '~/api/agent-words';
import { formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { CodeBlock } from '../doors/code-block';
import { fetchShare, formatBytes } from './inference-words';

type Model = InferenceState['model'];

/** The model that comes with Mandi: on its way, here, or what to do about it. */
export function ModelNote({ model }: { model: Model }) {
  return (
    <Section title="The model that comes with Mandi" aside={<span className="code">{model.name}</span>}>
      <div role="status" className="max-w-2xl space-y-2 text-small">
        {SAYS[model.status](model)}
      </div>
    </Section>
  );
}

const SAYS: Record<Model['status'], (model: Model) => ReactNode> = {
  off: () => (
    <p>
      Switched off by <span className="code">MANDI_MODEL=off</span>. Start Mandi without it, and the model is fetched.
    </p>
  ),
  ready: () => <p>It is here and can be seated.</p>,
  missing: (model) => <Pull model={model}>It is not on this machine. One command fetches it:</Pull>,
  failed: (model) => <Pull model={model}>It could not be fetched{model.why ? `: ${model.why}` : '.'} Try again with:</Pull>,
  fetching: (model) => <Fetching model={model} />,
};

function Pull({ model, children }: { model: Model; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <CodeBlock label="Fetches the model" code={`npx mandi models pull ${model.name}`} note="Run it where Mandi was started." wrap />
    </>
  );
}

function Fetching({ model }: { model: Model }) {
  const share = fetchShare(model);
  return (
    <>
      <p>
        On its way: {model.done === null ? 'beginning' : formatBytes(model.done)}
        {model.total === null ? '' : ` of ${formatBytes(model.total)}`}
        {share === null ? '' : `, ${formatPercent(share)}`}. Scripted seats play meanwhile.
      </p>
      <div
        role="progressbar"
        aria-label="Fetched of the model"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent transition-[width] duration-300" style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
    </>
  );
}
