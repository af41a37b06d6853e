'use client';
import { type FormEvent, useState } from 'react';
import type { Decided, RevealProps } from '~/contract/screens';
import type { ShownCard } from '~/contract/shown';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { formatFixed, formatFixedDelta } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import type { BazaarAnalysis, BazaarExplained, Instead, SeatExplained, TurnExplained } from '../explain';
import { nth } from '../narrate';
import type { BazaarView } from '../view';
import { priceIn } from './draft';
import { CLOCK_SECONDS } from './front';
import { calledIn, nameOf, priceText } from './told';

/** Smaller profit differences are not mentioned. */
const WORTH_TELLING = 0.01;
const MOMENTS = 3;

/**
 * What was private; then how each seat could be read, what its turns cost, what others would have made, and a rematch with sides swapped.
 */
export function Reveal({ view, card, explanation, api }: RevealProps<BazaarView>) {
  if (view.fair_price === null) return null;
  const explained = explanation as BazaarExplained | null; // created by this game's pack
  const shown = ownOf(card, explained?.seats ?? []);
  return (
    <div className="max-w-5xl space-y-6">
      <Limits view={view} />
      {shown.map((seat) => (
        <OneSeat key={seat.seat} {...{ seat, card, api }} />
      ))}
      {explained !== null && view.seats.length === 2 ? <Exchanged {...{ view, card, api }} seed={explained.twin_seed} /> : null}
    </div>
  );
}

function Limits({ view }: { view: BazaarView }) {
  const [seller, buyer] = view.seats;
  const surplus = view.seats.length === 2 ? (buyer?.limit ?? 0) - (seller?.limit ?? 0) : null;
  return (
    <Section title="What was private">
      <p className="text-small">
        The item was worth about {view.fair_price}.
        {surplus === null
          ? ''
          : surplus > 0
            ? ` Between the two limits there was ${formatFixed(surplus, 2)} to share.`
            : ' No price suited both, so making no deal was right.'}
      </p>
      <Table caption="Limits and profits" columns={LIMITS} rows={view.seats} rowKey={({ seat }) => seat} keepFirst />
      {view.cue_bits === null ? null : (
        <p className="mt-2 text-ink-2 text-small">
          Signs of mood hint at which of six types a seat is: early, middle or late deadline, with a hard or an easy limit. To know the type
          takes 2.58 bits; one sign gives {view.cue_bits.per_turn}, all {view.cue_bits.after_turns.length} together give{' '}
          {view.cue_bits.after_turns.at(-1) ?? 0}.
        </p>
      )}
    </Section>
  );
}

type ViewedSeat = BazaarView['seats'][number];

const LIMITS: Column<ViewedSeat>[] = [
  { key: 'seat', head: 'Seat', cell: ({ seat }) => <SeatChip seat={seat} named /> },
  { key: 'limit', head: 'Limit', align: 'right', cell: ({ limit }) => (limit === null ? 'private' : formatFixed(limit, 2)) },
  { key: 'until', head: 'Until round', align: 'right', cell: ({ deadline }) => (deadline === null ? 'private' : nth(deadline)) },
  { key: 'profit', head: 'Profit', align: 'right', cell: ({ profit }) => formatFixed(profit ?? 0, 2) },
];

interface SeatProps {
  seat: SeatExplained;
  card: ShownCard;
  api: RevealProps<BazaarView>['api'];
}

function OneSeat({ seat: told, card, api }: SeatProps) {
  const who = calledIn(card, told.seat);
  const mine: Row = { id: '', title: who, profit: told.profit, diff: null, deal: 'this match' };
  const rows = told.others.map(
    ({ id, title, profit, deal }): Row => ({
      id,
      title,
      profit,
      diff: profit - told.profit,
      deal: deal ? `a deal at ${priceText(deal.price)}` : 'no deal',
    }),
  );
  return (
    <>
      <Section title={`What others would have made in ${who}’s place`}>
        <p className="mb-2 text-small">{turningPoint(told, who)}</p>
        <Table caption={`What others would have made, ${who}`} columns={OTHERS} rows={[mine, ...rows]} rowKey={({ id }) => id} />
        <p className="mt-2 text-ink-2 text-small">
          Each script plays this seat from its first turn on, against a house bot, with the same random numbers.
        </p>
      </Section>
      <Section
        title={`How ${who} could be read, turn by turn`}
        note="Guessed limit: what the planner, on the other side, would have guessed from prices and signs of mood before that turn."
      >
        <Table caption={`Turn by turn, ${who}`} columns={TURNS} rows={told.turns} rowKey={({ turn }) => String(turn)} keepFirst />
        <PlayDifferently told={told} matchId={card.id} api={api} />
      </Section>
    </>
  );
}

