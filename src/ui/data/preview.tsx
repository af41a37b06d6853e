'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { z } from 'zod/mini';
import type { DataCount, DataSample, DatasetRequest, PassedOver, PassedOverBy } from '~/api/data/types';
import { formatCount, formatPercent } from '~/kit/format';
import { Panel } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';

/** A preview of what the filters find: counts and a few rows. */
export function Preview({ request, enabled }: { request: DatasetRequest; enabled: boolean }) {
  const trpc = useTRPC();
  const options = { enabled, placeholderData: keepPreviousData };
  const count = useQuery(trpc.data.count.queryOptions(request, options));
  const sample = useQuery(trpc.data.sample.queryOptions(request, options));
  // That nothing was found for the filters before says nothing about these.
  const isKnown = sample.data !== undefined && !(sample.isPlaceholderData && sample.data.rows.length === 0);
  const failed = count.isError ? count : sample.isError ? sample : null;
  return (
    <Panel
      title="What you get"
      note={count.data ? <CountLabels count={count.data} /> : 'Counting'}
      aside={sample.isFetching || count.isFetching ? <span role="status">Loading</span> : null}
    >
      {failed ? <FailedQuery what="the preview" error={failed.error} retry={failed.refetch} /> : null}
      {!failed && !isKnown ? (
        <Loading what="sample rows">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : null}
      {!failed && isKnown ? <Rows sample={sample.data} passedOver={count.data?.passedOver ?? null} /> : null}
    </Panel>
  );
}

function CountLabels({ count: { matches, seats, more } }: { count: DataCount }) {
  const least = more ? 'More than ' : '';
  return (
    <span className="num">
      {least}
      {formatCount(seats)} {seats === 1 ? 'seat' : 'seats'} in {formatCount(matches)} finished {matches === 1 ? 'match' : 'matches'}
    </span>
  );
}

function Rows({ sample: { rows, matches, counts, prompt }, passedOver }: { sample: DataSample } & Pick<DataCount, 'passedOver'>) {
  if (rows.length === 0) {
    return (
      <Empty title="No rows found">
        {matches === 0
          ? `No finished match passes these filters${passedOver === null ? '' : ` (${passedOverLabel(passedOver)})`}. Change the filters, or start a match or a tournament.`
          : `The newest ${matches === 1 ? 'match has' : `${formatCount(matches)} matches have`} no such rows${leftOut(counts) === '' ? '' : `: ${leftOut(counts)}`}.`}
      </Empty>
    );
  }
  const { compared = 0, tied = 0 } = counts;
  return (
    <>
      {prompt === null ? null : (
        <p className="mb-2 text-small text-ink-2">
          Prompts are written in version <span className="code">{prompt}</span>, the newest of this game. A turn that an agent played keeps
          the prompt that the agent was asked in.
        </p>
      )}
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

const WORDS: Record<PassedOverBy, string> = {
  other_ruleset: 'of another ruleset',
  other_version: 'of another version of its rules',
  other_task: 'of another task',
  other_split: 'of another range of seeds',
  branch_of_other_split: 'forked from another range of seeds',
  sealed: 'of worlds that are still secret',
  branch_of_sealed: 'forked from worlds that are still secret',
  with_people: 'of tables with people or programs',
  private: 'of private tables, which are never exported',
  no_consent: 'of tables where somebody did not agree to exports',
  cancelled: 'cancelled',
  other_tournament: 'of another tournament',
};

/** `of 24: 20 of another ruleset, 4 of another range of seeds` */
export function passedOverLabel({ looked, more, by }: PassedOver): string {
  if (looked === 0) return 'none exist yet';
  const passed = Object.entries(by).map(([why, count]) => `${formatCount(count)} ${WORDS[why as PassedOverBy]}`);
  return `of ${more ? 'the newest ' : ''}${formatCount(looked)}: ${passed.join(', ')}`;
}

const messages = z.array(z.object({ role: z.string(), content: z.string() }));
const chat = z.looseObject({ messages });
const pair = z.looseObject({ prompt: messages, chosen: messages, rejected: messages });

type Messages = z.infer<typeof messages>;

/** A row as it will be written: messages as text, the rest as JSON. */
function SampleRow({ text, cut, number }: { text: string; cut: boolean; number: number }) {
  const value = cut ? null : (JSON.parse(text) as unknown);
  const asChat = chat.safeParse(value);
  const asPair = pair.safeParse(value);
  return (
    <RowNumber.Provider value={number}>
      <li className="rounded-md border bg-panel p-3" aria-label={`Row ${number}`}>
        {asChat.success ? <Talk said={asChat.data.messages} rest={without(asChat.data, ['messages'])} /> : null}
        {asPair.success ? (
          <>
            <Talk said={asPair.data.prompt} />
            <Said title="Chosen" text={textOf(asPair.data.chosen)} />
            <Said title="Rejected" text={textOf(asPair.data.rejected)} />
            <Json value={without(asPair.data, ['prompt', 'chosen', 'rejected'])} />
          </>
        ) : null}
        {asChat.success || asPair.success ? null : <Json value={value ?? `${text} … (cut: the row is longer)`} />}
      </li>
    </RowNumber.Provider>
  );
}

function Talk({ said, rest }: { said: Messages; rest?: object }) {
  return (
    <>
      {said.map(({ role, content }) => (
        <Said key={role} title={TITLES[role] ?? role} text={content} />
      ))}
      {rest ? <Json value={rest} /> : null}
    </>
  );
}

const TITLES: Readonly<Record<string, string>> = { system: 'System', user: 'Prompt', assistant: 'Action' };

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div className="mb-2">
      <p className="text-small text-ink-2">{title}</p>
      <Box label={title} text={text} />
    </div>
  );
}

function Json({ value }: { value: unknown }) {
  return <Box label="Fields" text={typeof value === 'string' ? value : JSON.stringify(value, null, 1)} />;
}

/** Makes ids of a row's parts unique on the page. */
const RowNumber = createContext(1);

function Box({ label, text }: { label: string; text: string }) {
  const row = useContext(RowNumber);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label={`${label} of row ${row}`} tabIndex={0} className="max-h-40 overflow-auto rounded bg-sunk p-2">
      <pre className="code whitespace-pre-wrap text-small [overflow-wrap:anywhere]">{text}</pre>
    </section>
  );
}

function textOf(said: Messages): string {
  return said.map(({ content }) => content).join('\n');
}

function without(row: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
