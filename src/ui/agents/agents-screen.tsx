'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { LISTED_KINDS, listedKind } from '~/agents/agent';
import type { AgentCard } from '~/api/agent/types';
import type { AgentPlace } from '~/api/tournament/why';
import { isPlayed, splitVersion } from '~/contract/game-ref';
import { entries } from '~/games/screens';
import { Badge } from '~/kit/badge';
import { ButtonLink } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Page } from '~/kit/page';
import { agentAddress } from '~/kit/player-name';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { countedMatches } from '~/store/match-types';
import { tournamentScoreText } from '../matches/card-labels';
import { PlayBot } from '../play/play-bot';
import { KIND_LABELS } from '../players/player-options';
import { FailedQuery } from '../query-states';
import { gameTitle, withTitles } from '../task-title';
import { useTRPC } from '../trpc';
import { botsAddress, filterAgents, firstSentence } from './agent-labels';

/** All registered players: kind, games, and whether they can play now. */
export function AgentsScreen() {
  const trpc = useTRPC();
  const agents = useQuery({ ...trpc.agent.list.queryOptions({}), staleTime: 0 });
  const places = useQuery({ ...trpc.tournament.places.queryOptions(), staleTime: 0 });
  return (
    <Page
      title="Agents"
      lead="Everyone who can take a seat: scripted policies, language models with their prompt and sampling, programs at an address, and people. Each version is pinned and keeps its own results."
    >
      {/* Both, so that no row grows later. */}
      {agents.isPending || (agents.data && places.isPending) ? (
        <Loading what="the agents">
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      ) : null}
      {agents.isError ? <FailedQuery what="the agents" error={agents.error} retry={agents.refetch} /> : null}
      {agents.data && !places.isPending ? <Registry cards={agents.data} places={places.data ?? []} /> : null}
    </Page>
  );
}

