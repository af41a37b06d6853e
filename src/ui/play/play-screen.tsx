'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { CatalogOverview, OfferedTask, RulesetCard } from '~/api/catalog/types';
import { rulesetLabel } from '~/contract/game-ref';
import { frontOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { PlayBot } from './play-bot';

/** Ways to start a game, fastest first. */
export function PlayScreen() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  return (
    <Page title="Play" lead="Choose a game and you're at the table. Bots take the other seats, and nothing starts without you.">
      <div className="space-y-10">
        <OperatorGate what="starting a match" />
        {catalog.isPending ? (
          <Loading what="the games">
            <Skeleton className="h-72 w-full" />
          </Loading>
        ) : null}
        {catalog.isError ? <FailedQuery what="the games" error={catalog.error} retry={catalog.refetch} /> : null}
        {catalog.data ? <BotGames catalog={catalog.data} /> : null}
        {/* Waits for the games, so that they push nothing down. */}
        {catalog.isPending ? null : <OtherWays />}
      </div>
    </Page>
  );
}

function OtherWays() {
  return (
    <Section title="Other ways to play">
      <div className="grid gap-4 sm:grid-cols-2">
        <Panel title="Play with friends" note="You get a link to send. Start the match when everyone is here.">
          <ButtonLink href="/play/people">Set up a table</ButtonLink>
        </Panel>
        <Panel title="Bots only" note="Set up a match between bots, models or programs, and watch it.">
          <ButtonLink href="/play/bots">Set up a match</ButtonLink>
        </Panel>
      </div>
    </Section>
  );
}

function BotGames({ catalog }: { catalog: CatalogOverview }) {
  const games = newestWithSeats(catalog.rulesets);
  if (games.length === 0) return <Empty title="People can't play any game on this server." />;
  return games.map((game) => (
    <Section key={game.key} title={titleOf(game, catalog, games)} note={frontOf(game.key)?.about ?? 'Against bots, right away.'}>
      <OwnPages game={game} />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {game.tasks.map((task) => (
          <li key={task.id} className="flex min-w-0">
            <TaskCard game={game} task={task} />
          </li>
        ))}
      </ul>
    </Section>
  ));
}

/** Adds the ruleset if two games of one family are shown. */
export function titleOf({ key, game }: RulesetCard, catalog: CatalogOverview, shown: readonly RulesetCard[]): string {
  const title = catalog.games.find((one) => one.game === game)?.title ?? key;
  return shown.some((other) => other.game === game && other.key !== key) ? `${title}, ${rulesetLabel(key)}` : title;
}

/** A game's own pages, and its rules. */
function OwnPages({ game: { key, version } }: { game: RulesetCard }) {
  const front = frontOf(key);
  const rules = front?.rules?.[version];
  const pages = [
    ...(front?.pages ?? []).map(({ path, title }) => ({ href: `/g/${key}/${path}`, title })),
    ...(rules === undefined ? [] : [{ href: `/docs/${rules}`, title: 'Rules' }]),
  ];
  if (pages.length === 0) return null;
  return (
    <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-small">
      {pages.map(({ href, title }) => (
        <Link key={href} href={href} className="text-accent underline underline-offset-2">
          {title}
        </Link>
      ))}
    </p>
  );
}

/** Games that people can play, each in its newest version. */
function newestWithSeats(rulesets: readonly RulesetCard[]): RulesetCard[] {
  const seated = rulesets.filter(({ key, tasks }) => frontOf(key)?.people || tasks.some(({ places }) => places.length > 1));
  return seated.filter((one) => !seated.some((other) => other.key === one.key && other.version > one.version));
}

function TaskCard({ game, task }: { game: RulesetCard; task: OfferedTask }) {
  return (
    <Panel title={task.title} note={task.summary} className="flex w-full flex-col">
      <p className="mb-4 text-ink-2 text-small">
        {task.rounds} rounds, {task.seats}
      </p>
      <div className="mt-auto">
        <PlayBot game={game.key} start={{ task: task.id }} label={`Play ${task.title.toLowerCase()} now`} />
      </div>
    </Panel>
  );
}
