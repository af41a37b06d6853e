'use client';
import type { ReactNode } from 'react';
import type { AgentReply, AgentTurn } from '~/api/agent/types';
import type { Stage } from '~/contract/prompt-format';
import { Badge } from '~/kit/badge';
import { type Fact, Facts } from '~/kit/facts';
import { formatCount } from '~/kit/format';
import {
  formatDuration,
  ORIGIN_LABELS,
  originSentence,
  prettyJson,
  replyFacts,
  sameMove,
  samplingLabel,
  shortDigest,
  stagesOf,
  tokenSums,
} from './turn-labels';

/** Details of one turn: request, replies, move, and everything that changed it. */
export function TurnSheet({ turn }: { turn: AgentTurn }) {
  return (
    <div className="space-y-4">
      <Outcome turn={turn} />
      <div className="grid gap-x-8 gap-y-4 min-[900px]:grid-cols-2">
        <div className="min-w-0 space-y-3">
          {stagesOf(turn).map(({ stage, request, replies }) => (
            <Asked key={stage} stage={turn.requests.write ? stage : null} request={request} replies={replies} />
          ))}
        </div>
        <div className="min-w-0 space-y-3">
          <Move turn={turn} />
          <AboutTurn turn={turn} />
        </div>
      </div>
    </div>
  );
}

