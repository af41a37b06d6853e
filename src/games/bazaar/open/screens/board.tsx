import type { BoardProps, InspectorProps, SeatCardProps } from '~/contract/screens';
import { Chat, type ShownBubble } from '~/kit/chat';
import { formatFixed } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { SeatChip } from '~/kit/seat-chip';
import { nth } from '../narrate';
import type { BazaarView } from '../view';
import { Floor, Standings } from './hall';
import { Ladder } from './ladder';
import { bubblesOf, nameOf, priceText } from './told';

/** The item, the prices, and the conversation. */
export function Board({ view, me }: Pick<BoardProps<BazaarView>, 'view'> & { me?: string }) {
  return (
    <section aria-label="The market" className="flex flex-col gap-4 p-4">
      <Thing view={view} />
      <Ladder view={view} />
      {view.seats.length > 2 ? (
        <>
          <Floor view={view} />
          <Standings view={view} />
        </>
      ) : null}
      <Pools view={view} />
      {view.seats.length > 2 ? (
        <Rounds view={view} {...(me !== undefined && { me })} />
      ) : (
        <Talk view={view} bubbles={bubblesOf(view)} {...(me !== undefined && { me })} />
      )}
    </section>
  );
}

interface TalkProps {
  view: BazaarView;
  me?: string;
}

function Talk({ view: { seats }, bubbles, me }: TalkProps & { bubbles: readonly ShownBubble[] }) {
  return (
    <Chat
      bubbles={bubbles}
      seats={seats.map(({ seat }) => seat)}
      {...(me !== undefined && { me })}
      empty="Nobody has said anything yet. Sellers begin."
    />
  );
}

/** A large market has too many messages for one list: the last round with messages is open, earlier ones can be opened. */
function Rounds({ view, me }: TalkProps) {
  const said = bubblesOf(view);
  const rounds = [...new Set(said.map(({ round }) => round))];
  const last = rounds.at(-1);
  if (last === undefined) return <Talk view={view} bubbles={[]} />;
  return (
    <section aria-label="Talk by round">
      {rounds.map((round) => (
        <details key={`${round} ${round === last}`} open={round === last} className="border-t py-2">
          <summary className="cursor-pointer text-small">Round {nth(round)}</summary>
          <Talk view={view} bubbles={said.filter((one) => one.round === round)} {...(me !== undefined && { me })} />
        </details>
      ))}
    </section>
  );
}

function Thing({ view: { listing, seats, walk_in, shocks } }: { view: BazaarView }) {
  const lists = seats.flatMap(({ seat, list_price }) => (list_price === null ? [] : [`${nameOf(seat)}: ${priceText(list_price)}`]));
  return (
    <header className="space-y-1">
      <h2 className="font-semibold text-body">{listing.title}</h2>
      <p className="text-small">{listing.text}</p>
      <details className="text-small">
        <summary className="cursor-pointer text-ink-2">In Hinglish</summary>
        <p lang="hi-Latn">{listing.text_hinglish}</p>
      </details>
      <p className="text-ink-2 text-small">List price: {lists.join(', ')}.</p>
      {walk_in === null ? null : (
        <p className="text-small">In this round a customer would pay {walk_in} to the seller with the best pitch.</p>
      )}
      {shocks.map(({ text, round_index }) => (
        <p key={`${round_index} ${text}`} className="text-amber text-small">
          {text}
        </p>
      ))}
    </header>
  );
}

function Pools({ view: { pools } }: { view: BazaarView }) {
  const open = pools.filter(({ ended }) => ended === null);
  if (open.length === 0) return null;
  return (
    <ul aria-label="Pools" className="space-y-1 text-small">
      {open.map(({ coalition_id, members, until_round, reserves }) => (
        <li key={coalition_id}>
          {members.map((seat) => nameOf(seat)).join(', ')} order together until round {nth(until_round)}.
          {reserves === null ? '' : ` Reserves: ${members.map((seat) => `${nameOf(seat)} ${reserves[seat] ?? 'unknown'}`).join(', ')}.`}
        </li>
      ))}
    </ul>
  );
}

export function SeatCard({ seat, view, card }: SeatCardProps<BazaarView>) {
  const own = view.seats.find((one) => one.seat === seat);
  const player = card.seats.find((one) => one.seat === seat);
  if (!own) return null;
  const shown = view.cues.filter((cue) => cue.seat === seat).at(-1);
  const { limit, deadline, delivery, profit, stock, left, bought } = own;
  return (
    <section aria-label={nameOf(seat)} className="space-y-1 text-small" {...naming('seat', seat)}>
      <SeatChip seat={seat} named size="normal" />
      {player ? <p className="text-ink-2">{player.policy ?? player.name ?? ''}</p> : null}
      <p>{limit === null ? 'Its limit is private.' : `Its limit is ${limit}${delivery ? `, and a delivery costs it ${delivery}` : ''}.`}</p>
      {deadline === null ? null : <p>It can act until round {nth(deadline)}.</p>}
      {stock === null ? null : <p>{stock === 1 ? '1 unit' : `${stock} units`} left.</p>}
      {bought ? <p>It has bought.</p> : left ? <p>It has left.</p> : null}
      {profit === null ? null : <p>Profit: {formatFixed(profit, 2)}.</p>}
      {shown ? (
        <p className="text-ink-2">
          It seems {shown.labels.pace}, {shown.labels.warmth} and {shown.labels.fidget}; its eyes: {shown.labels.eyes}.
        </p>
      ) : null}
    </section>
  );
}

export function Inspector({ thing, view, card }: Pick<InspectorProps<BazaarView>, 'thing' | 'view' | 'card'>) {
  return thing.kind === 'seat' ? <SeatCard seat={thing.id} view={view} card={card} /> : null;
}

/** Who sold to whom. With two seats the headline says it. */
export function Result({ view: { deals, seats } }: { view: BazaarView }) {
  if (seats.length === 2) return null;
  if (deals.length === 0) return <p className="text-small">Nobody agreed on a price.</p>;
  return (
    <ul aria-label="Deals" className="text-small">
      {deals.map(({ seller, buyers, price, quantity, round }) => (
        <li key={`${round} ${seller} ${buyers.join()}`}>
          {nameOf(seller)} sold {quantity === 1 ? 'one unit' : `${quantity} units`} at {priceText(price)} to{' '}
          {buyers.map((seat) => nameOf(seat)).join(', ')} in round {nth(round)}.
        </li>
      ))}
    </ul>
  );
}
