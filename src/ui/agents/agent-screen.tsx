'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { listedKind } from '~/agents/agent';
import type { Agent, AgentCard, AgentSheet } from '~/api/agent/types';
import { Badge } from '~/kit/badge';
import { Button, ButtonLink } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { type Fact, Facts } from '~/kit/facts';
import { formatMoment } from '~/kit/format';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { agentAddress } from '~/kit/player-name';
import { Loading, Skeleton } from '~/kit/states';
import { countedMatches } from '~/store/match-types';
import { faultOf } from '../api-fault';
import { NothingHere } from '../nothing-here';
import { KIND_LABELS } from '../players/player-options';
import { FailedQuery } from '../query-states';
import { gameTitle, withTitles } from '../task-title';
import { shortDigest } from '../thought/turn-labels';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';
import { specFacts } from './agent-labels';
import { AgentResults } from './agent-results';
import { Ready } from './agents-screen';
import { TryPanel } from './try-panel';

/** An agent's page: what it is, its results, and a game against it. */
export function AgentScreen({ agentRef }: { agentRef: string }) {
  const trpc = useTRPC();
  const sheet = useQuery({ ...trpc.agent.get.queryOptions({ ref: agentRef }), retry: false });
  if (sheet.data) return <Sheet sheet={sheet.data} />;
  if (sheet.isError) {
    const fault = faultOf(sheet.error);
    if (fault.code === 'unreachable')
      return (
        <Page title="Agent">
          <FailedQuery what="the agent" error={sheet.error} retry={sheet.refetch} />
        </Page>
      );
    return <NothingHere title="No such agent" fault={fault} action={<ButtonLink href="/agents">All agents</ButtonLink>} />;
  }
  return (
    <Page title="Agent">
      <Loading what="the agent">
        <Skeleton className="h-[40rem] w-full" />
      </Loading>
    </Page>
  );
}

function Sheet({ sheet }: { sheet: AgentSheet }) {
  const { card, versions, promptText, olderPrompts } = sheet;
  const { agent, ref } = card;
  return (
    <Page
      title={agent.title}
      lead={withTitles(agent.summary) || undefined}
      actions={
        <>
          {agent.spec.kind === 'scripted' ? null : (
            <ButtonLink href={`/agents/new?from=${encodeURIComponent(ref)}`}>{copyLabel(card)}</ButtonLink>
          )}
          {card.builtIn || agent.retired ? null : <Retire agentRef={ref} title={agent.title} />}
        </>
      }
    >
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-8">
          <AgentResults sheet={sheet} />
          {promptText === null ? null : <PromptText text={promptText} older={olderPrompts} />}
        </div>
        <div className="min-w-0 space-y-8 max-lg:order-first">
          {agent.retired ? null : agent.spec.kind === 'person' ? <InvitePanel card={card} /> : <TryPanel card={card} />}
          <Section title={agent.spec.kind === 'person' ? 'Who they are' : 'What it is'} aside={<Ready card={card} />}>
            <div className="text-small">
              <Facts facts={factsOf(sheet)} />
            </div>
          </Section>
          {versions.length > 1 ? <Versions versions={versions} shown={agent.version} /> : null}
        </div>
      </div>
    </Page>
  );
}

function copyLabel({ agent, builtIn }: AgentSheet['card']): string {
  if (agent.spec.kind === 'person') return 'Change name or owner';
  return builtIn ? 'Make one like it' : 'Make its next version';
}

function factsOf({ card: { agent, ref, matches, builtIn } }: AgentSheet): Fact[] {
  return [
    [
      'reference',
      <span key="r" className="code">
        {ref}
      </span>,
    ],
    ['kind', KIND_LABELS[listedKind(agent.spec)]],
    ['plays', agent.plays.map(gameTitle).join('; ')],
    ['owner', agent.owner || 'none given'],
    ...(agent.spec.kind === 'person' && agent.licence === '' ? [] : ([['license', agent.licence || 'none given']] as const)),
    ...specFacts(agent.spec),
    ['matches', countedMatches(matches)],
    [
      'digest',
      <span key="d" className="code" title={agent.digest}>
        {shortDigest(agent.digest)}
      </span>,
    ],
    ['since', builtIn ? 'came with Mandi' : formatMoment(agent.createdAt)],
  ];
}

function PromptText({ text, older }: { text: string; older: AgentSheet['olderPrompts'] }) {
  return (
    <Section title="Prompt" note="The system text, the same in every turn; the observation and the legal actions follow it.">
      <section
        aria-label="System text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border bg-sunk px-3 py-2"
      >
        <pre className="code whitespace-pre-wrap break-words text-small">{text}</pre>
      </section>
      {older.map(({ game, prompt, newest }) => (
        <p key={game} className="mt-2 text-ink-2 text-small">
          Its prompt for “{gameTitle(game)}” is <span className="code">{prompt}</span>: an agent keeps its prompt, so that its results stay
          comparable. New agents get <span className="code">{newest}</span>.
        </p>
      ))}
    </Section>
  );
}

function Versions({ versions, shown }: { versions: readonly Agent[]; shown: number }) {
  return (
    <Section title="Versions" note="Each change makes a new version. Matches keep the version that played them.">
      <ol className="divide-y border-y text-small">
        {versions.map((one) => (
          <li key={one.version} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            {one.version === shown ? (
              <span className="font-medium">version {one.version}</span>
            ) : (
              <Link href={agentAddress(`${one.name}@${one.version}`)} className="text-accent underline underline-offset-2">
                version {one.version}
              </Link>
            )}
            {one.version === shown ? <span className="text-ink-2">shown here</span> : null}
            {one.retired ? <Badge>retired</Badge> : null}
            <span className="code ml-auto text-ink-2" title={one.digest}>
              {shortDigest(one.digest)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A person joins by a link, which can be sent in two ways. */
function InvitePanel({ card: { ref, agent } }: { card: AgentCard }) {
  return (
    <Panel
      title={`Play with ${agent.title}`}
      note="A person takes a seat with a link that only the host of the table or the operator can send."
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="primary" href={`/play/people?person=${encodeURIComponent(ref)}`}>
          Play with friends
        </ButtonLink>
        <ButtonLink href="/rankings/tournaments/new">New tournament</ButtonLink>
      </div>
    </Panel>
  );
}

/** Retires an agent; for operators. */
function Retire({ agentRef, title }: { agentRef: string; title: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [locked, setLocked] = useState(false);
  const retire = useMutation(
    trpc.agent.retire.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.agent.pathFilter()),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const send = useOnce(retire);
  const fault = retire.error ? faultOf(retire.error) : null;
  return (
    <div>
      <Button look="danger" disabled={retire.isPending} onClick={() => setAsking(true)}>
        Retire
      </Button>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={`Retire ${title}`}
        note="It can no longer take a seat in new matches. Its running matches continue, and its page and past matches stay."
        no="Keep it"
        yes="Retire it"
        onYes={() => send({ ref: agentRef })}
      />
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={() => send({ ref: agentRef })} />
      {fault && fault.code !== 'operator_needed' ? (
        <p role="alert" className="mt-2 text-red text-small">
          {fault.message}
        </p>
      ) : null}
    </div>
  );
}
