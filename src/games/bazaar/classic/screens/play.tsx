'use client';
import Link from 'next/link';
import { type ReactNode, useId } from 'react';
import type { PlayProps, PlaySlots, TurnControl } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { type Column, Table } from '~/kit/table';
import { TurnNote, TurnWarnings } from '~/kit/turn-note';
import { highlight } from '../calls/highlight';
import { readSeller } from '../calls/steer';
import type { BazaarMove, BazaarObservation, BuyerObservation, SellerObservation } from '../types';
import type { BazaarView, PublicDeal } from '../view';
import { Haggle } from './chat';
import { draftShape, type HaggleDraft, moveOf, priceIn } from './draft';
import { Marked } from './marked';
import { money } from './talk';

type Turn = TurnControl<HaggleDraft>;
type Props = PlayProps<BazaarView, BazaarObservation, HaggleDraft>;

/** A side that a person plays: the conversation, the value of a deal now, and the next price. */
export const bazaarPlay: PlaySlots<BazaarView, BazaarObservation, HaggleDraft> = {
  isWhole: (view) => Array.isArray(view?.history),
  turnMark: (view, seat) => `${view.turn} ${view.finished} ${view.to_act.includes(seat)}`,
  awaited: (view) => view.to_act,
  draft: draftShape,
  locked: (view, seen) => {
    if (seen.done) return 'The match is over.';
    return view.to_act.includes(seen.seat) ? null : 'Your bid is in. The round ends when everyone has bid.';
  },
  Play,
};

function Play({ view, reel, seen, turn, locked, clock, narrow }: Props) {
  const at = reel.frames.at(-1)?.seq ?? 0;
  return (
    <div className="mx-auto grid max-w-5xl gap-x-4 px-2 pb-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Haggle view={view} frames={reel.frames} at={at} limit={limitOf(seen)} isShort={narrow && !view.finished} />
      <aside aria-label="Your side" className="flex min-w-0 flex-col gap-4 p-4 pt-0 lg:sticky lg:top-0 lg:self-start lg:pt-4">
        <Facts seen={seen} view={view} />
        {locked === null ? <Composer {...{ seen, turn, clock }} /> : <p className="text-ink-2 text-small">{locked}</p>}
        <TurnNote state={turn.state} waiting="The others have not moved yet." onAgain={turn.again} />
        {view.finished ? null : <WhatItReads seen={seen} price={priceIn(turn.draft)} />}
        {view.episodes > 1 ? <Records view={view} seen={seen} /> : null}
        <Opponent view={view} />
      </aside>
    </div>
  );
}

function limitOf(seen: BazaarObservation): { price: number; word: string } {
  return seen.role === 'seller'
    ? { price: seen.own_private_cost, word: 'Your cost' }
    : { price: seen.own_private_budget, word: 'Your limit' };
}

