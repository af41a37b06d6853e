'use client';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { OfferedPlayer, PageProps, StartRequest } from '~/contract/game-api';
import type { ShownCard } from '~/contract/shown';
import { Button, ButtonLink } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Panel, Section } from '~/kit/panel';
import { ErrorNote, Loading } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { type Choice, Choices, useStart } from '../../screens/choices';
import type { Side } from '../types';
import { CLOCK_SECONDS, front } from './front';
import { useTry } from './reveal';

const HOUSE = 'house';

/** Scripts with a card of their own, in this order. The others are in a list. */
const KNOWN_SCRIPTS = ['house_english', 'house_hinglish', 'planner', 'linear'];
/** The trained buyer, in any version. */
const TRAINED = /^sauda@\d+$/;
/** The strongest script that reads the other side. */
const READER = 'planner';

interface Opponents {
  /** The usual one first. */
  choices: readonly Choice[];
  /** Why the usual one is that one. */
  note: string;
  /** Other players that are ready. */
  others: readonly OfferedPlayer[];
}

/** Who can be on the other side of a person on `side`. */
export function opponentsOf(side: Side, players: readonly OfferedPlayer[]): Opponents {
  const shown = [
    ...KNOWN_SCRIPTS.flatMap((id) => players.find(({ ref }) => ref === id) ?? []),
    ...players.filter(({ kind }) => kind === 'model' || kind === 'remote'),
  ];
  const others = players.filter((player) => player.ready && player.kind !== 'person' && !shown.includes(player));
  const trained = players.find(({ ref }) => TRAINED.test(ref));
  const usual = side === 'buyer' ? front.entry?.start.against : trained?.ready ? trained.ref : READER;
  const first = shown.filter(({ ref }) => ref === usual);
  return {
    choices: [...first, ...shown.filter(({ ref }) => ref !== usual)].map((player) => choiceOf(player, side)),
    note: side === 'buyer' ? 'The first is the one on the home page.' : noteOnBuyers(trained),
    others: [...others.filter(({ ref }) => ref === HOUSE), ...others.filter(({ ref }) => ref !== HOUSE)],
  };
}

function noteOnBuyers(trained: OfferedPlayer | undefined): string {
  if (trained?.ready) return 'The first is a model that was trained on this game.';
  const why = trained === undefined ? 'The trained model is not on this server.' : `${trained.title} is not ready.`;
  return `${why} Until it is, the strongest script that reads you comes first.`;
}

const KINDS: Record<OfferedPlayer['kind'], string> = {
  scripted: 'script',
  model: 'model',
  remote: 'program',
  person: 'person',
  null: 'null',
};

function choiceOf({ ref, title, summary, kind, isTrained, ready, notReady }: OfferedPlayer, side: Side): Choice {
  return {
    title,
    ...(kind !== 'scripted' && { ref }),
    about: summary,
    state: `${isTrained ? 'trained ' : ''}${KINDS[kind]}, ${ready ? 'ready' : 'not ready'}`,
    absent: ready ? null : (notReady ?? 'It does not answer.'),
    start: startAgainst(ref, side),
  };
}

function startAgainst(against: string, side: Side): StartRequest {
  return { task: 'quick', against, options: { person: side } };
}

/** null: this is no seed. */
function seedIn(text: string): number | null {
  const seed = Number(text);
  return /^\d{1,16}$/.test(text.trim()) && Number.isSafeInteger(seed) ? seed : null;
}