interface Row {
  id: string;
  title: string;
  deal: string;
  profit: number;
  diff: number | null;
}

const OTHERS: Column<Row>[] = [
  { key: 'who', head: 'Who', cell: ({ title, diff }) => (diff === null ? <strong className="font-semibold">{title}</strong> : title) },
  { key: 'deal', head: 'Outcome', cell: ({ deal }) => deal },
  { key: 'profit', head: 'Profit', align: 'right', cell: ({ profit }) => formatFixed(profit, 2) },
  { key: 'diff', head: 'Difference', align: 'right', cell: ({ diff }) => (diff === null ? '' : formatFixedDelta(diff, 2)) },
];

const TURNS: Column<TurnExplained>[] = [
  { key: 'round', head: 'Round', align: 'right', cell: ({ round }) => nth(round) },
  { key: 'text', head: 'Turn', cell: ({ text }) => text },
  { key: 'offer', head: 'Could take', align: 'right', cell: ({ offer }) => (offer ? priceText(offer.price) : '–') },
  { key: 'guess', head: 'Guessed limit', align: 'right', cell: ({ guessed_limit }) => guessed_limit?.toFixed(2) ?? '–' },
  { key: 'cost', head: 'Profit given up', align: 'right', cell: ({ cost, best }) => (best === null ? '–' : cost.toFixed(2)) },
];

function turningPoint({ turns, profit }: SeatExplained, who: string): string {
  const worst = worstOf(turns);
  if (worst === undefined) return `${who} made no turn.`;
  if (worst.cost < WORTH_TELLING || worst.best === null)
    return `None of these scripts, taking over at any turn, would have made more than the ${formatFixed(profit, 2)} that ${who} made.`;
  return `Turning point: in round ${nth(worst.round)}, ${who} ${worst.text}. ${worst.best.title}, taking over at that turn, would have reached ${wordsOf(worst.best)}. The turn gave up ${worst.cost.toFixed(2)} of profit.`;
}

function worstOf(turns: readonly TurnExplained[]): TurnExplained | undefined {
  return [...turns].sort((a, b) => b.cost - a.cost)[0];
}

function wordsOf({ deal, profit }: Instead): string {
  return deal === null ? 'no deal' : `a deal at ${priceText(deal.price)} and a profit of ${formatFixed(profit, 2)}`;
}

/** For the result card. */
export function decided(explanation: unknown): Decided {
  const { seats, gains, best, made } = explanation as BazaarAnalysis;
  const costly = seats.flatMap(({ seat, turns }) => turns.map((turn) => ({ seat, turn }))).filter(({ turn }) => turn.cost >= WORTH_TELLING);
  const most = [...costly].sort((a, b) => b.turn.cost - a.turn.cost).slice(0, MOMENTS);
  return {
    reached: best > 0 ? { share: made / best, text: `of the best possible ${formatFixed(best, 2)}, made by all together` } : null,
    gains,
    moments: most
      .sort((a, b) => a.turn.seq - b.turn.seq)
      .map(({ seat, turn }) => ({
        seq: turn.seq,
        text: `${nameOf(seat)} ${turn.text}.`,
        note: `That gave up ${turn.cost.toFixed(2)} of profit.`,
      })),
    missed: null,
  };
}

/** Plays on if the person does not. */
const STAND_IN = 'linear';