/** The seat's limit, its deadline, and what a deal at the current price would bring. */
function Facts({ seen, view }: { seen: BazaarObservation; view: BazaarView }) {
  const lines = seen.role === 'seller' ? sellerFacts(seen) : buyerFacts(seen, view);
  return (
    <ul className="flex flex-col gap-1 text-small" aria-label="What you know">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function sellerFacts({ own_private_cost: cost, buyer_action, buyer_price, round, max_rounds }: SellerObservation): string[] {
  const left = Math.max(0, max_rounds - round);
  const offered = buyer_action === 'offer' && buyer_price !== null;
  return [
    `You sell. It costs you ${money(cost)}.`,
    offered ? `The buyer offers ${money(buyer_price)}: that leaves you ${money(buyer_price - cost)}.` : 'The buyer has made no offer.',
    `${left} ${left === 1 ? 'round' : 'rounds'} left.`,
  ];
}

function buyerFacts(seen: BuyerObservation, { rounds }: BazaarView): string[] {
  const { own_private_budget: budget, opponent_last_offer: ask, rounds_remaining: left, own_private_deadline: deadline } = seen;
  return [
    `You buy. It is worth ${money(budget)} to you.`,
    `At ${money(ask)} a deal leaves you ${money(budget - ask)}.`,
    `${left} of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} left.`,
    ...(deadline === null ? [] : [`A deal after round ${deadline} counts half.`]),
  ];
}

/** Suggested prices next to the free one, and a message to the other side. */
function Composer({ seen, turn, clock }: { seen: BazaarObservation; turn: Turn; clock: ReactNode }) {
  const id = useId();
  const { draft, state, change, submit } = turn;
  const price = priceIn(draft);
  const warnings = (state.kind === 'composing' && state.warnings) || [];
  const isMeant = warnings.length > 0;
  const send = (move: BazaarMove) => void submit(move, isMeant);
  const sells = seen.role === 'seller';
  return (
    <form
      aria-labelledby={id}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (price !== null) send(moveFor(seen, draft));
      }}
    >
      <h2 id={id} className="flex items-baseline justify-between gap-3 font-semibold text-body">
        {sells ? 'Your price' : 'Your offer'}
        {clock}
      </h2>
      <div className="flex flex-wrap gap-2">
        {quickPrices(seen).map(([title, quick]) => (
          <Button key={title} size="small" onClick={() => change((now) => ({ ...now, price: money(quick) }))}>
            {title} ({money(quick)})
          </Button>
        ))}
      </div>
      <TextField
        label="Price"
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        hint={price === null ? undefined : `A deal at ${money(price)} leaves you ${money(worthOf(seen, price))}.`}
        error={draft.price !== '' && price === null ? 'A price is a number, such as 41.5.' : null}
        onChange={(event) => change((now) => ({ ...now, price: event.target.value }))}
      />
      <div>
        <TextField
          label="Message (optional)"
          maxLength={500}
          value={draft.message}
          onChange={(event) => change((now) => ({ ...now, message: event.target.value }))}
        />
        <Marks text={draft.message} />
      </div>
      <TurnWarnings warnings={warnings} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={price === null}>
          {isMeant ? 'Send it anyway' : sells ? 'Ask this price' : 'Make this offer'}
        </Button>
        {sells ? null : <Answers seen={seen} onMove={send} />}
      </div>
    </form>
  );
}

/** In an arena, the message is a signal to the other buyers only. */
export function moveFor(seen: BazaarObservation, draft: HaggleDraft): BazaarMove {
  const { message, ...move } = moveOf(draft);
  if (message === undefined) return move;
  return seen.role === 'buyer' && seen.arena !== null ? { ...move, signal: message } : { ...move, message };
}

function worthOf(seen: BazaarObservation, price: number): number {
  return seen.role === 'seller' ? price - seen.own_private_cost : seen.own_private_budget - price;
}

/** Marks words while they are typed, as the published game does. */
function Marks({ text }: { text: string }) {
  const { spans, aggregate } = highlight(text);
  return (
    <div aria-live="polite" className="min-h-5 pt-1 text-ink-2 text-small">
      {spans.length === 0 ? null : (
        <>
          <p className="text-ink [overflow-wrap:anywhere]">
            <Marked text={text} spans={spans} />
          </p>
          <p>
            Marked:{' '}
            {Object.entries(aggregate)
              .map(([signal, score]) => `${signal} ${score}`)
              .join(', ')}
          </p>
        </>
      )}
    </div>
  );
}

function Answers({ seen, onMove }: { seen: BuyerObservation; onMove: (move: BazaarMove) => void }) {
  const mayAccept = seen.counters > 0 || seen.arena !== null;
  return (
    <>
      <Button disabled={!mayAccept} onClick={() => onMove({ action: 'accept' })}>
        {seen.arena === null ? 'Accept' : 'Bid'} {money(seen.opponent_last_offer)}
      </Button>
      <Button look="danger" onClick={() => onMove({ action: 'walk' })}>
        {seen.arena === null ? 'Walk away' : 'Pass this round'}
      </Button>
      {mayAccept ? null : <p className="w-full text-ink-2 text-small">You can accept after the seller has answered one of your offers.</p>}
    </>
  );
}