/** Buy from or sell to an opponent of choice. The address or the form may name the seed. */
export function HagglePage({ api, query }: PageProps) {
  const [players, setPlayers] = useState<readonly OfferedPlayer[] | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const [typed, setTyped] = useState(query.seed ?? '');
  const { begin, isBusy, fault } = useStart(api);
  useEffect(() => {
    api.players().then(setPlayers, (error: Error) => setWhy(error.message));
  }, [api]);
  if (why !== null) return <ErrorNote title="The opponents could not be listed">{why}</ErrorNote>;
  if (players === null) return <Loading what="the opponents" />;
  const seed = seedIn(typed);
  const isWrong = typed.trim() !== '' && seed === null;
  const start = (request: StartRequest) => begin({ ...request, ...(seed !== null && { seed }) });
  const shared = { begin: start, isBusy: isBusy || isWrong };
  return (
    <div className="space-y-8">
      <p className="max-w-2xl text-small">
        One item, a seller and a buyer, and always a price that suits both. You have 8 turns; what you write goes to the other side, and
        into the prompt of a model.
      </p>
      {fault}
      <OneSide side="buyer" title="Buy from" players={players} {...shared} />
      <OneSide side="seller" title="Sell to" players={players} {...shared} />
      <Section title="More">
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Seed (optional)"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            hint="The same seed is the same item with the same limits."
            error={isWrong ? 'A seed is a whole number, such as 7.' : null}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ButtonLink href="/agents/new">Bring your own model</ButtonLink>
        </div>
      </Section>
    </div>
  );
}

interface SideProps {
  side: Side;
  title: string;
  players: readonly OfferedPlayer[];
  begin: (start: StartRequest) => void;
  isBusy: boolean;
}

