'use client';
import { ButtonLink } from '~/kit/button';
import { useDesk, useLive } from './desk-context';
import { placeWords, signedCr } from './words';

/** The match is over: what this seat made, how that stands among the others, and where it is explained. */
export function EndNote() {
  const { seat, matchId } = useDesk();
  const { view, card } = useLive();
  if (card.status === 'aborted' || card.status === 'failed') return <BrokenOff />;
  if (!view.finished) return null;
  const profits = view.labs.flatMap((lab) => (lab.profit === null ? [] : [{ lab: lab.lab_id, profit: lab.profit }]));
  const mine = profits.find((one) => one.lab === seat);
  const all = profits.map(({ profit }) => profit);
  return (
    <section
      aria-label="How it ended"
      className="mx-4 mt-3 flex flex-wrap items-center gap-3 rounded-md border bg-panel px-3 py-2 text-small sm:mx-6"
    >
      <p className="min-w-60 flex-1">
        The match is over.{' '}
        {mine === undefined ? null : (
          <>
            You made <strong className="num font-semibold">{signedCr(mine.profit)}</strong>
            {all.length > 1 ? `: ${placeWords(mine.profit, all)}` : ''}.
          </>
        )}
        {card.fault === null ? null : ` ${card.fault}`}
      </p>
      {card.status === 'finished' ? (
        <ButtonLink size="small" look="primary" href={`/matches/${matchId}/explain`}>
          How it came about
        </ButtonLink>
      ) : null}
      <ButtonLink size="small" href={`/matches/${matchId}`}>
        See it again
      </ButtonLink>
    </section>
  );
}

/** Ended before its last round: nothing is won or lost by it. */
function BrokenOff() {
  const { matchId } = useDesk();
  const { view, card } = useLive();
  const how = card.status === 'failed' ? 'failed' : 'was aborted';
  return (
    <section
      aria-label="How it ended"
      className="mx-4 mt-3 flex flex-wrap items-center gap-3 rounded-md border border-amber bg-amber-wash px-3 py-2 text-small sm:mx-6"
    >
      <p className="min-w-60 flex-1">
        The match {how} in round {view.round_index}. It goes on no more, and no turn can be handed in.
        {card.fault === null ? null : ` ${card.fault}`}
      </p>
      <ButtonLink size="small" href={`/matches/${matchId}`}>
        See what was played
      </ButtonLink>
    </section>
  );
}
