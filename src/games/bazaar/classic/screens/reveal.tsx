'use client';
import { type ReactNode, useState } from 'react';
import type { StartRequest } from '~/contract/game-api';
import type { RevealProps } from '~/contract/screens';
import type { ShownCard } from '~/contract/shown';
import { Button } from '~/kit/button';
import { formatDelta, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import type { BazaarExplained, SeatExplained, TurnExplained } from '../explain/explain-match';
import type { BazaarView } from '../view';
import { CLOCK_SECONDS, front } from './front';
import { Marked } from './marked';
import { PlayDifferently } from './play-differently';
import { calledIn, dealsText, percentOf, WORTH_TELLING } from './result';
import { money } from './talk';

const SHOWN_OTHERS = 3;

/**
 * What was private: both limits and each side's share; then how each seat could be read, what its moves cost, and what others would have
 * made.
 */
export function Reveal({ view, card, explanation, api }: RevealProps<BazaarView>) {
  const explained = explanation as BazaarExplained | null; // created by this game's pack
  return (
    <div className="max-w-5xl space-y-6">
      <Limits view={view} />
      {explained === null ? null : explained.seats.map((seat) => <OneSeat key={seat.seat} {...{ seat, view, card, api }} />)}
      {view.mode === 'arena' ? null : <Exchanged view={view} api={api} />}
    </div>
  );
}

/** The last deal's two limits on one line, with the price between them. */
function Limits({ view }: { view: BazaarView }) {
  const { budgets, cost, agreed, outcome, holder, mode, deals } = view;
  const seat = mode === 'arena' ? (holder ?? Object.keys(budgets)[0]) : 'buyer';
  const budget = budgets[seat ?? ''] ?? null;
  if (budget === null || cost === null) return null;
  const surplus = budget - cost;
  return (
    <Section title={deals.length > 1 ? 'What both sides kept to themselves in the last deal' : 'What both sides kept to themselves'}>
      <p className="text-small">
        It was worth {money(budget)} to the buyer and cost the seller {money(cost)}: {money(surplus)} to share.{' '}
        {agreed === null
          ? `No deal (${outcome ?? 'stopped'}), so nobody got any of it.`
          : `At ${money(agreed)} the buyer got ${money(budget - agreed)}, the seller ${money(agreed - cost)}.`}
      </p>
      {surplus > 0 ? <Split {...{ budget, cost, agreed }} /> : null}
    </Section>
  );
}

function Split({ budget, cost, agreed }: { budget: number; cost: number; agreed: number | null }) {
  const at = agreed === null ? null : Math.max(0, Math.min(1, (agreed - cost) / (budget - cost)));
  return (
    <div className="mt-3 max-w-xl">
      <div aria-hidden className="flex h-4 overflow-hidden rounded-sm border bg-sunk">
        {at === null ? null : (
          <>
            <span className="h-full bg-(--lab-0)" style={{ width: `${at * 100}%` }} />
            <span className="h-full flex-1 bg-(--lab-1)" />
          </>
        )}
      </div>
      <p className="mt-1 flex justify-between gap-3 text-ink-2 text-small">
        <span>
          {money(cost)} cost{at === null ? '' : `, seller ${formatPercent(at)}`}
        </span>
        <span className="text-right">
          {at === null ? '' : `buyer ${formatPercent(1 - at)}, `}worth {money(budget)}
        </span>
      </p>
    </div>
  );
}

interface SeatProps {
  seat: SeatExplained;
  view: BazaarView;
  card: ShownCard;
  api: RevealProps<BazaarView>['api'];
}

function OneSeat({ seat: told, view, card, api }: SeatProps) {
  const { seat, role, turns } = told;
  const who = calledIn(card, seat);
  const isAlone = Object.keys(view.scores).length === 1;
  return (
    <>
      <Section title={isAlone ? 'What others would have made' : <Named seat={seat} after={`, ${who}: what others would have made`} />}>
        <p className="mb-2 text-small">{turningPoint(told, who)}</p>
        <Others told={told} own={ownPolicy(card, seat)} who={who} isAlone={isAlone} />
        <p className="mt-2 text-ink-2 text-small">
          Each script plays from the first move on, against the same {role === 'seller' ? 'buyer' : 'seller'} with the same random numbers.
          {isAlone ? '' : ' The other buyers bid as they did.'}
        </p>
      </Section>
      {isAlone ? (
        <Section
          title={role === 'seller' ? 'How the buyer could read you, turn by turn' : 'How the seller could be read, turn by turn'}
          note={readNote(role, view)}
        >
          <Table caption="Turn by turn" columns={columnsFor(view)} rows={turns} rowKey={({ turn }) => String(turn)} keepFirst />
          <PlayDifferently key={seat} {...{ told, api, moveText }} matchId={card.id} />
        </Section>
      ) : null}
    </>
  );
}

function Named({ seat, after }: { seat: string; after: string }): ReactNode {
  return (
    <>
      <SeatChip seat={seat} named />
      {after}
    </>
  );
}

function readNote(role: string, { cost, deals }: BazaarView): string {
  const truth = cost === null ? '' : ` The true cost${deals.length > 1 ? ' in the last deal' : ''} was ${money(cost)}.`;
  if (role === 'seller')
    return `The scripted buyer of this ruleset reacts only to your prices. Next to them is the published reader's estimate of your cost, with the words that the published game marks.${truth}`;
  return `The published reader treats the seller's tells as signs of urgency and estimates its cost from them. Nobody had to follow it.${truth}`;
}

function turningPoint({ turns, score }: SeatExplained, who: string): string {
  const [worst] = [...turns].sort((a, b) => b.cost - a.cost);
  if (worst === undefined) return `${who} made no move.`;
  if (worst.best === null) return 'The match was too long to compute what each move cost.';
  if (worst.cost < WORTH_TELLING)
    return `No move was a mistake: taking over at any move, none of these scripts would have made more than ${percentOf(score)}.`;
  return `Turning point: round ${worst.round}, where ${who} ${moveText(worst)}. It cost ${percentOf(worst.cost)} of the surplus. From there, ${worst.best.title} would have reached ${dealsText(worst.best)}.`;
}

function moveText({ action, price, ask }: TurnExplained): string {
  switch (action) {
    case 'accept':
      return `accepted ${money(ask)}`;
    case 'walk':
      return 'walked away';
    case 'ask':
      return `asked ${money(price ?? ask)}`;
    case 'pass':
      return 'did not move';
    default:
      return `offered ${price === null ? 'half of the budget' : money(price)}`;
  }
}

interface Row {
  id: string;
  title: string;
  came: string;
  score: number;
  diff: number | null;
}

const OTHERS: Column<Row>[] = [
  { key: 'who', head: 'Who', cell: ({ title, diff }) => (diff === null ? <strong className="font-semibold">{title}</strong> : title) },
  { key: 'came', head: 'Outcome', cell: ({ came }) => came },
  { key: 'score', head: 'Share', align: 'right', cell: ({ score }) => percentOf(score) },
  {
    key: 'diff',
    head: 'Difference',
    align: 'right',
    cell: ({ diff }) => (diff === null ? '' : `${formatDelta(Math.round(diff * 1000) / 10)} points`),
  },
];

interface OthersProps {
  told: SeatExplained;
  own: string | null;
  who: string;
  isAlone: boolean;
}

function Others({ told: { others, score, seat }, own, who, isAlone }: OthersProps) {
  const rows = others
    .filter(({ id }) => id !== own)
    .slice(0, SHOWN_OTHERS)
    .map(
      ({ id, title, score: made, deals }): Row => ({
        id,
        title,
        came: dealsText({ id, title, score: made, deals }),
        score: made,
        diff: made - score,
      }),
    );
  if (rows.length === 0) return <p className="text-ink-2 text-small">Nothing to compare with.</p>;
  const mine: Row = { id: '', title: who, came: 'this match', score, diff: null };
  const caption = `What others would have made${isAlone ? '' : `, ${front.names.nameOf(seat)}`}`;
  return <Table caption={caption} columns={OTHERS} rows={[mine, ...rows]} rowKey={({ id }) => id} />;
}

function columnsFor({ mode, episodes }: BazaarView): Column<TurnExplained>[] {
  const isSold = mode === 'sell';
  return [
    { key: 'round', head: 'Round', align: 'right', cell: ({ round, episode }) => (episodes > 1 ? `${episode}.${round}` : round) },
    ...(isSold ? [] : [{ key: 'ask', head: 'Asked', align: 'right' as const, cell: ({ ask }: TurnExplained) => money(ask) }]),
    { key: 'move', head: 'Move', cell: (turn) => moveText(turn) },
    { key: 'guess', head: 'Guessed cost', align: 'right', cell: ({ read }) => (read === null ? '–' : money(read.cost)) },
    ...(isSold
      ? []
      : [
          { key: 'urgency', head: 'Urgency', align: 'right' as const, cell: ({ read }: TurnExplained) => shareText(read?.urgency) },
          {
            key: 'flexibility',
            head: 'Flexibility',
            align: 'right' as const,
            cell: ({ read }: TurnExplained) => shareText(read?.flexibility),
          },
        ]),
    { key: 'cost', head: 'Move cost', align: 'right', cell: ({ cost, best }) => (best === null ? '–' : percentOf(cost)) },
    { key: 'words', head: 'Words', cell: ({ words, spans }) => (words === '' ? '' : <Marked text={words} spans={spans} />) },
  ];
}

function shareText(share: number | undefined): string {
  return share === undefined ? '–' : share.toFixed(2);
}

/** A rematch from the other side, if the rules allow it. */
function Exchanged({ view, api }: { view: BazaarView; api: RevealProps<BazaarView>['api'] }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const sells = view.mode !== 'sell';
  const begin = () => {
    setBusy(true);
    setFault(null);
    api.start({ ...exchanged(view), clockSeconds: CLOCK_SECONDS }).catch((error: Error) => {
      setFault(error.message);
      setBusy(false);
    });
  };
  return (
    <div className="no-print">
      <Button look="primary" disabled={isBusy} onClick={begin}>
        {isBusy ? 'Starting…' : sells ? 'Sell it yourself' : 'Buy it yourself'}
      </Button>
      <p className="mt-1 text-ink-2 text-small">
        {sells
          ? `Sides swapped: you first ask ${money(view.opening)}, and a scripted buyer replies. In this mode the published game sets both limits from that first price.`
          : 'Sides swapped: the scripted seller asks, and you buy.'}
      </p>
      {fault === null ? null : (
        <p role="alert" className="text-red text-small">
          {fault}
        </p>
      )}
    </div>
  );
}

export function exchanged({ mode, opening }: Pick<BazaarView, 'mode' | 'opening'>): StartRequest {
  return mode === 'sell'
    ? { task: 'single_deal' }
    : { task: 'single_deal', options: { mode: 'sell', opening_price: Math.round(opening * 100) / 100 } };
}

/** The script that played that seat; null if it was another player. */
function ownPolicy(card: ShownCard, seat: string): string | null {
  const own = card.seats.find((one) => one.seat === seat);
  return own?.kind === 'script' ? (own.policy ?? null) : null;
}
