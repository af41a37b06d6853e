'use client';
import { memo } from 'react';
import { useDesk, useLive } from './desk-context';
import { cr, signedCr } from './words';

/** Money in hand and held, what was made so far, and what the seat's own plan still makes and asks. */
export const MoneyStrip = memo(function MoneyStrip() {
  const { observation, appraiser } = useDesk();
  const { controlled_lab_budget: budget, controlled_lab_escrow: escrow, controlled_lab_start_budget: start } = observation;
  // Once the match is over, no plan adds anything any more.
  const { finished } = useLive().view;
  const ahead = finished ? 0 : appraiser.energyAhead();
  const facts: [string, string, string][] = [
    ['Budget', cr(budget), 'What you can spend now.'],
    ['Escrow', cr(escrow), 'Bonds of coalitions and deposits: held, and yours unless you break your word.'],
    ['Profit so far', signedCr(budget + escrow - start), 'Money now less money at the start, what is held included.'],
  ];
  if (!finished) {
    facts.push(
      ['Your plan adds', signedCr(appraiser.now().worth), 'The best that your free blocks can still make for your known jobs, alone.'],
      ['Energy ahead', cr(ahead), 'What that plan and what works already will cost in energy.'],
    );
  }
  return (
    <section aria-label="Your money">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-small min-[480px]:grid-cols-3 min-[1280px]:grid-cols-2">
        {facts.map(([name, value, note]) => (
          <div key={name} title={note}>
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {ahead > budget ? (
        <p className="mt-1 text-amber text-small">
          You cannot pay the energy of all you have planned: blocks that cannot be paid deliver nothing.
        </p>
      ) : null}
    </section>
  );
});
