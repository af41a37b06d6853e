'use client';
import Link from 'next/link';
import { type ReactNode, useEffect, useState } from 'react';
import type { OfferedPlayer, PageProps, StartRequest } from '~/contract/game-api';
import { playerWords } from '~/contract/player';
import type { ShownCard } from '~/contract/shown';
import { Button } from '~/kit/button';
import { formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { ErrorNote, Loading } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { type Choice, Choices, useStart } from '../../screens/choices';
import { bazaarPolicies } from '../players/policies';
import { TASK_LIST } from '../tasks';
import { CLOCK_SECONDS } from './front';

const BUYING = scripts([
  { title: 'A plain seller', about: 'Comes down by a fixed step each round.', start: { task: 'single_deal' } },
  {
    title: 'A seller who bluffs',
    about: 'Opens high, takes concessions back, and talks of other buyers.',
    start: { task: 'deceptive_seller' },
  },
  { title: 'A seller in a hurry', about: 'Comes down faster, has less time, and walks away sooner.', start: { task: 'impatient_seller' } },
  { title: 'A friendly seller', about: 'Opens lower and meets you halfway.', start: { task: 'collaborative_seller' } },
  {
    title: 'A seller who can wait',
    about: 'You have a deadline: a deal after round 5 counts half.',
    start: { task: 'asymmetric_pressure' },
  },
  { title: 'A listing', about: 'A different item and different prices each time.', start: { task: 'amazon_realistic' } },
]);

const SELLING = scripts([
  { title: 'A careful buyer', about: 'Raises in small steps, and watches how far you come down.', start: selling('smart') },
  { title: 'An easy buyer', about: 'Offers four fifths immediately.', start: selling('naive') },
  { title: 'A hard buyer', about: 'Aims to pay a third of its money, or leaves.', start: selling('aggressive') },
]);

/** A script is always ready. */
function scripts(all: readonly Pick<Choice, 'title' | 'about' | 'start'>[]): Choice[] {
  return all.map((one) => ({ ...one, state: 'script, ready', absent: null }));
}

function selling(strategy: string): StartRequest {
  return { task: 'single_deal', options: { mode: 'sell', strategy } };
}

/** Start haggling: choose the side and the opponent. */
export function HagglePage({ api }: PageProps) {
  const { begin, isBusy, fault } = useStart(api);
  return (
    <div className="space-y-8">
      <Button look="primary" disabled={isBusy} onClick={() => begin({ task: 'single_deal' })}>
        {isBusy ? 'Starting…' : 'Haggle now'}
      </Button>
      {fault}
      <Choices title="Buy from" choices={BUYING} {...{ begin, isBusy }} />
      <Choices title="Sell to" choices={SELLING} {...{ begin, isBusy }} />
      <p className="max-w-2xl text-ink-2 text-small">
        In this ruleset the other side is always a script of the published game, so it is always ready and needs no model. In the{' '}
        <PageLink path="arena">arena</PageLink>, models bid against you. A <PageLink path="career">career</PageLink> is ten deals with one
        seller who remembers you.
      </p>
    </div>
  );
}

function PageLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link href={`/g/bazaar/classic/${path}`} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}

interface Rival {
  /** The kind of buyer for this place. */
  kind: string;
  title: string;
  ref: string | null;
  /** Why nobody bids there; null if someone does. */
  absent: string | null;
}

const ARENA = 'marketplace_arena';

/** One listing with several named buyers, with or without the person. */
export function ArenaPage({ api }: PageProps) {
  const [players, setPlayers] = useState<readonly OfferedPlayer[] | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const { begin, isBusy, fault } = useStart(api);
  useEffect(() => {
    api.players().then(setPlayers, (error: Error) => setWhy(error.message));
  }, [api]);
  if (why !== null) return <ErrorNote title="The buyers could not be listed">{why}</ErrorNote>;
  if (players === null) return <Loading what="the buyers" />;
  const rivals = rivalsAmong(players);
  const seated = rivals.flatMap(({ ref }) => ref ?? []);
  const start = (isWatched: boolean): StartRequest => {
    const first = isWatched ? 1 : 2;
    const seats = Object.fromEntries(seated.map((ref, at) => [`buyer_${at + first}`, ref]));
    const options = { mode: 'arena', buyers: Math.max(2, seated.length + first - 1) };
    return { task: ARENA, options, seats, ...(isWatched && { watch: true as const }) };
  };
  return (
    <div className="space-y-6">
      <p className="max-w-2xl text-small">
        One item, one seller, {TASK_LIST.find(({ id }) => id === ARENA)?.steps} rounds. All buyers bid at the same time, and the best bid so
        far stands. Each can pay up to 100; the seller is the published script.
      </p>
      <Table caption="Who bids" columns={RIVALS} rows={rivals} rowKey={({ kind }) => kind} />
      {fault}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={isBusy} onClick={() => begin(start(false))}>
          {isBusy ? 'Starting…' : 'Bid against them'}
        </Button>
        <Button disabled={isBusy} onClick={() => begin(start(true))}>
          Watch them bid
        </Button>
      </div>
      <p className="text-ink-2 text-small">
        To sell yourself, <PageLink path="haggle">choose a buyer</PageLink>. In this ruleset a person sells to one buyer at a time.
      </p>
    </div>
  );
}