function Registry({ cards, places }: { cards: readonly AgentCard[]; places: readonly AgentPlace[] }) {
  const [ruleset, setRuleset] = useState('');
  const [kind, setKind] = useState('');
  const rulesets = [...new Set(cards.flatMap(({ agent }) => agent.plays))].toSorted();
  const kinds = LISTED_KINDS.filter((one) => cards.some(({ agent }) => listedKind(agent.spec) === one));
  const shown = filterAgents(cards, { ruleset, kind });
  return (
    <>
      <div className="mb-4 grid max-w-xl grid-cols-2 gap-3">
        <SelectField label="Game" value={ruleset} onChange={(event) => setRuleset(event.target.value)}>
          <option value="">all games</option>
          {rulesets.map((one) => (
            <option key={one} value={one}>
              {gameTitle(one)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">all kinds</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {KIND_LABELS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <Empty title="No agents match these filters" action={<ButtonLink href="/agents/new">Add an agent</ButtonLink>}>
          Choose another game or kind, or add one.
        </Empty>
      ) : (
        <>
          <p className="mb-3 max-w-3xl text-ink-2 text-small">
            Score: from the newest finished tournament of each game, a rated one if there is any. Now: whether it can take a seat. Play:
            starts a match against it.
          </p>
          <Table caption="Agents" columns={columnsWith(places)} rows={shown} rowKey={({ ref }) => ref} />
        </>
      )}
    </>
  );
}

const COLUMNS: Column<AgentCard>[] = [
  {
    key: 'kind',
    head: 'Kind',
    cell: ({ agent }) => <span className="whitespace-nowrap">{KIND_LABELS[listedKind(agent.spec)]}</span>,
    className: 'max-sm:hidden',
  },
  {
    key: 'plays',
    head: 'Plays',
    cell: ({ agent }) => <Plays games={agent.plays} />,
    className: 'max-sm:hidden',
  },
  { key: 'matches', head: 'Matches', align: 'right', cell: ({ matches }) => countedMatches(matches), className: 'max-md:hidden' },
  { key: 'ready', head: 'Now', cell: (card) => <Ready card={card} />, className: 'max-sm:hidden' },
  { key: 'play', head: <span className="sr-only">Play</span>, align: 'right', cell: (card) => <PlayIt card={card} /> },
];

function columnsWith(all: readonly AgentPlace[]): Column<AgentCard>[] {
  const placesOf = ({ ref }: AgentCard) => <Places places={all.filter((place) => place.ref === ref)} />;
  const name: Column<AgentCard> = {
    key: 'agent',
    head: 'Agent',
    cell: (card) => (
      <>
        <Name card={card} />
        <span className="md:hidden">{placesOf(card)}</span>
      </>
    ),
    className: 'sm:w-[40%]',
  };
  const score: Column<AgentCard> = {
    key: 'score',
    head: 'Score',
    cell: placesOf,
    className: 'min-w-44 max-md:hidden',
  };
  return [name, ...COLUMNS.flatMap((column) => (column.key === 'matches' ? [score, column] : [column]))];
}

/** One line per game in which it has played a tournament to its end. */
function Places({ places }: { places: readonly AgentPlace[] }) {
  return places.map(({ tournament, ruleset, rank, ranked, score }) => (
    <span key={tournament.id} className="block">
      <Link href={`/rankings/tournaments/${tournament.id}`} className="num hover:text-accent hover:underline" title={tournament.name}>
        {tournamentScoreText(ruleset, { ...score, interval: null })}
      </Link>
      <span className="block text-ink-2">
        {rank === null ? 'no rank' : `#${rank} of ${ranked}`}, {gameTitle(ruleset)}
      </span>
    </span>
  ));
}

/** The shortest way to a game with it. */
function PlayIt({ card: { ref, agent, ready } }: { card: AgentCard }) {
  if (agent.spec.kind === 'person') {
    return (
      <ButtonLink size="small" href={`/play/people?person=${encodeURIComponent(ref)}`}>
        Invite<span className="sr-only"> {agent.title}</span>
      </ButtonLink>
    );
  }
  if (agent.retired || !ready) return <Badge className="sm:hidden">{agent.retired ? 'retired' : 'not ready'}</Badge>;
  const game = entries().find(({ key }) => isPlayed(agent.plays, { key }));
  if (game === undefined) {
    return (
      <ButtonLink size="small" href={botsAddress(ref, agent.plays)}>
        Watch<span className="sr-only"> {agent.title}</span>
      </ButtonLink>
    );
  }
  const named = agent.plays.map(splitVersion).find((one) => one?.name === game.key);
  return (
    <PlayBot
      game={game.key}
      version={named?.version}
      start={{ task: game.entry.start.task, against: ref }}
      look="plain"
      size="small"
      label={
        <>
          Play<span className="sr-only"> against {agent.title}</span>
        </>
      }
    />
  );
}

function Name({ card: { ref, agent, matches } }: { card: AgentCard }) {
  return (
    <Link href={agentAddress(ref)} className="group block">
      <span className="font-medium group-hover:text-accent group-hover:underline">{agent.title}</span>{' '}
      <span className="code text-ink-2">{ref}</span>
      <span className="block text-ink-2 max-sm:hidden">{withTitles(agent.summary)}</span>
      <span className="block text-ink-2 sm:hidden">
        {KIND_LABELS[listedKind(agent.spec)]}, <Plays games={agent.plays} />
        {matches > 0 ? `, ${countedMatches(matches)} ${matches === 1 ? 'match' : 'matches'}` : ''}
      </span>
    </Link>
  );
}

/** Whether it can play now, and if not, why. */
export function Ready({ card }: { card: AgentCard }) {
  if (card.agent.retired) return <Badge>retired</Badge>;
  if (card.agent.spec.kind === 'person') return <Badge>when invited</Badge>;
  if (card.ready) return <Badge tone="accent">ready</Badge>;
  return (
    <span className="block min-w-28">
      <Badge>not ready</Badge>
      <span className="block text-ink-2" title={card.notReady ?? undefined}>
        {firstSentence(card.notReady ?? '')}
      </span>
    </span>
  );
}

/** The games that it plays. */
function Plays({ games }: { games: readonly string[] }) {
  return games.map((game, place) => (
    <span key={game}>
      {place > 0 ? '; ' : ''}
      <span className="whitespace-nowrap">{gameTitle(game)}</span>
    </span>
  ));
}
