'use client';
import type { ReactNode } from 'react';
import type { AgentReply, AgentTurn } from '~/api/agent-words';
import { Badge } from '../kit/badge';
import { formatCount } from '../kit/format';
import {
  formatDuration,
  ORIGIN_WORDS,
  originSentence,
  prettyJson,
  replyFacts,
  sameMove,
  samplingWords,
  shortDigest,
  tokenSums,
} from './turn-words';

/** One turn with its receipts: what was asked, what was answered, what was played, and everything that changed it. */
export function TurnSheet({ turn }: { turn: AgentTurn }) {
  return (
    <div className="space-y-4">
      <Outcome turn={turn} />
      <div className="grid gap-x-8 gap-y-4 min-[900px]:grid-cols-2">
        <div className="min-w-0 space-y-3">
          <Prompt turn={turn} />
          <Replies replies={turn.replies} />
        </div>
        <div className="min-w-0 space-y-3">
          <Move turn={turn} />
          <Facts turn={turn} />
        </div>
      </div>
    </div>
  );
}

function Outcome({ turn }: { turn: AgentTurn }) {
  return (
    <div className="space-y-1 text-small">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge>{ORIGIN_WORDS[turn.origin]}</Badge>
        {turn.guards.length > 0 ? <Badge>guarded</Badge> : null}
        {turn.walkBacks.length > 0 ? <Badge>walked back</Badge> : null}
        <span>{originSentence(turn)}</span>
      </p>
      <ul className="space-y-0.5">
        {turn.guards.map(({ guard, what }) => (
          <li key={guard}>
            Guarded: {what} <span className="code text-ink-2">{guard}</span>
          </li>
        ))}
        {turn.walkBacks.map(({ kind, what }) => (
          <li key={`${kind} ${what}`}>
            Walked back: {what} <span className="code text-ink-2">{kind}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Prompt({ turn: { prompt } }: { turn: AgentTurn }) {
  if (prompt === null) return <p className="text-ink-2 text-small">No prompt: the observation was posted to the program as it is.</p>;
  return (
    <div>
      <Heading aside={<span className="code">{prompt.version}</span>}>Prompt</Heading>
      <div className="mt-1 space-y-1">
        {prompt.messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place in the prompt
          <details key={place} className="rounded-md border">
            <summary className="px-2.5 py-1 text-small">
              {MESSAGE_WORDS[message.role]} <span className="num text-ink-2">{formatCount(message.content.length)} characters</span>
            </summary>
            <Text label={`${MESSAGE_WORDS[message.role]} of the prompt`}>{message.content}</Text>
          </details>
        ))}
      </div>
    </div>
  );
}

const MESSAGE_WORDS = { system: 'System text', user: 'Observation and legal actions', assistant: 'Earlier reply' };

function Replies({ replies }: { replies: readonly AgentReply[] }) {
  if (replies.length === 0) return <p className="text-ink-2 text-small">It was not asked.</p>;
  return (
    <div>
      <Heading>{replies.length === 1 ? 'Raw reply' : 'Raw replies'}</Heading>
      <ol className="mt-1 space-y-2">
        {replies.map((reply, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is its place
          <li key={place} className="rounded-md border">
            <p className="px-2.5 py-1 text-ink-2 text-micro">
              {replies.length > 1 ? `attempt ${place + 1}: ` : ''}
              {replyFacts(reply).join(', ')}
            </p>
            <Tries reply={reply} />
            {reply.text === null ? null : <Text label={`Reply ${place + 1}`}>{reply.text === '' ? '(nothing)' : reply.text}</Text>}
            {reply.fault === null ? null : (
              <p className="border-t px-2.5 py-1.5 text-small">
                No reply: {reply.fault.why} <span className="code text-ink-2">{reply.fault.code}</span>
              </p>
            )}
            {reply.problem === null ? null : <p className="border-t px-2.5 py-1.5 text-small">Sent back: {reply.problem}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Where more than one try was made: what became of each. */
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

function Facts({ turn }: { turn: AgentTurn }) {
  const tokens = tokenSums(turn);
  const facts: (readonly [string, ReactNode])[] = [
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
    ...(turn.sampling === undefined ? [] : [['sampling', samplingWords(turn.sampling)] as const]),
    ...(turn.prompt === null ? [] : [['prompt', <Code key="p" text={turn.prompt.version} digest={turn.prompt.hash} />] as const]),
    ['agent', <Code key="g" text={turn.agent} digest={turn.digest} />],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
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

/** Text that somebody else wrote: shown as it is, never as markup. */
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
