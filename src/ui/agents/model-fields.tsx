'use client';
import { useId } from 'react';
import type { BackendState } from '~/api/agent/types';
import { SelectField } from '~/kit/field';
import type { PlayerOption } from '../players/player-options';
import { DraftText, Fallback, Fields, type FieldsProps } from './draft-fields';

interface Props extends FieldsProps {
  /** Current backends. Models that none serves yet can still be entered. */
  backends: readonly BackendState[];
  fallbacks: readonly PlayerOption[];
}

/** The fields of a model agent: weights, adapter, prompt, sampling, limits. */
export function ModelFields({ backends, fallbacks, ...form }: Props) {
  return (
    <>
      <Weights form={form} backends={backends} />
      <SamplingFields {...form} />
      <Limits form={form} fallbacks={fallbacks} />
    </>
  );
}

function Weights({ form, backends }: { form: FieldsProps; backends: readonly BackendState[] }) {
  const [models, adapters, lists] = [useId(), useId(), useId()];
  const hasServer = form.draft.serverUrl.trim() !== '';
  const served = backends.filter(({ ofAgents }) => ofAgents !== true).flatMap(({ serves }) => serves);
  const ofModel = served.filter(({ name }) => name === form.draft.model.trim()).flatMap((one) => one.adapters);
  const names = [...new Set(served.map(({ name }) => name))];
  return (
    <Fields title="Model">
      <div className="sm:col-span-2">
        <DraftText
          form={form}
          field="serverUrl"
          label="Base URL"
          inputMode="url"
          placeholder="http://localhost:11434/v1"
          hint="A server that speaks OpenAI’s protocol, including /v1. Leave it empty to use a backend that this Mandi already knows."
        />
      </div>
      <DraftText
        form={form}
        field="serverKey"
        label="Key variable"
        placeholder="MY_MODEL_KEY"
        hint="The environment variable that holds the server’s key, never the key itself. Leave it empty if the server needs none."
      />
      <DraftText
        form={form}
        field="model"
        label="Model"
        required
        list={models}
        hint={
          hasServer
            ? 'Its name on that server. It is tested before the agent is added.'
            : names.length === 0
              ? 'Its name on a backend of this Mandi. If there is none, enter a base URL above.'
              : `Its name on a backend: ${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''}`
        }
      />
      <Suggestions id={models} values={names} />
      <DraftText
        form={form}
        field="adapter"
        label="Adapter"
        list={adapters}
        hint={
          ofModel.length === 0
            ? 'The name of a LoRA adapter, or empty for none.'
            : `Available: ${ofModel.join(', ')}. Leave it empty for none.`
        }
      />
      <Suggestions id={adapters} values={[...new Set(ofModel)]} />
      {hasServer ? null : (
        <DraftText
          form={form}
          field="backends"
          label="Backends"
          list={lists}
          hint="Separated by commas; the first that answers is used. Leave it empty for any that serves the model."
        />
      )}
      <Suggestions id={lists} values={backends.map(({ id }) => id)} />
      <DraftText form={form} field="prompt" label="Prompt" required hint="The prompt version. Each game has its own." />
    </Fields>
  );
}

function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

function SamplingFields(form: FieldsProps) {
  const { draft, change } = form;
  return (
    <Fields title="Sampling">
      <DraftText form={form} field="temperature" label="Temperature" inputMode="decimal" hint="0 always picks the most likely token." />
      <DraftText form={form} field="maxTokens" label="Max tokens" inputMode="numeric" hint="Longer replies are cut off." />
      <DraftText form={form} field="topP" label="Top-p" inputMode="decimal" />
      <DraftText form={form} field="topK" label="Top-k" inputMode="numeric" />
      <DraftText form={form} field="seed" label="Seed" inputMode="numeric" hint="Each turn’s seed is derived from it." />
      <DraftText
        form={form}
        field="stop"
        label="Stop sequences"
        hint="Separated by commas; \n is a new line. Leave it empty to stop where the model stops."
      />
      <SelectField
        label="Grammar"
        hint="Constrains replies to legal actions, so that the model cannot invent ids."
        value={draft.grammar ? 'held' : 'free'}
        onChange={(event) => change({ grammar: event.target.value === 'held' })}
      >
        <option value="held">legal actions only, if the backend supports it</option>
        <option value="free">off: free text is parsed</option>
      </SelectField>
      <SelectField
        label="Repairs"
        hint="How often an unusable reply is sent back with its error."
        value={draft.repairs}
        onChange={(event) => change({ repairs: event.target.value })}
      >
        <option value="0">none</option>
        <option value="1">once</option>
        <option value="2">twice</option>
      </SelectField>
    </Fields>
  );
}

function Limits({ form, fallbacks }: { form: FieldsProps; fallbacks: readonly PlayerOption[] }) {
  return (
    <Fields
      title="Limits"
      note="Per match. Leave a field empty for no limit. When a limit is reached, the fallback plays the remaining turns."
    >
      <DraftText form={form} field="turnSeconds" label="Seconds per turn" inputMode="decimal" hint="Never longer than the round’s clock." />
      <Fallback form={form} options={fallbacks} />
      <DraftText form={form} field="tokens" label="Tokens per match" inputMode="numeric" placeholder="no limit" />
      <DraftText form={form} field="calls" label="Calls per match" inputMode="numeric" placeholder="no limit" />
      <DraftText form={form} field="seconds" label="Seconds per match" inputMode="decimal" placeholder="no limit" />
      <DraftText form={form} field="dollars" label="US dollars per match" inputMode="decimal" placeholder="no limit" />
    </Fields>
  );
}
