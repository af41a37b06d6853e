'use client';
import { Button } from '~/kit/button';
import { useDesk } from './desk-context';
import { stepsFor } from './steps-for';

/** Before the first round has closed nothing has happened: here stands what there is to do, from what this seat has. */
export function FirstSteps() {
  const { observation, standing, locked, open, say } = useDesk();
  if (observation.done) return <p className="text-small text-ink-2">No round was played.</p>;
  return (
    <ol aria-label="How to begin" className="list-decimal space-y-2 pl-4 text-small marker:text-ink-2">
      {stepsFor(observation, standing).map(({ text, wish, word }) => (
        <li key={text}>
          <p>{say(text)}</p>
          {wish === null ? null : (
            <Button size="small" className="mt-1" disabled={locked !== null} onClick={() => open(wish)}>
              {say(word)}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