const RIVALS: Column<Rival>[] = [
  { key: 'kind', head: 'Buyer', cell: ({ kind }) => kind },
  { key: 'who', head: 'Played by', cell: ({ title, absent }) => (absent === null ? title : <span className="text-ink-2">{absent}</span>) },
  { key: 'state', head: 'State', cell: ({ absent }) => (absent === null ? 'ready' : 'empty') },
];

/** A place without a suitable player stays empty. */
export function rivalsAmong(players: readonly OfferedPlayer[]): Rival[] {
  return [
    scripted('Rule', 'rule_based'),
    scripted('Heuristic', 'smart'),
    model('Untrained model', players, false),
    model('Trained model', players, true),
  ];
}

function scripted(kind: string, id: string): Rival {
  return { kind, title: bazaarPolicies.find((policy) => policy.id === id)?.title ?? id, ref: id, absent: null };
}

function model(kind: string, players: readonly OfferedPlayer[], isTrained: boolean): Rival {
  const able = players.filter((player) => player.kind === 'model' && player.isTrained === isTrained);
  const ready = able.find((player) => player.ready);
  if (ready) return { kind, title: ready.title, ref: ready.ref, absent: null };
  const [first] = able;
  const absent = first
    ? `${first.title} is not ready. ${first.notReady ?? ''}`.trim()
    : `No ${isTrained ? 'trained' : 'untrained'} model plays this game here.`;
  return { kind, title: '', ref: null, absent };
}

const CAREERS = TASK_LIST.filter(({ career }) => career);
const LOOKED_AT = 100;

/** Several deals with a seller who remembers them. */
export function CareerPage({ api }: PageProps) {
  const [cards, setCards] = useState<readonly ShownCard[] | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const { begin, isBusy, fault } = useStart(api);
  const [isSeries, setSeries] = useState(false);
  const [seriesFault, setSeriesFault] = useState<string | null>(null);
  const beginSeries = () => {
    setSeries(true);
    setSeriesFault(null);
    api.series({ kind: 'career', task: 'single_deal', players: ['you'], clockSeconds: CLOCK_SECONDS }).catch((error: Error) => {
      setSeriesFault(error.message);
      setSeries(false);
    });
  };
  useEffect(() => {
    api.matches(LOOKED_AT).then(
      (all) => setCards(all.filter((card) => CAREERS.some(({ id }) => id === card.task))),
      (error: Error) => setWhy(error.message),
    );
  }, [api]);
  return (
    <div className="space-y-6">
      <p className="max-w-2xl text-small">
        You deal with the same seller again and again. It remembers how often you paid more than 85% of its first price, and then concedes
        less. You see your record next to your offers while you play.
      </p>
      <div className="flex flex-wrap gap-2">
        {CAREERS.map(({ id, title, episodes, steps }) => (
          <Button key={id} look={id === 'career_10' ? 'primary' : 'plain'} disabled={isBusy} onClick={() => begin({ task: id })}>
            {title}: {episodes} deals of {Math.floor(steps / episodes)} rounds
          </Button>
        ))}
      </div>
      <Button disabled={isBusy || isSeries} onClick={beginSeries}>
        {isSeries ? 'Starting…' : 'Ten matches in ten worlds'}
      </Button>
      <p className="max-w-2xl text-ink-2 text-small">
        Ten matches of a single deal count as one. Each has its own world, and your score is the mean.
      </p>
      {fault}
      {seriesFault === null ? null : <ErrorNote title="The series did not start">{seriesFault}</ErrorNote>}
      <Section title="Careers played here">
        {why !== null ? <ErrorNote title="The careers could not be listed">{why}</ErrorNote> : null}
        {cards === null && why === null ? <Loading what="the careers" /> : null}
        {cards?.length === 0 ? <p className="text-ink-2 text-small">No careers have been played yet.</p> : null}
        {cards !== null && cards.length > 0 ? (
          <Table caption="Careers, the newest first" columns={PLAYED} rows={cards} rowKey={({ id }) => id} />
        ) : null}
      </Section>
    </div>
  );
}

const PLAYED: Column<ShownCard>[] = [
  { key: 'who', head: 'Buyer', cell: ({ seats }) => seats.map(playerWords).join(', ') },
  { key: 'task', head: 'Career', cell: ({ task }) => TASK_LIST.find(({ id }) => id === task)?.title ?? task },
  {
    key: 'score',
    head: 'Score',
    align: 'right',
    cell: ({ scores, status }) => (status === 'finished' && scores?.buyer != null ? formatPercent(scores.buyer) : status),
  },
  {
    key: 'match',
    head: 'Match',
    cell: ({ id }) => (
      <Link href={`/matches/${id}`} className="code text-accent hover:underline">
        {id}
      </Link>
    ),
  },
];
