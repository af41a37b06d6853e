'use client';
import Link from 'next/link';
import { useMemo } from 'react';
import type { ExplainProps } from '~/contract/screens';
import { Section } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { OPEN_LABS } from '../../../screens/lab-names';
import type { Explanation, SpokenExplained } from '../../explain/explanation';
import { GainScale } from './gain-scale';
import { MarketReached } from './market-reached';
import { MissedMoves } from './missed-moves';
import { PlansExplained } from './plans-explained';
import { SeatAccount } from './seat-account';
import { sayer } from './words';

/** Where each lab's money came from, and what was missed. */
export function Explain({ matchId, explanation, seat, onSeat }: ExplainProps) {
  const { efficiency, seats, plans, spoken, things } = explanation as Explanation; // the pack of this ruleset made it
  const say = useMemo(() => sayer(things), [things]);
  const shown = seats.find((one) => one.seat === seat) ?? seats[0];
  return (
    <SeatNames naming={OPEN_LABS}>
      <div className="space-y-10">
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
          <MarketReached matchId={matchId} efficiency={efficiency} />
          <GainScale matchId={matchId} seats={seats} shown={shown?.seat ?? ''} onSeat={onSeat} />
        </div>
        {shown ? (
          <>
            <SeatAccount matchId={matchId} account={shown} say={say} />
            <MissedMoves matchId={matchId} account={shown} say={say} />
          </>
        ) : null}
        <PlansExplained matchId={matchId} plans={plans} say={say} />
        <Spoken matchId={matchId} spoken={spoken} say={say} />
      </div>
    </SeatNames>
  );
}

/** Promises, wants and counter-plans that came to something. */
function Spoken({ matchId, spoken, say }: { matchId: string; spoken: readonly SpokenExplained[]; say: (text: string) => string }) {
  if (spoken.length === 0) return null;
  return (
    <Section title="What was said, and what came of it">
      <ul className="space-y-1.5 text-small">
        {spoken.map(({ seq, round_index, text }) => (
          <li key={seq}>
            <Link href={`/matches/${matchId}?at=${seq}`} className="text-accent hover:underline">
              Round {round_index}
            </Link>
            : {say(text)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
