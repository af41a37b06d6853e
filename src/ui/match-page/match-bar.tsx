'use client';
import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { Me } from '~/api/table/types';
import { frontOf, seatNamesOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { Dialog, Drawer } from '~/kit/dialog';
import { Section } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { Loading } from '~/kit/states';
import type { MatchCard } from '~/live/protocol';
import { isLive } from '../matches/card-labels';
import { HostConsole } from '../table/host-console';
import { Invitation } from '../table/invitation';
import { MySeat } from '../table/my-seat';
import { SeatList } from '../table/seat-list';
import { settingsLabel } from '../table/table-labels';
import { ModelTrace } from '../thought/model-trace';
import { useScreens } from '../use-screens';
import { useTable } from './use-table';
import { sideOf } from './whose-side';

interface Tab {
  href: string;
  name: string;
  isOpen: boolean;
}

/** At the top of every page of a match: tabs, and the table with its seats and the host's controls. */
export function MatchBar({ matchId }: { matchId: string }) {
  const { data, again } = useTable(matchId);
  const path = usePathname();
  const asked = useSearchParams();
  const root = `/matches/${matchId}`;
  const seat =
    data &&
    sideOf(data.me.seats, { seat: asked.get('seat'), as: asked.get('as'), at: numberIn(asked.get('at')), isLive: isLive(data.card) });
  const playing = path === root && seat !== null && seat !== undefined;
  const mayPlay = data !== undefined && data.me.seats.length > 0 && data.card.status !== 'lobby' && isLive(data.card);
  const tabs: Tab[] = [
    ...(mayPlay ? [{ href: root, name: 'Your seat', isOpen: playing }] : []),
    { href: mayPlay ? `${root}?as=watcher` : root, name: nameOf(data?.card.status), isOpen: path === root && !(mayPlay && playing) },
    ...(path === `${root}/explain` ? [{ href: path, name: 'Analysis', isOpen: true }] : []),
    ...(data && data.card.judgeMode !== 'off' ? [{ href: `${root}/judge`, name: 'Judges', isOpen: path === `${root}/judge` }] : []),
  ];
  return (
    <div className="no-print flex h-10 items-stretch justify-between gap-x-2 border-b bg-panel px-2 sm:px-6">
      <nav aria-label="This match" className="flex min-w-0 gap-x-1 overflow-x-auto">
        {tabs.map(({ href, name, isOpen }) => (
          <Link
            key={name}
            href={href}
            aria-current={isOpen ? 'page' : undefined}
            className={clsx(
              'flex shrink-0 items-center border-b-2 px-2 text-small outline-offset-[-2px] sm:px-2.5',
              isOpen ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className="flex shrink-0 items-center gap-x-1">
        {data ? <RulesButton card={data.card} /> : null}
        {data?.card.hosted && data.card.status !== 'lobby' && path === root ? (
          <TableButton card={data.card} me={data.me} wished={asked.get('panel') === 'table'} onChanged={again} />
        ) : null}
      </div>
    </div>
  );
}

/** The game's glossary, with a link to its rules. */
function RulesButton({ card }: { card: MatchCard }) {
  const [open, setOpen] = useState(false);
  if (frontOf(card.key) === null) return null;
  return (
    <>
      <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(true)}>
        Rules
      </Button>
      <Dialog open={open} onOpen={setOpen} title="Rules" note={frontOf(card.key)?.about}>
        {open ? <Words card={card} /> : null}
      </Dialog>
    </>
  );
}

function Words({ card: { key, version } }: { card: MatchCard }) {
  const screens = useScreens(key);
  const page = frontOf(key)?.rules?.[version];
  return (
    <div className="space-y-4 text-small">
      {screens === null ? (
        <Loading what="the glossary" />
      ) : (
        <dl className="space-y-2">
          {(screens.glossary ?? []).map(({ word, meaning }) => (
            <div key={word}>
              <dt className="font-medium">{word}</dt>
              <dd className="text-ink-2">{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      {page === undefined ? null : (
        // In a new tab, so that a turn in progress is kept.
        <Link href={`/docs/${page}`} target="_blank" className="text-accent underline underline-offset-2">
          All rules, in a new tab
        </Link>
      )}
    </div>
  );
}

type TableButtonProps = Omit<Parameters<typeof TableDrawer>[0], 'open' | 'onOpen'> & { wished: boolean };

/** Opens by itself for a host without a seat and for old addresses of the table, but not over a result. */
function TableButton({ wished, ...table }: TableButtonProps) {
  const { card, me } = table;
  const [open, setOpen] = useState(isLive(card) && (wished || (me.host && me.seats.length === 0)));
  const [known, setKnown] = useState(wished);
  if (wished !== known) {
    setKnown(wished);
    if (wished) setOpen(true);
  }
  return (
    <>
      <Button look="quiet" size="small" className="self-center" aria-expanded={open} onClick={() => setOpen(!open)}>
        {me.host ? 'Host console' : 'Table'}
      </Button>
      <TableDrawer {...table} open={open} onOpen={setOpen} />
    </>
  );
}

function nameOf(status: string | undefined): string {
  if (status === 'lobby') return 'Lobby';
  return status === 'running' || status === 'paused' ? 'Watch' : 'Match';
}

function numberIn(text: string | null): number | null {
  const at = Number(text);
  return text !== null && Number.isInteger(at) && at > 0 ? at : null;
}

interface Props {
  card: MatchCard;
  me: Me;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChanged: () => void;
}

/** The thoughts of this table's agents, for a host who sees a seat's screen instead of the watchers' view. */
function Thoughts({ card }: { card: MatchCard }) {
  const [chosen, setChosen] = useState<number | null>(null);
  return <ModelTrace card={card} round={chosen ?? card.round} onRound={setChosen} />;
}

/** The table of a match that has begun: seats and, for the host, the console. */
function TableDrawer({ card, me, open, onOpen, onChanged }: Props) {
  return (
    <Drawer open={open} onOpen={onOpen} title={me.host ? 'Host console' : 'Table'}>
      <SeatNames naming={seatNamesOf(card.key)}>
        <div className="space-y-6">
          <p className="text-ink-2 text-small">{settingsLabel(card).join(', ')}</p>
          {me.seats.map((seat) => (
            <MySeat key={seat} card={card} seat={seat} onLeft={onChanged} />
          ))}
          <Section title="Seats">
            <SeatList card={card} mine={me.seats} />
          </Section>
          {card.isPrivate ? <Invitation card={card} host={me.host} /> : null}
          {me.host ? <HostConsole card={card} /> : null}
          {me.host && me.seats.length > 0 ? <Thoughts card={card} /> : null}
        </div>
      </SeatNames>
    </Drawer>
  );
}