function OneSide({ side, title, players, begin, isBusy }: SideProps) {
  const { choices, note, others } = opponentsOf(side, players);
  const [other, setOther] = useState('');
  const chosen = others.find(({ ref }) => ref === other) ?? others[0];
  return (
    <div className="space-y-3">
      <Choices firstIsUsual {...{ title, note, choices, begin, isBusy }} />
      {chosen === undefined ? null : (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={`${title} another`}
            value={chosen.ref}
            hint={chosen.summary}
            onChange={(event) => setOther(event.target.value)}
          >
            {others.map(({ ref, title: name }) => (
              <option key={ref} value={ref}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button disabled={isBusy} aria-label={`${title}: ${chosen.title}`} onClick={() => begin(startAgainst(chosen.ref, side))}>
            Start
          </Button>
        </div>
      )}
    </div>
  );
}

/** Two games that count as one, against a friend by link, an agent, or a bot. */
export function DuelPage({ api }: PageProps) {
  const { run, isBusy, fault } = useTry();
  const [players, setPlayers] = useState<readonly OfferedPlayer[]>([]);
  const [why, setWhy] = useState<string | null>(null);
  const [against, setAgainst] = useState(HOUSE);
  useEffect(() => {
    api.players().then(
      (all) => setPlayers(all.filter(({ kind, ready }) => ready && kind !== 'null' && kind !== 'person')),
      (error: Error) => setWhy(error.message),
    );
  }, [api]);
  const begin = (other: string, isPrivate = false) =>
    run(() => api.series({ kind: 'duel', task: 'quick', players: ['you', other], clockSeconds: CLOCK_SECONDS, isPrivate }));
  return (
    <div className="space-y-6">
      <p className="max-w-2xl text-small">
        You sell in the first game and buy in the second. The second game has a different item, new limits and new deadlines, so what you
        learned in the first does not help. Limits and results are shown when both games are over. Your score is the sum of both gains.
      </p>
      {fault}
      <div className="grid gap-4 sm:grid-cols-2">
        <Panel
          title="A friend"
          note="You get a private table. Make an invitation link there, send it, and start when your friend is there."
        >
          <Button look="primary" disabled={isBusy} onClick={() => begin('open', true)}>
            {isBusy ? 'Starting…' : 'Duel a friend'}
          </Button>
        </Panel>
        <Panel title="A bot" note="Starts right away.">
          <div className="flex flex-wrap items-end gap-3">
            <SelectField label="Against" value={against} onChange={(event) => setAgainst(event.target.value)}>
              <option value={HOUSE}>House</option>
              {players
                .filter(({ ref }) => ref !== HOUSE)
                .map(({ ref, title }) => (
                  <option key={ref} value={ref}>
                    {title}
                  </option>
                ))}
            </SelectField>
            <Button disabled={isBusy} onClick={() => begin(against)}>
              Duel this bot
            </Button>
          </div>
          {why === null ? null : <ErrorNote title="The agents could not be listed">{why}</ErrorNote>}
        </Panel>
      </div>
    </div>
  );
}

interface Size {
  id: string;
  title: string;
  sellers: number;
  buyers: number;
}

const SIZES: readonly Size[] = [
  { id: 'lane', title: 'Lane', sellers: 2, buyers: 5 },
  { id: 'hall', title: 'Hall', sellers: 5, buyers: 12 },
  { id: 'great', title: 'Great hall', sellers: 10, buyers: 30 },
];
const LOOKED_AT = 60;
const MANY_SEATS = 3;

/** Many sellers and buyers at the same time, to watch or join. */
export function HallPage({ api }: PageProps) {
  const { run, isBusy, fault } = useTry();
  const [size, setSize] = useState('hall');
  const [cards, setCards] = useState<readonly ShownCard[] | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => {
    api.matches(LOOKED_AT).then(
      (all) => setCards(all.filter(({ seats }) => seats.length >= MANY_SEATS)),
      (error: Error) => setWhy(error.message),
    );
  }, [api]);
  const chosen = SIZES.find(({ id }) => id === size) ?? SIZES[0];
  const begin = (as: 'seller' | 'buyer' | null) => {
    if (!chosen) return;
    const { sellers, buyers } = chosen;
    const options = { sellers, buyers, pools: true };
    // The person gets the first seat that is not named; watchers name all seats.
    const named = [...(as === 'seller' ? [] : seatIds('seller', sellers)), ...(as === null ? seatIds('buyer', buyers) : [])];
    const seats = Object.fromEntries(named.map((seat) => [seat, HOUSE]));
    run(() => api.start({ task: 'bulk', options, seats, clockSeconds: CLOCK_SECONDS, ...(as === null && { watch: true as const }) }));
  };
  return (
    <div className="space-y-6">
      <p className="max-w-2xl text-small">
        Many sellers and buyers haggle over the same kind of item at the same time. Sellers have stock, and buyers can order together. The
        drawing shows who haggles with whom, the pools, prices over time and, once limits are public, the band of efficient prices.
      </p>
      {fault}
      <Panel title="Open a hall" note="House bots take all other seats.">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField label="Size" value={size} onChange={(event) => setSize(event.target.value)}>
            {SIZES.map(({ id, title, sellers, buyers }) => (
              <option key={id} value={id}>
                {title}: {sellers} sellers, {buyers} buyers
              </option>
            ))}
          </SelectField>
          <Button look="primary" disabled={isBusy} onClick={() => begin(null)}>
            {isBusy ? 'Starting…' : 'Watch the hall'}
          </Button>
          <Button disabled={isBusy} onClick={() => begin('buyer')}>
            Join as a buyer
          </Button>
          <Button disabled={isBusy} onClick={() => begin('seller')}>
            Join as a seller
          </Button>
          <ButtonLink href="/play/people?game=bazaar/open">Play with people</ButtonLink>
        </div>
      </Panel>
      <Section title="Halls on this server" note="Rated matches are shown some rounds late.">
        {why === null ? null : <ErrorNote title="The halls could not be listed">{why}</ErrorNote>}
        {cards === null || cards.length === 0 ? (
          <p className="text-ink-2 text-small">{cards === null ? '' : 'None yet.'}</p>
        ) : (
          <Table caption="Halls, the newest first" columns={HALLS} rows={cards} rowKey={({ id }) => id} />
        )}
      </Section>
    </div>
  );
}

function seatIds(side: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${side}_${at}`);
}

const HALLS: Column<ShownCard>[] = [
  {
    key: 'match',
    head: 'Match',
    cell: ({ id, status }) => (
      <Link href={`/matches/${id}`} className="text-accent underline underline-offset-2">
        {status === 'running' || status === 'paused' ? 'Watch' : status === 'lobby' ? 'Join' : 'Replay'} {id}
      </Link>
    ),
  },
  { key: 'task', head: 'Task', cell: ({ task }) => front.titles?.[task] ?? task.charAt(0).toUpperCase() + task.slice(1) },
  { key: 'seats', head: 'Seats', align: 'right', cell: ({ seats }) => seats.length },
  { key: 'people', head: 'People', align: 'right', cell: ({ seats }) => seats.filter(({ kind }) => kind === 'person').length },
  { key: 'status', head: 'Status', cell: ({ status }) => (status === 'running' ? 'live' : status) },
];