function Outcome({ turn }: { turn: AgentTurn }) {
  return (
    <div className="space-y-1 text-small">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge>{ORIGIN_LABELS[turn.origin]}</Badge>
        {turn.guards.length > 0 ? <Badge>overridden</Badge> : null}
        {turn.walkBacks.length > 0 ? <Badge>reverted</Badge> : null}
        <span>{originSentence(turn)}</span>
      </p>
      {turn.wordless === undefined ? null : <p>Played without a message: {turn.wordless}</p>}
      <ul className="space-y-0.5">
        {turn.guards.map(({ guard, what }) => (
          <li key={guard}>
            Overridden: {what} <span className="code text-ink-2">{guard}</span>
          </li>
        ))}
        {turn.walkBacks.map(({ kind, what }) => (
          <li key={`${kind} ${what}`}>
            Reverted: {what} <span className="code text-ink-2">{kind}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The request and replies of one stage; `stage` is named if there are several. */
function Asked({ stage, request, replies }: { stage: Stage | null; request: Request | null; replies: readonly AgentReply[] }) {
  return (
    <>
      <Prompt stage={stage} prompt={request} />
      <Replies stage={stage} replies={replies} />
    </>
  );
}

type Request = NonNullable<AgentTurn['requests'][Stage]>;

function Prompt({ stage, prompt }: { stage: Stage | null; prompt: Request | null }) {
  if (prompt === null) return <p className="text-ink-2 text-small">No prompt: the observation was posted to the program as it is.</p>;
  const of = stage === 'write' ? ' for the words' : '';
  return (
    <div>
      <Heading aside={<span className="code">{prompt.version}</span>}>{PROMPT_LABELS[stage ?? 'none']}</Heading>
      <div className="mt-1 space-y-1">
        {prompt.messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place in the prompt
          <details key={place} className="rounded-md border">
            <summary className="px-2.5 py-1 text-small">
              {messageLabel(message.role, stage)} <span className="num text-ink-2">{formatCount(message.content.length)} characters</span>
            </summary>
            <Text label={`${messageLabel(message.role, stage)} of the prompt${of}`}>{message.content}</Text>
          </details>
        ))}
      </div>
    </div>
  );
}

const PROMPT_LABELS = { none: 'Prompt', decide: 'Prompt: what to do', write: 'Prompt: what to say' };
const MESSAGE_LABELS = { system: 'System text', user: 'Observation and legal actions', assistant: 'Earlier reply' };

function messageLabel(role: keyof typeof MESSAGE_LABELS, stage: Stage | null): string {
  return role === 'user' && stage === 'write' ? 'Public view and move' : MESSAGE_LABELS[role];
}

function Replies({ stage, replies }: { stage: Stage | null; replies: readonly AgentReply[] }) {
  if (replies.length === 0) return <p className="text-ink-2 text-small">It was not asked.</p>;
  const of = stage === 'write' ? ' for the words' : '';
  return (
    <div>
      <Heading>{`${replies.length === 1 ? 'Raw reply' : 'Raw replies'}${of}`}</Heading>
      <ol className="mt-1 space-y-2">
        {replies.map((reply, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is its place
          <li key={place} className="rounded-md border">
            <p className="px-2.5 py-1 text-ink-2 text-micro">
              {replies.length > 1 ? `attempt ${place + 1}: ` : ''}
              {replyFacts(reply).join(', ')}
            </p>
            <Tries reply={reply} />
            {reply.text === null ? null : <Text label={`Reply ${place + 1}${of}`}>{reply.text === '' ? '(nothing)' : reply.text}</Text>}
            {reply.fault === null ? null : (
              <p title={reply.fault.code} className="border-t px-2.5 py-1.5 text-small">
                No reply: {reply.fault.why}
              </p>
            )}
            {reply.problem === null ? null : <p className="border-t px-2.5 py-1.5 text-small">Sent back: {reply.problem}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The result of each attempt, if there were several. */
function Tries({ reply: { attempts = [] } }: { reply: AgentReply }) {
  if (attempts.length < 2) return null;
  return (
    <ul className="space-y-0.5 border-t px-2.5 py-1.5 text-small" aria-label="Tries">
      {attempts.map(({ backend, fault, why, ms }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a try is its place
        <li key={place}>
          <span className="code">{backend}</span>: {fault === null ? 'answered' : why}{' '}
          <span className="num text-ink-2">after {formatDuration(ms)}</span>{' '}
          {fault === null ? null : <span className="code text-ink-2">{fault}</span>}
        </li>
      ))}
    </ul>
  );
}

function Move({ turn }: { turn: AgentTurn }) {
  const same = sameMove(turn);
  return (
    <div className="space-y-3">
      {same ? null : (
        <div>
          <Heading>Parsed action</Heading>
          <div className="mt-1 rounded-md border">
            <Text label="Parsed action">{turn.wished === null ? 'nothing usable' : prettyJson(turn.wished)}</Text>
          </div>
        </div>
      )}
      <div>
        <Heading>{same ? 'Parsed action, as played' : 'Played'}</Heading>
        <div className="mt-1 rounded-md border">
          <Text label="Played">{prettyJson(turn.move)}</Text>
        </div>
      </div>
    </div>
  );
}

function AboutTurn({ turn }: { turn: AgentTurn }) {
  const tokens = tokenSums(turn);
  const facts: Fact[] = [
    ['took', formatDuration(turn.ms)],
    ...(tokens.prompt + tokens.completion === 0
      ? []
      : [['tokens', `${formatCount(tokens.prompt)} read, ${formatCount(tokens.completion)} written`] as const]),
    ['attempts', formatCount(turn.replies.length)],
    ...(turn.pin === null
      ? []
      : [
          ['model', <Code key="m" text={turn.pin.model} digest={turn.pin.digest} />] as const,
          ...(turn.pin.adapter === null
            ? []
            : [['adapter', <Code key="a" text={turn.pin.adapter} digest={turn.pin.adapterDigest} />] as const]),
          ...(turn.pin.runtime === null ? [] : [['runtime', turn.pin.runtime] as const]),
        ]),
    ...(turn.seed === null ? [] : [['seed of the turn', String(turn.seed)] as const]),
    ...(turn.sampling === undefined ? [] : [['sampling', samplingLabel(turn.sampling)] as const]),
    ...(turn.requests.decide === undefined
      ? []
      : [['prompt', <Code key="p" text={turn.requests.decide.version} digest={turn.requests.decide.hash} />] as const]),
    ['agent', <Code key="g" text={turn.agent} digest={turn.digest} />],
  ];
  return (
    <div className="text-small">
      <Facts facts={facts} />
    </div>
  );
}

function Code({ text, digest }: { text: string; digest: string | null }) {
  return (
    <>
      <span className="code">{text}</span>
      {digest === null ? null : (
        <span className="code ml-1.5 text-ink-2" title={digest}>
          {shortDigest(digest)}
        </span>
      )}
    </>
  );
}

function Heading({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <h3 className="flex items-baseline justify-between gap-3 font-semibold text-small">
      {children}
      {aside ? <span className="font-normal text-ink-2">{aside}</span> : null}
    </h3>
  );
}

/** Text by others, shown unchanged and never as markup. */
function Text({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      data-scrolls
      className="max-h-72 overflow-auto border-t bg-sunk px-2.5 py-1.5 first:border-t-0"
    >
      <pre className="code whitespace-pre-wrap break-words text-small">{children}</pre>
    </section>
  );
}
