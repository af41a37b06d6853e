'use client';
import Link from 'next/link';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import type { RoundExplained, SeatExplained } from '../../explain/explanation';
import { moneyOf } from './words';

/** Smaller amounts are not shown. */
const TELLING_CENTS = 25;

type Say = (text: string) => string;

/** What the seat missed, by round. */
export function MissedMoves({ matchId, account, say }: { matchId: string; account: SeatExplained; say: Say }) {
  const telling = account.rounds.filter((line) => isTelling(line));
  return (
    <Section
      title="What it missed, by the planner's estimate"
      note="Based only on what the lab could see in that round and on its own best plan. It is an estimate: it cannot know how others would have answered, so it leaves out offers that the lab could have made."
    >
      {telling.length === 0 ? (
        <p className="text-small">The planner would have done nothing differently in any round.</p>
      ) : (
        <ol className="divide-y">
          {telling.map((line) => (
            <li key={line.round_index} className="grid gap-x-6 gap-y-1 py-2.5 text-small sm:grid-cols-[6rem_1fr]">
              <Link
                href={`/matches/${matchId}?at=${line.seq}`}
                className="text-accent hover:underline"
                title={`event ${line.seq} in the replay`}
              >
                Round <span className="num">{line.round_index}</span>
              </Link>
              <Line line={line} say={say} />
            </li>
          ))}
        </ol>
      )}
      {account.rounds.length > telling.length && telling.length > 0 ? (
        <p className="mt-2 text-ink-2 text-small">
          In the other {account.rounds.length - telling.length} rounds it missed nothing significant.
        </p>
      ) : null}
    </Section>
  );
}

function Line({ line, say }: { line: RoundExplained; say: Say }) {
  const { missed, offers, lapsed, idle, planner } = line;
  const rest = offers.length + lapsed.length - 1;
  const more = planner.worth_cents - line.own_cents;
  return (
    <div className="min-w-0 space-y-1">
      {missed ? (
        <p>
          Best move missed: {say(missed.text)}, worth about <span className="num font-semibold">{moneyOf(missed.worth_cents)}</span> to it.
        </p>
      ) : null}
      {idle.length > 0 ? <p>Unused: {idle.map((block) => `${say(block.block_id)}: ${plural(block.hours)}`).join('; ')}.</p> : null}
      {more >= TELLING_CENTS ? (
        <p className="text-ink-2">
          The planner would have played: {say(planner.actions.join('; '))}. By its estimate, that is {moneyOf(more)} better than what the
          lab did.
        </p>
      ) : null}
      {missed && rest > 0 ? <Others line={line} say={say} /> : null}
    </div>
  );
}

function Others({ line, say }: { line: RoundExplained; say: Say }) {
  return (
    <details>
      <summary className="text-accent">Everything it could have taken ({line.offers.length + line.lapsed.length})</summary>
      <ul className="mt-1 space-y-0.5">
        {line.offers.map((offer) => (
          <li key={offer.offer_id} className="flex flex-wrap items-baseline gap-x-2">
            <SeatChip seat={offer.from_lab_id} />
            {say(offer.text)}
            <span className="num ml-auto">{moneyOf(offer.worth_cents)}</span>
          </li>
        ))}
        {line.lapsed.map((use) => (
          <li key={use.job_id} className="flex flex-wrap items-baseline gap-x-2">
            {say(`${use.block_ids.join(', ')} for ${use.job_id}`)}
            <span className="num ml-auto">{moneyOf(use.worth_cents)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-2">Each value assumes that the lab had added this one action. Some of them could not be combined.</p>
    </details>
  );
}

function plural(hours: number): string {
  return hours === 1 ? '1 GPU-hour' : `${hours} GPU-hours`;
}

function isTelling(line: RoundExplained): boolean {
  return line.missed !== null || line.idle.length > 0 || line.planner.worth_cents - line.own_cents >= TELLING_CENTS;
}