/** What the other side can see, and the published reader's estimate from it. */
function WhatItReads({ seen, price }: { seen: BazaarObservation; price: number | null }) {
  return (
    <details className="rounded-md border bg-panel px-3 py-2 text-small">
      <summary className="cursor-pointer font-medium">What it reads</summary>
      <ul className="mt-2 space-y-1">
        {(seen.role === 'seller' ? readOfSeller(seen, price) : readOfBuyer(seen)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function readOfSeller(
  { round: at, max_rounds, opening_price, own_private_cost, history }: SellerObservation,
  typed: number | null,
): string[] {
  const asked = typed ?? history.findLast(({ actor }) => actor === 'seller')?.price ?? opening_price;
  const read = readSeller({
    opponent_last_offer: asked,
    seller_asking_price: opening_price,
    own_private_budget: opening_price, // it estimates the cost, which does not depend on the budget
    current_round: at,
    max_rounds,
    rounds_remaining: Math.max(0, max_rounds - at),
    seller_personality: 'default',
  });
  return [
    'This buyer is a script of the published game. It reacts to your prices and the round, not to your words.',
    ...(read === null
      ? []
      : [`At ${money(asked)} the published reader would estimate your cost as ${money(read.cost)}. It is ${money(own_private_cost)}.`]),
  ];
}

function readOfBuyer(seen: BuyerObservation): string[] {
  const read = readSeller(seen);
  const { tells, arena } = seen;
  return [
    arena === null
      ? 'This seller is a script of the published game. It reacts to your price and the round, not to your words.'
      : 'This seller takes the highest bid and ignores words. The other buyers see what you write.',
    ...(tells === null
      ? []
      : [`It shows urgency ${tells.verbal_urgency.toFixed(2)} and confidence ${tells.verbal_confidence.toFixed(2)}: mostly noise.`]),
    ...(read === null ? [] : [`The published reader estimates its cost as ${money(read.cost)} and would pay at most ${money(read.most)}.`]),
  ];
}

const RECORD: Column<PublicDeal>[] = [
  { key: 'deal', head: 'Deal', align: 'right', cell: ({ episode }) => episode },
  { key: 'came', head: 'Outcome', cell: ({ outcome, agreed_price: price }) => (price === null ? outcome : money(price)) },
  { key: 'rounds', head: 'Rounds', align: 'right', cell: ({ rounds_taken: rounds }) => rounds },
];

/** The deals so far, and the seller's memory of them. */
function Records({ view: { deals, episodes }, seen }: { view: BazaarView; seen: BazaarObservation }) {
  const career = seen.role === 'buyer' ? seen.career_history : null;
  return (
    <section aria-label="Your record" className="text-small">
      <h2 className="font-semibold">Your record with this seller</h2>
      {deals.length === 0 ? (
        <p className="text-ink-2">No deal yet; {episodes} will be played.</p>
      ) : (
        <Table caption="Deals so far" columns={RECORD} rows={deals} rowKey={({ episode }) => String(episode)} />
      )}
      {career === null ? null : (
        <p className="mt-1">
          The seller knows that you paid more than 85% of its first price in {Math.round(career.capitulation_rate * 100)}% of them.
        </p>
      )}
    </section>
  );
}

function Opponent({ view: { mode, personality, finished } }: { view: BazaarView }) {
  const who = mode === 'sell' ? 'a scripted buyer' : `the published scripted seller${personality === 'default' ? '' : `, ${personality}`}`;
  return (
    <p className="text-ink-2 text-small">
      {mode === 'arena' ? 'You bid against the others' : `You haggle with ${who}`}
      {finished ? '. ' : '. It needs no model, so it is always ready. '}
      <Link href="/g/bazaar/classic/haggle" className="text-accent underline underline-offset-2">
        Choose another opponent
      </Link>
    </p>
  );
}

const STEP = 5;

/** No suggestion is a loss: prices beyond the limit become the limit. */
function quickPrices(seen: BazaarObservation): [title: string, price: number][] {
  const { price: limit, word } = limitOf(seen);
  const prices = new Map<number, string>();
  for (const [title, price] of freePrices(seen)) {
    const [said, within] = worthOf(seen, price) < 0 ? [word, limit] : [title, price];
    if (!prices.has(within)) prices.set(within, said);
  }
  return [...prices].map(([price, title]) => [title, price]);
}

function freePrices(seen: BazaarObservation): [title: string, price: number][] {
  if (seen.role === 'seller') {
    const last = seen.history.findLast(({ actor }) => actor === 'seller')?.price ?? seen.opening_price;
    const offer = seen.buyer_action === 'offer' ? seen.buyer_price : null;
    return [
      ...(offer === null ? [] : [['Meet halfway', (last + offer) / 2] as [string, number]]),
      ['Hold', last],
      [`−${STEP}`, last - STEP],
    ];
  }
  const { own_last_offer: own, opponent_last_offer: ask } = seen;
  if (own === null) return [['Half the price', ask / 2]];
  return [
    ['Meet halfway', (own + ask) / 2],
    ['Hold', own],
    [`+${STEP}`, own + STEP],
  ];
}