/** Replaces any turn; the branch is a separate match with its own score. */
function PlayDifferently({ told: { seat, turns }, matchId, api }: { told: SeatExplained; matchId: string; api: SeatProps['api'] }) {
  const [at, setAt] = useState(turns[0]?.turn ?? 0);
  const [isTaking, setTaking] = useState(false);
  const [price, setPrice] = useState('');
  const { run, isBusy, fault } = useTry();
  const turn = turns.find((one) => one.turn === at);
  if (turn === undefined) return null;
  const named = priceIn({ price });
  const takes = isTaking && turn.offer !== null;
  const move = takes
    ? { actions: [{ action_type: 'accept_offer', offer_id: turn.offer?.offer_id }] }
    : named === null
      ? null
      : { actions: [{ action_type: 'send_offer', price: named, target_id: null, quantity: 1 }] };
  const begin = (by: string | null) => {
    if (move !== null) run(() => api.replace({ matchId, turn: at, seat, move, ...(by !== null && { by }) }));
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    begin(null);
  }
  return (
    <form
      onSubmit={submit}
      aria-label={`Replace a turn, ${nameOf(seat)}`}
      className="no-print mt-4 max-w-xl space-y-3 rounded-lg border bg-panel p-4"
    >
      <h3 className="font-semibold text-small">What if?</h3>
      <p className="text-ink-2 text-small">
        Change one turn and play on from there, against the same other side and with the same random numbers. This starts a new match.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField label="The turn" value={String(at)} onChange={(event) => setAt(Number(event.target.value))}>
          {turns.map((one) => (
            <option key={one.turn} value={one.turn}>
              Round {nth(one.round)}: {one.text}
            </option>
          ))}
        </SelectField>
        {turn.offer === null ? null : (
          <SelectField label="Instead" value={takes ? 'take' : 'price'} onChange={(event) => setTaking(event.target.value === 'take')}>
            <option value="price">name a price</option>
            <option value="take">take {turn.offer.price}</option>
          </SelectField>
        )}
        {takes ? null : (
          <TextField
            label="Price instead"
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={price !== '' && named === null ? 'A price is a number with at most two decimals, such as 41.50.' : null}
            onChange={(event) => setPrice(event.target.value)}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={isBusy || move === null}>
          {isBusy ? 'Starting…' : 'Play on yourself'}
        </Button>
        <Button disabled={isBusy || move === null} onClick={() => begin(STAND_IN)}>
          Let the script Linear play on
        </Button>
      </div>
      {fault}
    </form>
  );
}

interface ExchangedProps {
  view: BazaarView;
  card: ShownCard;
  api: SeatProps['api'];
  seed: number;
}

/** A rematch from the other side, in another world of the same kind. */
function Exchanged({ view, card, api, seed }: ExchangedProps) {
  const { run, isBusy, fault } = useTry();
  const own = ownOf(card, view.seats).at(-1);
  if (!own) return null;
  const other = own.side === 'seller' ? 'buyer' : 'seller';
  const seats = { [`${own.side}_0`]: opponentOf(card, own.seat) };
  const options: Record<string, string> = view.task === 'quick' ? { person: other } : {};
  return (
    <div className="no-print">
      <Button
        look="primary"
        disabled={isBusy}
        onClick={() => run(() => api.start({ task: view.task, seed, seats, options, clockSeconds: CLOCK_SECONDS }))}
      >
        {isBusy ? 'Starting…' : other === 'seller' ? 'Sell it yourself' : 'Buy it yourself'}
      </Button>
      <p className="mt-1 text-ink-2 text-small">The other side of a similar deal: a different item, with new limits and deadlines.</p>
      {fault}
    </div>
  );
}

/** The bot on the other side, to play again; people cannot be asked for, so the house stands in for them. */
function opponentOf(card: ShownCard, own: string): string {
  const other = card.seats.find(({ seat }) => seat !== own);
  return (other?.kind === 'script' || other?.kind === 'agent' ? other.policy : null) ?? 'house';
}

/** One at a time; errors are shown below. */
export function useTry() {
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  const run = (attempt: () => Promise<void>) => {
    setBusy(true);
    setWhy(null);
    attempt().catch((error: Error) => {
      setWhy(error.message);
      setBusy(false);
    });
  };
  const fault =
    why === null ? null : (
      <p role="alert" className="text-red text-small">
        {why}
      </p>
    );
  return { run, isBusy, fault };
}

/** Whom it is about: people and their programs, else agents, else everybody. */
function ownOf<T extends { seat: string }>(card: ShownCard, seats: readonly T[]): readonly T[] {
  const isOf = (seat: string, kinds: readonly string[]) => card.seats.some((one) => one.seat === seat && kinds.includes(one.kind));
  for (const kinds of [['person', 'program'], ['agent']]) {
    const found = seats.filter(({ seat }) => isOf(seat, kinds));
    if (found.length > 0) return found;
  }
  return seats;
}
